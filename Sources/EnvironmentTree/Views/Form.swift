/// Controls that belong together.
public struct Form<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a container.
  ///
  /// - Parameter content: Makes the views. Runs now: what it reads, the body around it reads.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("Form") }
}

/// A part of a form or a list.
public struct Section<Content: View>: View, PrimitiveView {
  private let title: String?
  private let content: Content

  /// Creates a part.
  ///
  /// - Parameter content: Makes the views. Runs now: what it reads, the body around it reads.
  public init(@ViewBuilder content: () -> Content) {
    title = nil
    self.content = content()
  }

  /// Creates a part with a title.
  ///
  /// - Parameters:
  ///   - title: What the outline shows.
  ///   - content: Makes the views. Runs now: what it reads, the body around it reads.
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func describe(_ node: ViewNode) -> Description? {
    Description("Section", title.map { .text($0) } ?? .none)
  }
}
