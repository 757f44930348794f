/// What a node shows: a value of one type, and what to do with it.
class NodeContent {
  /// The slots of the modifiers whose content this is, the innermost last; a slot knows the nodes that show it.
  final var slots: [ModifiedSlot] = []

  /// The type by which a node is kept: for a content of another type there is another node.
  var type: Any.Type { fatalError("abstract") }

  /// The name of the value's type, if the value has a body that reports count.
  var bodyName: String? { nil }

  /// Whether expanding runs code of the user's, so that what it reads has to be noted.
  var runsUserCode: Bool { false }

  /// Whether the value may stay as it is where `other`, of the same type, is to take its place.
  @MainActor func isEquivalent(to other: NodeContent) -> Bool { false }

  /// Called before each `expand` that is tracked; reads of observed properties count in `expand` alone.
  @MainActor func prepare(_ node: ViewNode) {}

  /// Gives the children that the node is to have.
  @MainActor func expand(_ node: ViewNode) -> [Element] { [] }

  /// The line that stands for the value in an outline.
  @MainActor func describe(_ node: ViewNode) -> Description? { nil }

  /// What the node presents, such as a sheet or a destination, if it is the node of a presentation.
  var cover: CoverView? { nil }

  /// Whether the value is told when the first of the views inside, its members, appears and the last disappears.
  @MainActor var awaitsMembers: Bool { false }

  /// Whether the value hides a child, which stays in the tree.
  @MainActor func hides(_ child: ViewNode, of node: ViewNode) -> Bool { false }

  /// How the node counts among the rows of a list, and among the views that appear.
  @MainActor func row(_ node: ViewNode) -> RowRole { describe(node) == nil ? .inside : .row }

  /// Called when the first view inside has come into sight: it is new in the tree, or no longer hidden.
  @MainActor func appear(_ node: ViewNode) {}

  /// Called where the value stays, as `other`, which was to take its place, is equivalent.
  @MainActor func keep(_ node: ViewNode, insteadOf other: NodeContent) {}

  /// Called when the value takes the place of `old`, before it is expanded.
  @MainActor func replace(_ node: ViewNode, _ old: NodeContent) {}

  /// Called after an update in which the value has taken the place of `old`.
  @MainActor func change(_ node: ViewNode, from old: NodeContent) {}

  /// Called when the last view inside that was in sight is hidden, or has left the tree.
  @MainActor func disappear(_ node: ViewNode) {}

  /// Called once, while the node leaves the tree.
  @MainActor func leave(_ node: ViewNode) {}
}

/// A child that a node asks for.
struct Element {
  /// What tells a child from its siblings.
  enum Identity: Hashable {
    case position(Int)
    case id(AnyHashable)
  }

  let identity: Identity
  let content: NodeContent
  /// The environment of the child; nil where it is its parent's.
  let scope: EnvironmentScope?

  init(_ identity: Identity, _ content: NodeContent, in scope: EnvironmentScope? = nil) {
    self.identity = identity
    self.content = content
    self.scope = scope
  }
}

/// A view of this package's that has no body: it makes the children of its node itself.
@MainActor protocol PrimitiveView: View where Body == Never {
  func makeContent() -> NodeContent
  static var runsUserCode: Bool { get }
  static var awaitsMembers: Bool { get }
  func expand(_ node: ViewNode) -> [Element]
  func describe(_ node: ViewNode) -> Description?
  func hides(_ child: ViewNode, of node: ViewNode) -> Bool
  func row(_ node: ViewNode) -> RowRole
  func appear(_ node: ViewNode)
  func replace(_ node: ViewNode, _ old: Self)
  func change(_ node: ViewNode, from old: Self)
  func disappear(_ node: ViewNode)
  func leave(_ node: ViewNode)
}

extension PrimitiveView {
  func makeContent() -> NodeContent { PrimitiveContent(self) }
  static var runsUserCode: Bool { false }
  static var awaitsMembers: Bool { false }
  func expand(_ node: ViewNode) -> [Element] { [] }
  func describe(_ node: ViewNode) -> Description? { nil }
  func hides(_ child: ViewNode, of node: ViewNode) -> Bool { false }
  func row(_ node: ViewNode) -> RowRole { describe(node) == nil ? .inside : .row }
  func appear(_ node: ViewNode) {}
  func replace(_ node: ViewNode, _ old: Self) {}
  func change(_ node: ViewNode, from old: Self) {}
  func disappear(_ node: ViewNode) {}
  func leave(_ node: ViewNode) {}
}

