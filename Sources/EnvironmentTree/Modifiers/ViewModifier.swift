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

  func expand(_ node: ViewNode) -> [Element] {
    slot.places[node.id] = ModifiedSlot.Place(node: node)
    return [Element(.position(0), slot.make())]
  }

  func leave(_ node: ViewNode) {
    slot.places[node.id] = nil
  }
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

/// The view in a modifier's placeholders, and where those are.
final class ModifiedSlot {
  var make: @MainActor () -> NodeContent
  var places: [ViewNode.ID: Place] = [:]

  /// Weak, as the node's view holds the slot: a tree that is released does not tell its nodes.
  struct Place {
    weak let node: ViewNode?
  }

  init(_ make: @escaping @MainActor () -> NodeContent) {
    self.make = make
  }
}

struct ModifiedView<Content: View, Modifier: ViewModifier>: PrimitiveView {
  let content: Content
  let modifier: Modifier

  func expand(_ node: ViewNode) -> [Element] {
    let slot: ModifiedSlot
    if let kept = node.kept as? ModifiedSlot {
      slot = kept
    } else {
      slot = ModifiedSlot { [content] in .make(content) }
      node.kept = slot
    }
    let body = BodyContent(modifier) { .make($0.body(content: ModifiedPlaceholder(slot: slot))) }
    return [Element(.position(0), body)]
  }

  func replace(_ node: ViewNode, _ old: ModifiedView) {
    guard let slot = node.kept as? ModifiedSlot else { return }
    slot.make = { [content] in .make(content) }
    for place in slot.places.values.compactMap(\.node) { node.tree.invalidate(place, .parent) }
  }
}
