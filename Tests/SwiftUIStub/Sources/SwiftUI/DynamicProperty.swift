public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
  private let value: Value
  public init(wrappedValue value: Value) { self.value = value }
  public init(initialValue value: Value) { self.value = value }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

@frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { K.defaultValue }
    set {}
  }
  public var description: String { "" }
}

@available(*, unavailable)
extension EnvironmentValues: Sendable {}
