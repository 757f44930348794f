/// How a scope is checked in the test context.
///
/// ```swift
/// withInjectedValues(.exhaustive) {
///   $0.api = .mock
/// } operation: {
///   model.load()
/// }
/// ```
///
/// In the other contexts the options do nothing.
public struct InjectedScopeOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Reports overrides that nothing has read, and keys that were read without an override.
  ///
  /// Checked when the operation returns; not when it throws, or its task has been cancelled: it is incomplete
  /// then. Overrides of scopes inside are checked too. An override is used when any read gives it, wherever that
  /// is made, also while a default is built. An override that a scope inside overrides again is unused unless
  /// something reads it; but a collection that is read uses all its contributions. An update that reads a value
  /// to change it does not use the override, and ``InjectedValues/context`` is not checked. Reads inside such a
  /// scope take the slow path.
  public static let exhaustive = InjectedScopeOptions(rawValue: 1)

  /// Does not report reads that have lost their scope, of keys overridden in this one, while its operation runs.
  ///
  /// For tests whose subject is what does not inherit a scope.
  public static let allowsLostReads = InjectedScopeOptions(rawValue: 2)

  /// Fails the test for reads that have lost their scope, of keys overridden in this one, while its operation runs.
  ///
  /// Without it, such a read is a warning: the reader may belong to another test, which opened no scope. For
  /// suites that run one at a time (`.serialized`, in a process of their own).
  public static let failsForLostReads = InjectedScopeOptions(rawValue: 4)

  /// Warns of scopes that keep themselves alive, when the test ends.
  ///
  /// Such a scope has a service that stores an object which was made later, in that scope: the object
  /// holds the scope, and the scope the service. For a test with the trait or base class, whose world has
  /// an end.
  public static let findsScopeCycles = InjectedScopeOptions(rawValue: 8)
}
