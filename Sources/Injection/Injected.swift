import Synchronization

/// Reads a service of the current task, at each access.
///
/// ```swift
/// final class UserProfile {
///   @Injected(\.userService) var userService
///   @Injected(UserServiceKey.self) var sameService
/// }
/// ```
///
/// The wrapper captures the scope that its owner is created in. At each access, the override
/// nearest the reader wins, unless its scope is, or encloses, the scope that the owner was created
/// in; then the owner's nearest wins. So an override that is new since the owner was made reaches
/// it, and otherwise the owner keeps what it was created with, also on a dispatch queue, in
/// `Task.detached` and after the scope has ended.
///
/// A captured scope holds its overrides strongly and what was built in it weakly: an object that is
/// built in a scope and captures it is freed with it.
///
/// The compiler rejects a wrapper in a `final class X: Sendable` and as a `static var`, as it does
/// all mutable storage. Write `let api = Injected(\.api)` there, and read `api()` or
/// `api.wrappedValue`.
///
/// - Complexity: As a read of ``InjectedValues``. The wrapper takes 24 bytes.
@propertyWrapper
public struct Injected<Value>: Sendable {
  @usableFromInline let accessor: @Sendable (InjectedValues) -> Value
  @usableFromInline let owner: CapturedScope?

  /// Creates a wrapper that reads through an accessor.
  ///
  /// A key path literal converts to a function, which the compiler calls directly; a transform
  /// (`\.date.now`) is evaluated at each access.
  ///
  /// - Parameter accessor: A key path literal or a function of the values.
  @inlinable
  public init(_ accessor: @escaping @Sendable (InjectedValues) -> Value) {
    self.accessor = accessor
    self.owner = CapturedScope.ofCaller
  }

  /// Creates a wrapper that reads a key.
  ///
  /// - Parameter key: The key to read.
  @inlinable
  public init<Key: InjectedInterfaceKey>(_ key: Key.Type) where Key.Value == Value {
    self.init { $0[key, accessor: "@Injected(Key.self)"] }
  }

  /// Creates a wrapper that reads through a key path which is not a literal.
  ///
  /// - Parameter keyPath: The key path; walking it costs more than the rest of a read.
  public init(keyPath: any KeyPath<InjectedValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  /// The service, resolved now.
  @inlinable
  public var wrappedValue: Value { InjectedValues.read(for: owner, accessor) }

  /// Gives the service, resolved now.
  @inlinable
  public func callAsFunction() -> Value { wrappedValue }
}

extension InjectedValues {
  /// Runs an accessor on what a reader sees now whose owner was created in `owner`.
  ///
  /// Where the reader's scopes alone decide, no reference to a scope is counted.
  @inlinable
  static func read<Value>(
    for owner: CapturedScope?, _ accessor: (InjectedValues) -> Value
  ) -> Value {
    let reader = Scopes.running
    if let owner, !owner.isInherited(by: reader) {
      return accessor(InjectedValues(reader: reader?.takeUnretainedValue(), owner: owner))
    }
    return accessor(InjectedValues(reader: reader?.takeUnretainedValue(), owner: nil))
  }
}

/// Reads a service of the current task, once.
///
/// ```swift
/// let user = try await injected(\.userService).fetchCurrentUser()
/// ```
///
/// - Parameter accessor: A key path literal or a function of the values.
/// - Returns: What the accessor gives for the scope that the caller runs in.
@inlinable
public func injected<V>(_ accessor: (InjectedValues) -> V) -> V {
  InjectedValues.read(for: nil, accessor)
}
