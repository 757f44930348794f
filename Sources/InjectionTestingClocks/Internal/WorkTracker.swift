import Injection
import Synchronization

/// Counts the segments of work that belong to a clock, and says when none is left.
final class WorkTracker: Sendable {
  /// A call of `advance` or `run`, which may wait several times.
  final class Call: Sendable {
    private static let last = Atomic<UInt64>(0)

    /// Greater than that of a call that began before.
    fileprivate let number = last.wrappingAdd(1, ordering: .relaxed).newValue
    fileprivate let hasExpired = Guarded(false)
  }

  private typealias Waiter = (call: Call, continuation: CheckedContinuation<Bool, Never>)

  private struct State {
    var pending = 0
    var isEnded = false
    var waiters: [Waiter] = []
  }

  /// The states of all trackers: a segment may belong to several, and begins and ends for all at once.
  private static let states = Guarded<[WorkTracker.ID: State]>([:])

  private typealias ID = ObjectIdentifier
  private var id: ID { ID(self) }

  init() {
    Self.states.withLock { [id] in $0[id] = State() }
  }

  deinit {
    Self.states.withLock { [id] in $0[id] = nil }
  }

  private func withState<R: Sendable>(_ body: (inout State) -> R) -> R {
    Self.states.withLock { [id] in body(&$0[id, default: State()]) }
  }

  /// Whether the clock is gone, so that nobody asks.
  var isEnded: Bool { withState { $0.isEnded } }

  /// Ends the tracker, since its clock is gone.
  func finish() { withState { $0.isEnded = true } }

  /// Counts a segment as begun, and gives the trackers that have counted it: those that have not ended.
  static func begin(_ trackers: [WorkTracker]) -> [WorkTracker] {
    states.withLock { states in
      trackers.filter { tracker in
        let isCounting = states[tracker.id]?.isEnded == false
        if isCounting { states[tracker.id]?.pending += 1 }
        return isCounting
      }
    }
  }

  /// Counts a segment of the activity as ended for these trackers.
  ///
  /// A call that has waited for that goes on first, as work of the whole activity. Of two such calls,
  /// the one that began last does, since it may be part of the work that the other waits for.
  static func end(_ trackers: [WorkTracker], of activity: Activity) {
    while let waiter = states.withLock({ end(trackers, in: &$0) }) {
      activity.attributing { waiter.resume(returning: true) }
    }
  }

  /// Counts a segment as ended, or takes out the continuation of a call that has to go on first.
  private static func end(
    _ trackers: [WorkTracker], in states: inout [ID: State]
  ) -> CheckedContinuation<Bool, Never>? {
    var next: (tracker: ID, index: Int, number: UInt64)?
    for tracker in trackers {
      guard let state = states[tracker.id], state.pending == 1 else { continue }
      for (index, waiter) in state.waiters.enumerated()
      where waiter.call.number > next?.number ?? 0 {
        next = (tracker.id, index, waiter.call.number)
      }
    }
    if let next { return states[next.tracker]?.waiters.remove(at: next.index).continuation }
    for tracker in trackers { states[tracker.id]?.pending -= 1 }
    return nil
  }

  /// Runs `body`, so that the jobs which it enqueues are counted; also by the trackers of the caller's segment.
  func attributing(_ body: () -> Void) {
    Activity(Activity.trackersOfCaller.filter { $0 !== self } + [self]).attributing(body)
  }

  /// Waits until every counted segment has ended; the caller's ends by this suspension.
  ///
  /// - Returns: Whether all had ended before the call expired.
  func idle(for call: Call) async -> Bool {
    let isIdle = await withCheckedContinuation { continuation in
      let immediate: Bool? = withState { state in
        if call.hasExpired.withLock({ $0 }) { return false }
        if state.pending == 0 { return true }
        state.waiters.append((call, continuation))
        return nil
      }
      if let immediate { continuation.resume(returning: immediate) }
    }
    // Shows the thread sanitizer that what the counted work did comes before what the caller does now: it
    // does not see this order where a continuation is resumed before its task waits.
    withState { _ in }
    return isIdle
  }

  /// Ends the waits of this call, now and later.
  func expire(_ call: Call) {
    let waiters = withState { state in
      call.hasExpired.withLock { $0 = true }
      let expired = state.waiters.filter { $0.call === call }
      state.waiters.removeAll { $0.call === call }
      return expired
    }
    for waiter in waiters { waiter.continuation.resume(returning: false) }
  }
}
