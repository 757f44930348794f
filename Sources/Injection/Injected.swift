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
/// - Complexity: As a read of ``InjectedValues``. The wrapper takes 16 bytes, and an allocation where
///   the accessor captures something.
@propertyWrapper
public struct Injected<Value>: Sendable {
  /// The accessor, unless it captures something.
  @usableFromInline let code: AccessorCode<Value>
  /// The scope that the owner was created in, or the accessor that captures something.
  ///
  /// Nothing in an object that was made outside every scope, whose reads so count no reference:
  /// where one test shows that there is none, the compiler drops the counting of the wrapper that it
  /// copies out of the object before each read.
  @usableFromInline let held: HeldByWrapper?

  /// Creates a wrapper that reads through an accessor.
  ///
  /// A key path literal converts to a function, which the compiler calls directly; a transform
  /// (`\.date.now`) is evaluated at each access.
  ///
  /// - Parameter accessor: A key path literal or a function of the values.
  @inlinable @inline(__always)
  public init(_ accessor: @escaping @Sendable (InjectedValues) -> Value) {
    code = AccessorCode(accessor)
    held = code.isComplete ? CapturedScope.ofCaller : HeldAccessor(accessor, in: .ofCaller)
  }

  /// Creates a wrapper that reads a key.
  ///
  /// - Parameter key: The key to read.
  @inlinable @inline(__always)
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
  public var wrappedValue: Value {
    // Consumes the copy that the compiler takes out of the object, so that the accessor runs after
    // the copy has ended: nothing is counted for it then.
    @inline(__always) consuming get {
      let code = code
      let reader = Scopes.running
      if let held = (consume self).held(for: reader) {
        return Self.read(through: held, code, in: reader)
      }
      return InjectedValues.read(in: reader) { code($0) }
    }
  }

  /// What is held, where a reader's scope alone does not decide.
  @inlinable @inline(__always)
  consuming func held(for reader: Unmanaged<ScopeNode>?) -> HeldByWrapper? {
    guard let held, !held.isScope(of: reader) else { return nil }
    return held
  }

  @inlinable @inline(never)
  static func read(
    through held: HeldByWrapper, _ code: AccessorCode<Value>, in reader: Unmanaged<ScopeNode>?
  ) -> Value {
    guard let accessor = held.asAccessor(giving: Value.self) else {
      return InjectedValues.read(for: held.asScope, in: reader) { code($0) }
    }
    return InjectedValues.read(for: accessor.owner, in: reader, accessor.accessor)
  }

  /// The scope that the owner was created in; `nil` outside every scope.
  var owner: CapturedScope? { held?.asScope ?? held?.asAccessor(giving: Value.self)?.owner }

  /// Gives the service, resolved now.
  @inlinable
  public func callAsFunction() -> Value { wrappedValue }
}

extension InjectedValues {
  /// Runs an accessor on what a reader sees now whose owner was created in `owner`.
  @inlinable
  static func read<Value>(
    for owner: CapturedScope?, in reader: Unmanaged<ScopeNode>?,
    _ accessor: (InjectedValues) -> Value
  ) -> Value {
    if let owner, !owner.isInherited(by: reader) {
      return accessor(InjectedValues(reader: reader?.takeUnretainedValue(), owner: owner))
    }
    return read(in: reader, accessor)
  }

  /// Runs an accessor on what a reader sees now whose owner adds nothing to it.
  ///
  /// The values are lent to the accessor: no reference to the scope is counted, since the binding
  /// that the caller runs in holds it. They are made as if theirs had been counted, and end in memory
  /// that nobody releases. An accessor that keeps them counts for itself.
  @inlinable @inline(__always)
  static func read<Value>(
    in reader: Unmanaged<ScopeNode>?, _ accessor: (InjectedValues) -> Value
  ) -> Value {
    withUnsafeTemporaryAllocation(of: InjectedValues.self, capacity: 1) { end in
      let values = InjectedValues(reader: reader?.takeRetainedValue(), owner: nil)
      let result = accessor(values)
      end.initializeElement(at: 0, to: values)
      return result
    }
  }

  /// Runs an accessor on these values.
  ///
  /// In a call of its own, even where the accessor is known: for the compiler a caller holds what it
  /// passes, so that the accessor's code counts nothing for the time that it runs.
  @inlinable @inline(never)
  func run<Value>(accessor: (InjectedValues) -> Value) -> Value { accessor(self) }
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
  InjectedValues.read(in: Scopes.running) { $0.run(accessor: accessor) }
}
