/// What the key says that submits a field.
public enum SubmitLabel: Hashable, Sendable {
  /// That something is done, or goes on.
  case done, go, send, join, route, search, `return`, next, `continue`
}

/// How a field looks, which nobody sees.
public enum TextFieldStyle: Hashable, Sendable {
  /// As it belongs.
  case automatic
  /// Without a border.
  case plain
  /// With a round one.
  case roundedBorder
}

extension View {
  /// Accepts what a key says, and ignores it: ``TreeHost/submit(_:at:)`` taps it.
  ///
  /// - Parameter submitLabel: Ignored.
  /// - Returns: This view.
  public func submitLabel(_ submitLabel: SubmitLabel) -> Self { self }

  /// Accepts how fields look, and ignores it.
  ///
  /// - Parameter style: Ignored.
  /// - Returns: This view.
  public func textFieldStyle(_ style: TextFieldStyle) -> Self { self }

  /// Accepts that nobody corrects what is typed, which nobody does.
  ///
  /// - Parameter disable: Ignored.
  /// - Returns: This view.
  public func autocorrectionDisabled(_ disable: Bool = true) -> Self { self }
}
