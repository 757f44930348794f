/// Names a service together with its live value.
///
/// ```swift
/// enum UserServiceKey: InjectedKey {
///   static let liveValue: any UserService = LiveUserService()
///   static var testValue: any UserService { MockUserService() }
/// }
/// ```
///
/// A `static let` is made once in the process, for its first reader, and tests that run at once would share it.
/// A value that reads keys while it is made is declared by a getter instead, `static var liveValue: … { … }`:
/// then a scope that overrides one of those keys has a value of its own, which nobody else is given.
///
/// Without a `previewValue`, previews have the live value. Without a `testValue`, a read in the test
/// context reports an issue and gives the preview value.
/// See ``InjectedInterfaceKey`` for when the getters run.
public protocol InjectedKey<Value>: InjectedInterfaceKey {
  /// What the key gives; declared again, since it is not inferred across the refinement.
  associatedtype Value

  /// The default in the live context.
  static var liveValue: Value { get }
}

extension InjectedKey {
  /// The default in the preview context: `liveValue`.
  public static var previewValue: Value { liveValue }

  /// Reports that the key has no test value, in the test context, and gives the preview value.
  public static var testValue: Value {
    IssueReporter.missingTestValue(Self.self)
    return previewValue
  }

  /// Makes the live value.
  public static func _makeLiveValue() -> Value { liveValue }

  /// True: the key declares a live value.
  public static var _hasLiveValue: Bool { true }
}
