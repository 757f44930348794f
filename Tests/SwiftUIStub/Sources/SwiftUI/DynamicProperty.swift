/// A stored property that a view's body depends on.
public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing, where a property has nothing to prepare.
  public mutating func update() {}
}

/// A value that a view owns.
@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
  private let value: Value
  /// Creates a state with its first value.
  public init(wrappedValue value: Value) { self.value = value }
  /// Creates a state with its first value, by name.
  public init(initialValue value: Value) { self.value = value }
  /// The value; the stub's state never changes.
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates a state that begins as nil.
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

/// A class that views may observe; Combine's, which SwiftUI exports.
public protocol ObservableObject: AnyObject {}

/// An object that a view owns.
@frozen @propertyWrapper @MainActor @preconcurrency
public struct StateObject<
  ObjectType: ObservableObject
>: DynamicProperty {
  private nonisolated(unsafe) let make: () -> ObjectType  // Nothing runs.
  /// Creates an object, when the view appears.
  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    make = thunk
  }
  /// The object; the stub makes one at each read.
  public var wrappedValue: ObjectType { make() }
}

/// A value that a view reads from its environment.
@frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  /// Creates a reader of the value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  /// The value of an environment that nothing was written to.
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

/// Names a value of the environment, and its default.
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// The values that a tree of views has at one place.
public struct EnvironmentValues: CustomStringConvertible {
  /// Creates values that are all defaults.
  public init() {}
  /// The value of a key: its default, whatever was assigned.
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { K.defaultValue }
    set {}
  }
  /// Says nothing.
  public var description: String { "" }
}

@available(*, unavailable)
extension EnvironmentValues: Sendable {}
