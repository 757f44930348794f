import Synchronization

/// A value that several isolations read, write and observe.
///
/// ```swift
/// final class Session: Sendable {
///   let status = SharedObserved("signed out")
/// }
/// ```
///
/// An `@Observed` property belongs to one isolation, and costs what a plain property does. A cell
/// is Sendable instead, and takes a lock for every access. Observers, derived properties and
/// sequences track it like any other property; each is told on its own isolation: at once where
/// the write happens there and that is the main actor, otherwise as soon as it is free, once for
/// all that was written until then. No change is missed, whichever thread it comes from.
///
/// An observer made in nonisolated code has no isolation to be told on. It runs on the writer if
/// that is the same task, or the same thread outside tasks; a write from elsewhere is reported on
/// standard error and seen at the next run. Observe on an actor, or iterate over ``changes``.
public final class SharedObserved<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    let areEqual: ((Value, Value) -> Bool)?
    var subscriptions: [ObjectIdentifier: SharedSubscription] = [:]
  }

  private let state: Guarded<State>
  private let version = Atomic<UInt64>(1)

  /// Makes a cell with its initial value.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    state = Guarded(State(value: value, areEqual: equality(of: Value.self)))
  }

  /// The value.
  ///
  /// Each read and each write is atomic; use ``withValue(_:)`` to combine them.
  ///
  /// Reading is recorded. Writing an equal value notifies nobody.
  public var value: Value {
    get {
      SharedSource.track(self)
      return state.withLock { $0.value }
    }
    set { withValue { $0 = newValue } }
  }

  /// Changes the value in one step that no other access comes between.
  ///
  /// ```swift
  /// counter.withValue { $0 += 1 }
  /// ```
  ///
  /// - Parameter body: What to do with the value, under the cell's lock: it must not use the cell.
  ///   The value's `==` runs under the lock as well.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. What it changed before stays changed.
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    // Observers run, and the old value is destroyed, after the lock is released.
    let (old, subscriptions) = state.withLock { state in
      let old = state.value
      do throws(Failure) {
        outcome = .success(try body(&state.value))
      } catch {
        outcome = .failure(error)
      }
      if let areEqual = state.areEqual, areEqual(old, state.value) {
        return (old, [SharedSubscription]())
      }
      version.wrappingAdd(1, ordering: .acquiringAndReleasing)
      Graph.current.noteWrite()
      return (old, Array(state.subscriptions.values))
    }
    withExtendedLifetime(old) {}
    for subscription in subscriptions { subscription.notify() }
    guard let outcome else { preconditionFailure("the body has run") }
    return try outcome.get()
  }

  /// The value now, and after every change of it, as an asynchronous sequence.
  ///
  /// It may be iterated anywhere, also in nonisolated code. In all else this is ``changes(of:)``.
  public var changes: ObservedChanges<Value, Never> {
    ModelObservation.changes(of: { self.value })
  }
}

extension SharedObserved: SharedCell {
  var currentVersion: UInt64 { version.load(ordering: .acquiring) }

  func add(_ subscription: SharedSubscription) {
    state.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = subscription }
  }

  func remove(_ subscription: SharedSubscription) {
    _ = state.withLock { $0.subscriptions.removeValue(forKey: ObjectIdentifier(subscription)) }
  }
}
