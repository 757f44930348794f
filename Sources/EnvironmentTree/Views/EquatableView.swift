/// A view that is evaluated again only where `==` says that it is another one.
///
/// Without it, the tree compares plain data property by property, whatever `==` says.
public struct EquatableView<Content: View & Equatable>: View, PrimitiveView, Equivalent {
  /// The view that is compared.
  public var content: Content

  /// Creates a view that compares another.
  ///
  /// - Parameter content: The view to compare with the one before.
  public init(content: Content) {
    self.content = content
  }

  func isEquivalent(to other: EquatableView) -> Bool { content == other.content }
  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
}

extension View where Self: Equatable {
  /// Has this view evaluated again only where `==` says that it is another one.
  ///
  /// When something that the body has read changes, the view is evaluated again all the same.
  ///
  /// - Returns: This view, compared with `==`.
  public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
