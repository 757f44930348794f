extension View {
  /// Gives this view an identity: where it changes, the view is another one.
  ///
  /// State below is dropped then, tasks are cancelled, and `onDisappear` and `onAppear` run. The
  /// same identity elsewhere in the tree is another view.
  ///
  /// - Parameter id: The identity.
  /// - Returns: This view, known by it.
  public func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: id)
  }
}

struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
  let content: Content
  let id: ID

  func expand(_ node: ViewNode) -> [Element] { [Element(.id(AnyHashable(id)), .make(content))] }
}
