/// A key of the environment: a type that names a value and says what it is by default.
///
/// ```swift
/// enum ThemeKey: EnvironmentKey {
///   static let defaultValue = Theme.light
/// }
///
/// extension EnvironmentValues {
///   var theme: Theme {
///     get { self[ThemeKey.self] }
///     set { self[ThemeKey.self] = newValue }
///   }
/// }
/// ```
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value

  /// The value where no view above has set one.
  ///
  /// Evaluated at each read: a computed default makes its value anew.
  static var defaultValue: Value { get }
}
