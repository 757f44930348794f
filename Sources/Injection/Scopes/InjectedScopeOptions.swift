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
  /// Looked at when the operation returns; not when it throws, nor, an asynchronous one, when its
  /// task has been cancelled, since then it has not been all. An override of a scope further inside
  /// counts as well. It is used when a read gives it, anywhere and also while a default is built: one
  /// that a scope inside overrides again, unread, is not, but for a contribution in a collection that is read.
  /// What an update reads to change it counts for nothing, nor does ``InjectedValues/context``.
  /// Reads inside such a scope take the slow path.
  public static let exhaustive = InjectedScopeOptions(rawValue: 1)

  /// Does not report reads that have lost their scope while the scope's overrides are open.
  ///
  /// For tests whose subject is what does not inherit a scope.
  public static let allowsLostReads = InjectedScopeOptions(rawValue: 2)

  /// Fails the test for reads that have lost their scope while the scope's overrides are open.
  ///
  /// Without it they are warnings: the reader may be one of another test, which opened no scope. For
  /// suites that run one at a time (`.serialized`, in a process of their own).
  public static let failsForLostReads = InjectedScopeOptions(rawValue: 4)

  /// Warns of scopes that keep themselves alive, when the test ends.
  ///
  /// Such a scope has a service that stores an object which was made later, in that scope: the object
  /// holds the scope, and the scope the service. For a test with the trait or base class, whose world has
  /// an end.
  public static let findsScopeCycles = InjectedScopeOptions(rawValue: 8)
}
