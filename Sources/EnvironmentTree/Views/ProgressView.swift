/// Says that something is going on.
public struct ProgressView: View, PrimitiveView, Equatable {
  private let title: String?

  /// Creates a view without a title.
  public init() {
    title = nil
  }

  /// Creates a view with a title.
  ///
  /// - Parameter title: What the outline shows.
  public init<S: StringProtocol>(_ title: S) {
    self.title = String(title)
  }

  func describe(_ node: ViewNode) -> Description? {
    Description("ProgressView", title.map { .text($0) } ?? .none)
  }
}
