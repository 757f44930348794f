/// Names a service for a module that knows only its interface.
///
/// A key is a caseless enum that is never instantiated. Reach it through a computed property of
/// ``InjectedValues``. Where the live implementation is in another module, that module provides it
/// with ``InjectedValues/register(_:_:)``; a read in the live context without one is an error.
///
/// With the ``lifetime`` ``InjectedLifetime/cached``, a getter runs at the first read, once for each world (the
/// process; each test), however many readers there are at a time. While it runs, the keys it reads are
/// recorded: a scope that overrides one of those, or renews the key, has an instance of its own.
public protocol InjectedInterfaceKey<Value>: SendableMetatype {
  /// What the key gives.
  associatedtype Value: Sendable

  /// The default in the test context.
  static var testValue: Value { get }

  /// The default in the preview context; `testValue` unless declared.
  static var previewValue: Value { get }

  /// How long a built default is kept; ``InjectedLifetime/cached`` unless declared.
  static var lifetime: InjectedLifetime { get }

  /// Whether the key has a live value, or only its interface is known.
  ///
  /// Not to be declared by users, like `_makeLiveValue()`: ``InjectedKey`` provides both. They are requirements
  /// so that the conformance finds them statically, also in static libraries, where a cast may fail.
  static var _hasLiveValue: Bool { get }

  /// Makes the default of the live context, where the key has one.
  static func _makeLiveValue() -> Value

  /// Whether the default of the live context is made ahead of its reads, by preparing the key.
  ///
  /// Not to be declared by users: ``AsyncInjectedKey`` provides it.
  static var _isMadeByPreparing: Bool { get }
}

extension InjectedInterfaceKey {
  /// The default in the preview context: `testValue`.
  public static var previewValue: Value { testValue }

  /// How long a built default is kept: ``InjectedLifetime/cached``.
  public static var lifetime: InjectedLifetime { .cached }

  /// False: an interface knows no live value.
  public static var _hasLiveValue: Bool { false }

  /// Ends the process: nobody asks an interface for its live value.
  public static func _makeLiveValue() -> Value {
    preconditionFailure("An interface has no live value.")
  }

  /// A read makes the default.
  public static var _isMadeByPreparing: Bool { false }
}
