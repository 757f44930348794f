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
/// test and preview contexts a read gives `testValue` or `previewValue`, prepared or not.
///
/// In all else it is a key like others: a scope overrides, registers or decorates it, and what was
/// built from it is built anew there. A prepared value is kept: the key's `lifetime` is
/// ``InjectedLifetime/cached`` or ``InjectedLifetime/session``.
public protocol AsyncInjectedKey<Value>: InjectedInterfaceKey {
  /// What the key gives; declared again, since it is not inferred across the refinement.
  associatedtype Value

  /// Makes the default of the live context.
  ///
  /// The keys that it reads are recorded as for every default: the value is kept in the deepest
  /// scope that overrides any of them, else in the process. It prepares the asynchronous keys that
  /// it needs before it reads them, also those that are being prepared beside it. It runs in a task
  /// of its own, which is cancelled when all who wait for it are.
  ///
  /// - Returns: The value to be kept.
  /// - Throws: What ``InjectedValues/prepare(_:)`` is to throw; nothing is kept then.
  static func liveValue() async throws -> Value
}

extension AsyncInjectedKey {
  /// A read does not make the live value: it is there, or the key has not been prepared.
  public static var _isMadeByPreparing: Bool { true }
}
