import Injection

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

/// Prints what the app's code reads.
@_cdecl("run_app")
public func run() {
  print("The app reads: \(injected(\.title))")
}
