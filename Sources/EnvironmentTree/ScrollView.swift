/// Views that may need more room than there is.
public struct ScrollView<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a container.
  ///
  /// - Parameter content: Makes the views. Runs now: what it reads, the body around it reads.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("ScrollView") }
}
