/// What services are properties of.
public struct Container {}

/// Resolves a service where the wrapper is made.
@propertyWrapper
public struct Injected<T> {
  /// The service.
  public let wrappedValue: T

  /// Creates a wrapper that resolves a property.
  public init(_ keyPath: KeyPath<Container, T>) {
    wrappedValue = Container()[keyPath: keyPath]
  }
}