/// A primitive view that counts as one view, though it has no line in an outline.
@MainActor protocol UnnamedView: PrimitiveView {}

extension UnnamedView {
  func row(_ node: ViewNode) -> RowRole { .row }
}

extension NodeContent {
  @MainActor static func make<V: View>(_ view: V) -> NodeContent {
    if let primitive = view as? any PrimitiveView { return primitive.makeContent() }
    return BodyContent(view) { .make($0.body) }
  }
}

final class PrimitiveContent<V: PrimitiveView>: NodeContent {
  let view: V
  private let tracks: Bool

  @MainActor init(_ view: V) {
    self.view = view
    tracks = V.runsUserCode
  }

  override var runsUserCode: Bool { tracks }
  override var awaitsMembers: Bool { V.awaitsMembers }
  override var cover: CoverView? { V.self == CoverView.self ? view as? CoverView : nil }

  override var type: Any.Type { V.self }

  override func isEquivalent(to other: NodeContent) -> Bool {
    areEquivalent(view, unsafeDowncast(other, to: PrimitiveContent<V>.self).view)
  }

  override func expand(_ node: ViewNode) -> [Element] { view.expand(node) }
  override func describe(_ node: ViewNode) -> Description? { view.describe(node) }
  override func hides(_ child: ViewNode, of node: ViewNode) -> Bool {
    view.hides(child, of: node)
  }
  override func row(_ node: ViewNode) -> RowRole { view.row(node) }
  override func appear(_ node: ViewNode) { view.appear(node) }
  override func replace(_ node: ViewNode, _ old: NodeContent) {
    view.replace(node, unsafeDowncast(old, to: PrimitiveContent<V>.self).view)
  }
  override func change(_ node: ViewNode, from old: NodeContent) {
    view.change(node, from: unsafeDowncast(old, to: PrimitiveContent<V>.self).view)
  }
  override func disappear(_ node: ViewNode) { view.disappear(node) }
  override func leave(_ node: ViewNode) { view.leave(node) }
}

/// A view, scene or modifier of this package's that has a body, which no report counts.
package protocol LibraryView {}

/// A value with a body and with dynamic properties: a view of the user's, a modifier, an app.
class BodyContent<Value>: NodeContent {
  /// As it was made, to compare with the next.
  private let original: Value
  private let layout: TypeLayout
  /// The node's own copy, whose wrappers are tied to the node.
  private var bound: Value?
  private let makeBody: @MainActor (Value) -> NodeContent

  init(_ value: Value, body: @escaping @MainActor (Value) -> NodeContent) {
    original = value
    layout = .of(Value.self)
    makeBody = body
  }

  override var type: Any.Type { Value.self }
  override var bodyName: String? { Value.self is any LibraryView.Type ? nil : layout.name }
  override var runsUserCode: Bool { true }

  override func isEquivalent(to other: NodeContent) -> Bool {
    areEquivalent(original, unsafeDowncast(other, to: BodyContent<Value>.self).original)
  }

  override func prepare(_ node: ViewNode) {
    let properties = layout.properties
    guard !properties.isEmpty else { return }
    var value = bound ?? original
    let isBound = bound != nil
    withUnsafeMutablePointer(to: &value) { pointer in
      for (index, property) in properties.enumerated() {
        let address = UnsafeMutableRawPointer(pointer).advanced(by: property.offset)
        func prepare<P: DynamicProperty>(_ type: P.Type) {
          let place = address.assumingMemoryBound(to: P.self)
          if !isBound, let type = type as? any NodeProperty.Type {
            bind(type)
          }
          place.pointee.update()
        }
        func bind<P: NodeProperty>(_ type: P.Type) {
          address.assumingMemoryBound(to: P.self).pointee
            .bind(to: node, storage: &node[storage: index], name: property.name)
        }
        _openExistential(property.type, do: prepare)
      }
    }
    bound = value
  }

  final var current: Value { bound ?? original }

  override func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(0), makeBody(current))]
  }
}
