import Injection
import InjectionTesting

enum TitleKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "test"
}

/// Overrides, and calls the app's code where there is some.
@_cdecl("run_tests")
public func run(_ app: (@convention(c) () -> Void)?) {
  withInjectedValues {
    $0[TitleKey.self] = "overridden"
  } operation: {
    print("The test reads: \(InjectedValues.current[TitleKey.self])")
    app?()
  }
}
