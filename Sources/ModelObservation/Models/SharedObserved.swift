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
/// that is the main actor and the write happens there, otherwise as soon as the isolation is free,
/// once for all that was written until then. No change is missed, whichever thread it comes from.
///
/// An observer made in nonisolated code has no isolation to be told on. It runs on the writer if
/// that is the same task on the same actor, or the same thread outside tasks; a write from elsewhere is
/// reported on standard error and seen at the next run. Observe on an actor, or iterate over ``changes``.
public final class SharedObserved<Value: Sendable>: Sendable {
  /// A value, and the version that identifies it.
  fileprivate struct Versioned {
    var value: Value
    var version: UInt64
  }

  /// The entry of one operation in the cell.
  fileprivate struct Visit {
    let operation: UInt64
    /// The version that the operation goes on reading, once it has read.
    var seen: Versioned?
    /// The version before the operation's first write, once it has written.
    var before: Versioned?
    /// Whether it has written a value that equals what others had written, and it had not seen.
    var isLate = false
  }

  fileprivate struct State {
    var current: Versioned
    /// The highest version ever given: a reverted write restores that of the value.
    var lastVersion: UInt64 = 1
    let areEqual: ((Value, Value) -> Bool)?
    var visits: [Visit] = []

    mutating func visit(of operation: UInt64) -> (index: Int, isNew: Bool) {
      if let index = visits.firstIndex(where: { $0.operation == operation }) {
        return (index, false)
      }
      visits.append(Visit(operation: operation))
      return (visits.count - 1, true)
    }
  }

  private let state: Guarded<State>
  /// The current version, set under the lock.
  private let latest = Atomic<UInt64>(1)
  /// Those to notify, under a lock of their own: an observer may end while the value is being changed.
  ///
  /// A writer sets the version and then looks here, a subscriber adds itself and then compares.
  private let subscriptions = Guarded<[ObjectIdentifier: SharedSubscription]>([:])

