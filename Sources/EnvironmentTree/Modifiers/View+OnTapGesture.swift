extension View {
  /// Runs an action when this view is tapped.
  ///
  /// A host knows the view by the texts in it, those of controls included. The controls are tapped by
  /// themselves: one of the same name is tapped in place of the view.
  ///
  /// - Parameter action: What to run at a tap, unless the view is disabled.
  /// - Returns: This view, which can be tapped.
  public func onTapGesture(perform action: @escaping @MainActor () -> Void) -> some View {
    TappableView(content: self, action: action)
  }
}

struct TappableView<Content: View>: PrimitiveView {
  let content: Content
  let action: @MainActor () -> Void

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func describe(_ node: ViewNode) -> Description? {
    Description("Tappable", action: .tap(action))
  }

  func row(_ node: ViewNode) -> RowRole { .inside }
}
