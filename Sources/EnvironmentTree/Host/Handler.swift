/// What a view does when it is held or swiped; its node keeps this.
final class Handler {
  enum Event: Hashable {
    case hold
    case swipe(HorizontalEdge)
  }

  let event: Event
  let action: @MainActor () -> Void

  init(_ event: Event, _ action: @escaping @MainActor () -> Void) {
    self.event = event
    self.action = action
  }
}

/// A view whose node keeps an object that a host looks for, such as a ``Handler``.
struct HandlingView<Content: View, Kept: AnyObject>: PrimitiveView {
  let content: Content
  let make: @MainActor () -> Kept

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = make()
    return [Element(.position(0), .make(content))]
  }

  func leave(_ node: ViewNode) {
    (node.kept as? FocusHandler)?.leave()
  }
}

@MainActor extension ViewNode {
  /// Gives the nearest wanted node of this one and those above, as far as the presentation that it is in.
  func nearest(where isWanted: (ViewNode) -> Bool) -> ViewNode? {
    var node: ViewNode? = self
    while let current = node, current.content.cover == nil {
      if isWanted(current) { return current }
      node = current.parent
    }
    return nil
  }

  /// The object that ties this field to a `@FocusState`, if the field is tied to one.
  var focusHandler: FocusHandler? {
    nearest { $0.kept is FocusHandler }?.kept as? FocusHandler
  }
}
