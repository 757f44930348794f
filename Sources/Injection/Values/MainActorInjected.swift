/// Reads a main-actor service of the current task, at each access.
///
/// ```swift
/// @MainActor final class NowPlaying {
///   @MainActorInjected(\.player) var player
/// }
/// ```
///
/// The wrapper captures the scope that its owner is created in, and resolves as ``Injected`` does.
/// It takes a key path, since a key path literal does not convert to a main-actor function.
@MainActor
@propertyWrapper
public struct MainActorInjected<Value> {
  private let keyPath: KeyPath<InjectedValues, Value>
  nonisolated let owner: Scope?

  /// Creates a wrapper that reads through an accessor.
  ///
  /// - Parameter keyPath: The key path of a property of ``InjectedValues``.
  public init(_ keyPath: KeyPath<InjectedValues, Value>) {
    self.keyPath = keyPath
    self.owner = .capturing
  }

  /// The service, resolved now.
  public var wrappedValue: Value {
    InjectedValues.reading(by: owner) { $0[keyPath: keyPath] }
  }

  /// Gives the service, resolved now.
  public func callAsFunction() -> Value { wrappedValue }
}

extension MainActorInjected: nonisolated ScopeCapturing {}
