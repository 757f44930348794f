/// What a view does when something other than a tap happens to it: its node keeps it.
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

/// A view whose node keeps what a host looks for.
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
  /// The nearest that is wanted of this node and those around it, up to what covers the rest.
  func nearest(where isWanted: (ViewNode) -> Bool) -> ViewNode? {
    var node: ViewNode? = self
    while let current = node, current.content.cover == nil {
      if isWanted(current) { return current }
      node = current.parent
    }
    return nil
  }

  /// What the focus of this field is tied to.
  var focusHandler: FocusHandler? {
    nearest { $0.kept is FocusHandler }?.kept as? FocusHandler
  }
}
