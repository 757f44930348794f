import Injection
import ModelObservation

enum TitleKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension InjectedValues {
  var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

final class Page: ObservableModel {
  @Observed var number = 1
}

/// Prints what the app's code reads, and observes; the tests' code observes nothing.
@_cdecl("run_app")
public func run() {
  print("The app reads: \(injected(\.title))")
  let page = Page()
  let token = observe { print("The app observes: \(page.number)") }
  page.number = 2
  token.cancel()
}
