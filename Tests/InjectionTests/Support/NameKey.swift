import Injection

/// A name that a test overrides as it likes.
enum NameKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "default"
}

extension InjectedValues {
  var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}

/// A captured scope that gives the name.
func scope(named name: String) -> InjectedValues {
  withInjectedValues {
    $0.name = name
  } operation: {
    InjectedValues.current
  }
}
