/// Names a service whose live value takes time, or may fail, to be made.
///
/// ```swift
/// enum DatabaseKey: AsyncInjectedKey {
///   static func liveValue() async throws -> Database { try await Database.open("app.db") }
///   static var testValue: Database { .inMemory }
/// }
///
/// extension InjectedValues {
///   var database: Database {
///     get { self[DatabaseKey.self] }
///     set { self[DatabaseKey.self] = newValue }
///   }
/// }
///
/// try await InjectedValues.prepare(DatabaseKey.self)  // at launch
/// injected(\.database).rows("users")                  // from then on, without waiting
/// ```
///
/// Reads are synchronous, and cost what a read of any key costs. Only
/// ``InjectedValues/prepare(_:)`` runs ``liveValue()``. In the live context, a read before that
/// ends the process with a message that names the key, the accessor and the missing call. In the
/// test and preview contexts a read gives `testValue` or `previewValue`, prepared or not; a test value
/// that takes time as well is a function, `testValue()`, and prepared like the live one.
///
/// In all else it is a key like others: a scope overrides, registers or decorates it, and what was built from
/// it is built anew there. A prepared value is kept: the key's `lifetime` has to be ``InjectedLifetime/cached``
/// or ``InjectedLifetime/session``.
public protocol AsyncInjectedKey<Value>: InjectedInterfaceKey {
  /// What the key gives; declared again, since it is not inferred across the refinement.
  associatedtype Value

  /// Makes the default of the live context.
  ///
  /// The keys that it reads are recorded as for every default, and so are those that it prepares: the value is
  /// kept in the deepest scope that overrides any of them, else in the process. A default prepares the
  /// asynchronous keys that it needs before it reads them, also those that are prepared in parallel. It runs in
  /// a task of its own, which is cancelled when all its callers are.
  ///
  /// - Returns: The value to be kept.
  /// - Throws: What ``InjectedValues/prepare(_:)`` is to throw; nothing is kept then.
  static func liveValue() async throws -> Value

  /// Makes the default of the test context, when the key is prepared there: unless declared, `testValue`.
  ///
  /// A key declares this function in place of the property `testValue` where the value takes time to make. The
  /// key then has to be prepared before it is read, in tests as well.
  ///
  /// - Returns: The value to be kept.
  /// - Throws: What ``InjectedValues/prepare(_:)`` is to throw.
  static func testValue() async throws -> Value
}

extension AsyncInjectedKey {
  /// Gives the `testValue` that a read gives.
  public static func testValue() async throws -> Value { makeTestValue(of: Self.self) }

  /// A read does not make the live value: it is there, or the key has not been prepared.
  public static var _isMadeByPreparing: Bool { true }
}

/// Reads the property: on a key that declares a function of that name too, the compiler takes the function.
private func makeTestValue<Key: InjectedInterfaceKey>(of key: Key.Type) -> Key.Value {
  key.testValue
}

extension InjectedInterfaceKey where Self: AsyncInjectedKey {
  /// Ends the process: a key that declares `testValue()` has to be prepared.
  public static var testValue: Value {
    if InjectedContext.ofCaller == .preview {
      IssueReporter.noPreviewValue(Self.self)
    }
    let build = Scope.bound?.build
    if let build, build.thread == nil, build.request.key == Self.self {
      IssueReporter.noTestValue(Self.self)
    }
    IssueReporter.notPrepared(Self.self, accessor: build?.request.accessor ?? "testValue")
  }
}
