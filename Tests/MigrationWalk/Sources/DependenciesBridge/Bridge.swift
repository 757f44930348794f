// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Dependencies
import Injection

/// What a store overrides of a key of the container; nil where it overrides nothing.
private enum Bridged<Key: InjectedInterfaceKey>: DependencyKey {
  static var liveValue: Key.Value? { nil }
  static var testValue: Key.Value? { nil }
}

extension DependencyValues {
  public subscript<Key: InjectedInterfaceKey>(bridged key: Key.Type) -> Key.Value {
    get { self[Bridged<Key>.self] ?? injected { $0[Key.self] } }
    set { self[Bridged<Key>.self] = newValue }
  }
}

extension InjectedValues {
  public mutating func adopt<Key: InjectedInterfaceKey>(_ key: Key.Type) {
    @Dependency(\.self) var dependencies
    if let value = dependencies[Bridged<Key>.self] { self[Key.self] = value }
  }
}
