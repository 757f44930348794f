/// Makes a view of another.
///
/// ```swift
/// struct Card: ViewModifier {
///   func body(content: Content) -> some View {
///     VStack { content }
///   }
/// }
/// ```
@MainActor @preconcurrency public protocol ViewModifier {
  /// The view that the modifier makes.
  associatedtype Body: View

  /// The view that is modified, as the body sees it.
  typealias Content = ModifiedPlaceholder<Self>

  /// Makes the view.
  ///
  /// It runs again when something that it read has changed, or the modifier's own properties; not
  /// when `content` alone has.
  ///
  /// - Parameter content: The view that is modified. Used several times, it is as many views, each
  ///   with state of its own; not used, it is not in the tree.
  /// - Returns: The view in the place of the one that is modified.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier is applied to.
public struct ModifiedPlaceholder<Modifier: ViewModifier>: View, PrimitiveView {
  let slot: ModifiedSlot

  /// The view itself, which needs no node for its place.
  func makeContent() -> NodeContent { slot.makeContent() }
}

extension View {
  /// Applies a modifier to this view.
  ///
  /// - Parameter modifier: Makes the view in the place of this one. Its state belongs to that
  ///   place.
  /// - Returns: What the modifier makes of this view.
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View {
    ModifiedView(content: self, modifier: modifier)
  }
}

/// The view that a modifier is applied to, and where its body has placed it.
final class ModifiedSlot {
  private var make: @MainActor () -> NodeContent
  /// The nodes that show the view, weakly, as their views hold the slot.
  private var places: [ViewNode.ID: WeakReference<ViewNode>] = [:]

  init(_ make: @escaping @MainActor () -> NodeContent) {
    self.make = make
  }

  @MainActor func makeContent() -> NodeContent {
    let content = make()
    content.slots.append(self)
    return content
  }

  func add(_ node: ViewNode) { places[node.id] = WeakReference(object: node) }
  func remove(_ node: ViewNode) { places[node.id] = nil }

  /// Puts another view in the place of the one before, at each node that shows it.
  @MainActor func replace(_ make: @escaping @MainActor () -> NodeContent) {
    self.make = make
    for node in places.values.compactMap(\.object) {
      // By way of the innermost slot: its view may be the placeholder of this one, which makes the new view.
      node.tree.replaceContent(of: node, with: (node.slots.last ?? self).makeContent())
    }
  }
}

/// A view, and the modifier that is applied to it.
struct ModifiedView<Content: View, Modifier: ViewModifier>: PrimitiveView {
  let content: Content
  let modifier: Modifier

  func makeContent() -> NodeContent { ModifierContent(content, modifier) }
}

/// A modifier as a node shows it, with the view that it is applied to.
private final class ModifierContent<Content: View, Modifier: ViewModifier>: BodyContent<Modifier> {
  private var content: Content

  init(_ content: Content, _ modifier: Modifier) {
    self.content = content
    super.init(modifier) { _ in .make(EmptyView()) }
  }

  override var type: Any.Type { ModifiedView<Content, Modifier>.self }

  // The modifier is the same, and its body need not run for another view.
  override func keep(_ node: ViewNode, insteadOf other: NodeContent) {
    adopt(unsafeDowncast(other, to: Self.self).content, node)
  }

  override func replace(_ node: ViewNode, _ old: NodeContent) {
    let content = content
    self.content = unsafeDowncast(old, to: Self.self).content
    adopt(content, node)
  }

  @MainActor private func adopt(_ new: Content, _ node: ViewNode) {
    guard !areEquivalent(content, new) else { return }
    content = new
    (node.kept as? ModifiedSlot)?.replace { .make(new) }
  }

  override func expand(_ node: ViewNode) -> [Element] {
    let slot = node.kept as? ModifiedSlot ?? ModifiedSlot { [content] in .make(content) }
    node.kept = slot
    let body = current.body(content: ModifiedPlaceholder(slot: slot))
    return [Element(.position(0), .make(body))]
  }
}
