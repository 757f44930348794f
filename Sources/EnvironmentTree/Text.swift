/// Text to read.
public nonisolated struct Text: Hashable, Sendable {
  /// What it says.
  let string: String

  /// Creates a text.
  public init<S: StringProtocol>(_ content: S) {
    string = String(content)
  }

  /// Creates a text that is never translated; nothing is, here.
  public init(verbatim content: String) {
    string = content
  }

  /// Joins two texts.
  public static func + (first: Text, second: Text) -> Text {
    Text(first.string + second.string)
  }
}

extension Text: View, PrimitiveView {
  func describe(_ node: ViewNode) -> Description? { Description("Text", .text(string)) }
}
