/// Reads a service of the current task, at each access.
///
/// ```swift
/// final class UserProfile {
///   @Injected(\.userService) var userService
///   @Injected({ $0[UserServiceKey.self] }) var sameService
/// }
/// ```
///
/// The wrapper captures the scope that its owner is created in. At each access, the override
/// nearest the reader wins, unless its scope is, or encloses, the scope that the owner was created
/// in; then the owner's nearest wins. So an override that is new since the owner was made reaches
/// it, and otherwise the owner keeps what it was created with, also on a dispatch queue, in
/// `Task.detached` and after the scope has ended.
///
/// The wrapper holds the scope with everything that was built there, for as long as it lives. A wrapper made
/// while a default is being built does not: a service that is kept in a scope does not keep the scope.
///
/// The compiler rejects a wrapper in a `final class X: Sendable` and as a `static var`, as it does
/// all mutable storage. In the class, write `let api = Injected(\.api)`, and read `api()` or
/// `api.wrappedValue`. For the static, write `static var api: API { injected(\.api) }`: a `static let`
/// that holds an `Injected` keeps the scope of its first use.
///
/// - Complexity: As a read of ``InjectedValues``. The wrapper takes 24 bytes.
@frozen
@propertyWrapper
public struct Injected<Value>: Sendable {
  @usableFromInline let accessor: @Sendable (InjectedValues) -> Value
  /// The scope that the owner was created in; `nil` outside every scope.
  @usableFromInline let owner: Scope?

  /// Creates a wrapper that reads through an accessor.
  ///
  /// A key path literal converts to a function, which the compiler calls directly; a transform
  /// (`\.date.now`) is evaluated at each access. By its key, a service is read with
  /// `{ $0[UserServiceKey.self] }`.
  ///
  /// - Parameter accessor: A key path literal or a function of the values.
  @inlinable @inline(__always)
  public init(_ accessor: @escaping @Sendable (InjectedValues) -> Value) {
    self.accessor = accessor
    owner = Scope.capturing
  }

  /// Creates a wrapper that reads through a key path which is not a literal.
  ///
  /// A literal converts to a function. For a literal of an accessor that does not exist, the compiler takes
  /// this overload, and so reports only that `InjectedValues` has no such member.
  ///
  /// - Parameter keyPath: The key path; walking it costs more than the rest of a read.
  @_disfavoredOverload
  public init(_ keyPath: any KeyPath<InjectedValues, Value> & Sendable) {
    self.init(keyPath: keyPath)
  }

  /// Creates a wrapper that reads through a key path which is not a literal.
  ///
  /// - Parameter keyPath: The key path; walking it costs more than the rest of a read.
  public init(keyPath: any KeyPath<InjectedValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  /// The service, resolved now.
  @inlinable
  public var wrappedValue: Value {
    InjectedValues.reading(by: owner, accessor)
  }

  /// Gives the service, resolved now.
  @inlinable
  public func callAsFunction() -> Value { wrappedValue }
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
  InjectedValues.reading(by: nil, accessor)
}
