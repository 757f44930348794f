/// Says why there is nothing to see.
public struct ContentUnavailableView: View, PrimitiveView, Equatable {
  private let title: String
  private let description: Text?

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - title: What the outline shows.
  ///   - name: Ignored.
  ///   - description: A text below the title, or nil.
  public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
    self.title = String(title)
    self.description = description
  }

  func expand(_ node: ViewNode) -> [Element] {
    description.map { [Element(.position(0), .make($0))] } ?? []
  }

  func describe(_ node: ViewNode) -> Description? {
    Description("ContentUnavailableView", .text(title))
  }
}
