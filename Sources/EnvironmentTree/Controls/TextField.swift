/// Takes a line of text.
public struct TextField: View, PrimitiveView {
  private let name: String
  private let title: String
  private let text: Binding<String>

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - title: What a host knows it by.
  ///   - text: Holds the text. Read when this view is evaluated: a change has it evaluated again,
  ///     and not the body around it.
  ///   - prompt: Ignored.
  ///   - axis: Ignored.
  public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal
  ) {
    self.init(title, text: text, name: "TextField")
  }

  init<S: StringProtocol>(_ title: S, text: Binding<String>, name: String) {
    self.name = name
    self.title = String(title)
    self.text = text
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = Kept(text.wrappedValue)
    return []
  }

  func describe(_ node: ViewNode) -> Description? {
    let value = (node.kept as? Kept<String>)?.value
    return Description(name, .text(title), value: value?.quoted, action: .text(text))
  }
}

/// Takes a line of text that is not to be seen.
public struct SecureField: View, PrimitiveView {
  private let title: String
  private let text: Binding<String>

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - title: What a host knows it by.
  ///   - text: Holds the text. Read when this view is evaluated; the outline shows a dot for each
  ///     character.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the length of the text.
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.title = String(title)
    self.text = text
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = Kept(text.wrappedValue.count)
    return []
  }

  func describe(_ node: ViewNode) -> Description? {
    let count = (node.kept as? Kept<Int>)?.value ?? 0
    return Description(
      "SecureField", .text(title), value: String(repeating: "•", count: count).quoted,
      action: .text(text))
  }
}
