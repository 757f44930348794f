/// Names a service of the main actor, whose value need not be Sendable.
///
/// ```swift
/// enum PlayerKey: MainActorInjectedKey {
///   static var liveValue: Player { Player() }
///   static var testValue: Player { Player(volume: 0) }
/// }
///
/// extension InjectedValues {
///   @MainActor var player: Player {
///     get { self[PlayerKey.self] }
///     set { self[PlayerKey.self] = newValue }
///   }
/// }
/// ```
///
/// An object reads it with ``MainActorInjected``, a function with `InjectedValues.current.player`.
///
/// Scopes, lifetimes and contexts are as with ``InjectedKey``, and a scope that overrides a key which the
/// default read has a value of its own. It is assigned or built, and not registered, decorated, renewed,
/// contributed to, verified or torn down by a session. It is built, read and overridden on the main actor
/// only; the compiler rejects the rest. Its values die there too, wherever the last scope that holds them
/// ends: a task of the main actor releases them, soon after.
public protocol MainActorInjectedKey<Value>: SendableMetatype {
  /// What the key gives.
  associatedtype Value

  /// The default in the live context.
  @MainActor static var liveValue: Value { get }

  /// The default in the test context; unless declared, reports an issue and gives the preview value.
  @MainActor static var testValue: Value { get }

  /// The default in the preview context; `liveValue` unless declared.
  @MainActor static var previewValue: Value { get }

  /// How long a built default is kept; ``InjectedLifetime/cached`` unless declared.
  static var lifetime: InjectedLifetime { get }
}

extension MainActorInjectedKey {
  /// Reports that the key has no test value, in the test context, and gives the preview value.
  @MainActor public static var testValue: Value {
    IssueReporter.missingTestValue(Self.self)
    return previewValue
  }

  /// The default in the preview context: `liveValue`.
  @MainActor public static var previewValue: Value { liveValue }

  /// How long a built default is kept: ``InjectedLifetime/cached``.
  public static var lifetime: InjectedLifetime { .cached }
}

extension InjectedValues {
  /// Reads or overrides the value of a main-actor key.
  ///
  /// As the subscript for other keys.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - accessor: The property that reads it, for messages.
  @MainActor
  @_disfavoredOverload  // The error for a type that is no key speaks of the other subscript.
  public subscript<Key: MainActorInjectedKey>(
    key: Key.Type, accessor accessor: StaticString = #function
  ) -> Key.Value {
    get {
      if let entry = readyEntry(ObjectIdentifier(key), scope, owner) {
        return entry._withUnsafeGuaranteedRef { $0.value(as: MainActorBox<Key.Value>.self).value }
      }
      return entry(for: Request(key, accessor: accessor))
        .value(as: MainActorBox<Key.Value>.self).value
    }
    set { assign(MainActorBox(newValue), to: key) }
  }
}