  /// Makes a cell with its initial value.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    state = Guarded(
      State(current: Versioned(value: value, version: 1), areEqual: equality(of: Value.self)))
  }

  deinit {
    // Only one-shots are left: all others keep the cell.
    for subscription in allSubscriptions { subscription.notifyEnd() }
  }

  /// The value.
  ///
  /// Each read and each write is atomic; use ``withValue(_:)`` to combine them.
  ///
  /// Reading is recorded; a change in place counts as a write alone. Writing an equal value notifies nobody.
  public var value: Value {
    get {
      let strand = Strand.current
      guard strand.isOwn, strand.isOperating else { return state.withLock { $0.current.value } }
      if strand.isRecording { SharedSource.track(self, strand) }
      let operation = strand.operation
      return state.withLock { state in
        let visit = state.visits.first { $0.operation == operation }
        return visit?.seen?.value ?? state.current.value
      }
    }
    set { withValue { $0 = newValue } }
    _modify {
      var new = untracked { value }
      defer { withValue { $0 = new } }
      yield &new
    }
  }

  /// Changes the value in one step that no other access comes between.
  ///
  /// Observers of what `body` changes elsewhere are told after `body`, together with those of the cell. Tasks
  /// that change cells inside one another must all do so in the same order, or may wait for each other for ever.
  ///
  /// ```swift
  /// counter.withValue { $0 += 1 }
  /// ```
  ///
  /// - Parameter body: What to do with the value, under the cell's lock: it must not use the cell.
  ///   The value's `==` runs under the lock as well.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. What it changed before stays changed.
  /// - Complexity: The former value is kept to be compared, and destroyed once the lock is released: so changing
  ///   a collection in place copies it.
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let strand = Strand.current
    // A batch of another task, further out on this thread, does not include this write.
    let operation = strand.depth > 0 && strand.isOwn ? strand.operation : nil
    return try Strand.perform { strand throws(Failure) in
      // Observers of what `body` changes elsewhere may read the cell: they run after the lock is released.
      strand.beginBatch()
      defer { strand.endBatch() }
      return try change(by: operation, strand, body)
    }
  }

  private func change<Result, Failure: Error>(
    by operation: UInt64?, _ strand: Strand, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    let access = strand.accessNumber
    // The old value and the one seen are destroyed after the lock is released.
    let (old, seen, isChanged, isNewVisit) = state.withLock { state in
      let old = state.current
      do throws(Failure) {
        outcome = .success(try body(&state.current.value))
      } catch {
        outcome = .failure(error)
      }
      if let areEqual = state.areEqual, areEqual(old.value, state.current.value) {
        let seen = state.noteEqualWrite(by: operation)
        // Memos compare anew. Observers are told at the operation's end, as of all that others write.
        if let seen, seen.version != state.current.version { strand.noteWrite() }
        return (old, seen, false, false)
      }
      let (isNewVisit, seen) = state.noteWrite(over: old, by: operation, in: access)
      latest.store(state.current.version, ordering: .releasing)
      strand.noteWrite()
      return (old, seen, true, isNewVisit)
    }
    withExtendedLifetime((old, seen)) {}
    if isNewVisit {
      if access == nil { strand.rememberVisit(to: self) } else { strand.rememberInAccess(self) }
    }
    // All in one batch, so that no observer sees two values that are derived from the cell disagree.
    if isChanged { for subscription in allSubscriptions { subscription.notify(of: self) } }
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

extension SharedObserved.State {
  /// Gives the current value a new version, or the one before the operation if the value is the same again.
  ///
  /// The accesses in place that the task has open count as one operation, of which its others are parts.
  ///
  /// - Returns: Whether the outermost operation had no entry before, and what `operation` had seen until now.
  fileprivate mutating func noteWrite(
    over old: SharedObserved.Versioned, by operation: UInt64?, in access: UInt64?
  ) -> (isNew: Bool, seen: SharedObserved.Versioned?) {
    lastVersion += 1
    current.version = lastVersion
    guard let outermost = access ?? operation else { return (false, nil) }
    let (index, isNew) = visit(of: outermost)
    let before = visits[index].before ?? old
    visits[index].before = before
    if let areEqual, areEqual(before.value, current.value) { current.version = before.version }
    guard let reader = visits.firstIndex(where: { $0.operation == operation }) else {
      return (isNew, nil)
    }
    let seen = visits[reader].seen
    if seen != nil { visits[reader].seen = current }
    return (isNew, seen)
  }

  /// Has an operation see the equal value that it has written, which others may have written before it; gives
  /// what it had seen until now.
  fileprivate mutating func noteEqualWrite(by operation: UInt64?) -> SharedObserved.Versioned? {
    guard let reader = visits.firstIndex(where: { $0.operation == operation }),
      let seen = visits[reader].seen
    else { return nil }
    visits[reader].seen = current
    if seen.version != current.version { visits[reader].isLate = true }
    return seen
  }
}

extension SharedObserved: SharedCell {
  var currentVersion: UInt64 { latest.load(ordering: .acquiring) }

  /// The cell's subscriptions, the oldest first.
  private var allSubscriptions: [SharedSubscription] {
    subscriptions.withLock { Array($0.values) }.sorted { $0.number < $1.number }
  }

  func version(seenBy strand: Strand) -> UInt64 {
    let operation = strand.operation
    strand.beginVisits()
    let (version, isNew) = state.withLock { state in
      let (index, isNew) = state.visit(of: operation)
      let seen = state.visits[index].seen ?? state.current
      state.visits[index].seen = seen
      return (seen.version, isNew)
    }
    if isNew { strand.rememberVisit(to: self) }
    return version
  }

  func endVisit(of operation: UInt64) -> Bool {
    // The value that the operation has seen is destroyed after the lock is released.
    let (visit, isLate) = state.withLock { state in
      let index = state.visits.firstIndex { $0.operation == operation }
      let visit = index.map { state.visits.remove(at: $0) }
      let isLate = visit?.seen.map { $0.version != state.current.version } ?? false
      return (visit, isLate || visit?.isLate ?? false)
    }
    withExtendedLifetime(visit) {}
    return isLate
  }

  func notifyLate() {
    for subscription in allSubscriptions { subscription.notifyLate(of: self) }
  }

  func add(_ subscription: SharedSubscription) {
    subscriptions.withLock { $0[ObjectIdentifier(subscription)] = subscription }
  }

  func remove(_ subscription: SharedSubscription) {
    _ = subscriptions.withLock { $0.removeValue(forKey: ObjectIdentifier(subscription)) }
  }
}
