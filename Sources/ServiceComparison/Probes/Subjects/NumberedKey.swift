internal import EnvironmentTree
internal import Injection

/// One of many keys that have nothing to do with what is read.
protocol NumberedKey: InjectedKey, EnvironmentKey where Value == Int {}

private enum Zero {}
private enum One {}

/// 64 different keys: six digits of a binary number.
private enum Number<A, B, C, D, E, F>: NumberedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
  static var defaultValue: Int { 0 }
}

/// The keys, in no order that matters.
enum NumberedKeys {
  /// Overrides each in a container.
  static func set(in values: inout InjectedValues) {
    func set<Key: NumberedKey>(_ key: Key.Type) { values[key] = 1 }
    for key in all { set(key) }
  }

  /// Sets each in an environment.
  static func set(in values: inout EnvironmentValues) {
    func set<Key: NumberedKey>(_ key: Key.Type) { values[key] = 1 }
    for key in all { set(key) }
  }

  private static let all: [any NumberedKey.Type] = first(Zero.self) + first(One.self)

  private static func first<A>(_: A.Type) -> [any NumberedKey.Type] {
    second(A.self, Zero.self) + second(A.self, One.self)
  }
  private static func second<A, B>(_: A.Type, _: B.Type) -> [any NumberedKey.Type] {
    third(A.self, B.self, Zero.self) + third(A.self, B.self, One.self)
  }
  private static func third<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> [any NumberedKey.Type] {
    fourth(A.self, B.self, C.self, Zero.self) + fourth(A.self, B.self, C.self, One.self)
  }
  private static func fourth<A, B, C, D>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> [any NumberedKey.Type] {
    [
      Number<A, B, C, D, Zero, Zero>.self, Number<A, B, C, D, Zero, One>.self,
      Number<A, B, C, D, One, Zero>.self, Number<A, B, C, D, One, One>.self,
    ]
  }
}
