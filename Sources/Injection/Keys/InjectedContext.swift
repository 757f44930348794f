/// Names the circumstances a program runs in, which select the default of each key.
///
/// The context is detected once per process and read through ``InjectedValues/context``. A scope
/// overrides it like any key; the environment variable `INJECTION_CONTEXT` (`live`, `preview` or
/// `test`) overrides what is detected, for UI tests and release builds alike.
public enum InjectedContext: String, Sendable, CaseIterable {
  /// The program runs for real: keys give their `liveValue`.
  case live
  /// The program runs in a preview canvas: keys give their `previewValue`.
  case preview
  /// The program runs under a test runner: keys give their `testValue`.
  case test
}
