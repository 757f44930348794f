extension View {
  /// Makes the controls of this view and all below do nothing, if `disabled` is true.
  ///
  /// A view below cannot enable what one above disables. Sheets, alerts and destinations are
  /// enabled, whatever presents them; the choices of a menu and the buttons behind a row are disabled
  /// with it. Tasks and `onChange` go on.
  ///
  /// - Parameter disabled: Whether to; false changes nothing.
  /// - Returns: This view, in that environment.
  public func disabled(_ disabled: Bool) -> some View {
    transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
  }
}

extension EnvironmentValues {
  /// Whether controls can be used.
  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
}

private enum IsEnabledKey: EnvironmentKey {
  static let defaultValue = true
}
