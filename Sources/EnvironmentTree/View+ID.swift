extension View {
  /// Gives this view an identity: where it changes, the state below is dropped.
  public func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: id)
  }
}

struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
  let content: Content
  let id: ID

  func expand(_ node: ViewNode) -> [Element] { [Element(.id(AnyHashable(id)), .make(content))] }
}
