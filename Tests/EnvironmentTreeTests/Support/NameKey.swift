import EnvironmentTree

/// A key of the environment, where a test needs any.
enum NameKey: EnvironmentKey {
  static let defaultValue = "default"
}

extension EnvironmentValues {
  var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}
