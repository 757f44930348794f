/// Text to read.
public nonisolated struct Text: Hashable, Sendable {
  /// What it says.
  let string: String

  /// Creates a text.
  ///
  /// - Parameter content: What it says. It is not translated: SwiftUI looks literals up.
  public init<S: StringProtocol>(_ content: S) {
    string = String(content)
  }

  /// Creates a text that is never translated; nothing is, here.
  ///
  /// - Parameter content: What it says.
  public init(verbatim content: String) {
    string = content
  }

  /// Joins two texts.
  ///
  /// - Parameters:
  ///   - first: What comes first.
  ///   - second: What follows, with nothing between the two.
  /// - Returns: A text of both.
  /// - Complexity: O(*n*), where *n* is the length of both.
  public static func + (first: Text, second: Text) -> Text {
    Text(first.string + second.string)
  }
}

extension Text: View, PrimitiveView {
  func describe(_ node: ViewNode) -> Description? { Description("Text", .text(string)) }
}
