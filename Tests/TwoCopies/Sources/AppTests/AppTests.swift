import Injection
import InjectionTesting
import ModelObservation

enum TitleKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "test"
}

final class Page: ObservableModel {
  @Observed var number = 3
}

/// Overrides, and calls the app's code where there is some.
@_cdecl("run_tests")
public func run(_ app: (@convention(c) () -> Void)?) {
  withInjectedValues {
    $0[TitleKey.self] = "overridden"
  } operation: {
    print("The test reads: \(InjectedValues.current[TitleKey.self]), page \(Page().number)")
    app?()
  }
}
