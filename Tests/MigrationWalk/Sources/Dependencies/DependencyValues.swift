/// The dependencies of a task: what is overridden; all else is a test value here.
public struct DependencyValues: Sendable {
  /// The dependencies of the task that asks.
  @TaskLocal public static var _current = DependencyValues()

  private var storage: [ObjectIdentifier: any Sendable] = [:]

  /// The value of a key.
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get { storage[ObjectIdentifier(key)] as? Key.Value ?? key.testValue }
    set { storage[ObjectIdentifier(key)] = newValue }
  }

  /// These values with those of others, which win.
  func merging(_ other: DependencyValues) -> DependencyValues {
    var result = self
    result.storage.merge(other.storage) { _, other in other }
    return result
  }
}

/// Runs an operation with dependencies of its own.
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues._current
  try update(&values)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Reads a dependency: of the task that asks, over those of the place where it was made.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  private let initialValues = DependencyValues._current

  /// Creates a wrapper that reads a property.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
  }

  /// The value, read now.
  public var wrappedValue: Value {
    initialValues.merging(DependencyValues._current)[keyPath: keyPath]
  }
}
