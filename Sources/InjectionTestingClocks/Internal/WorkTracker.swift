import Injection

/// Counts the segments of work that belong to a clock, and says when none is left.
final class WorkTracker: Sendable {
  private typealias Waiter = (watch: Watch?, continuation: CheckedContinuation<Bool, Never>)

  private struct State {
    var pending = 0
    var isEnded = false
    var waiters: [Waiter] = []
  }

  /// Ends a wait from outside.
  final class Watch: Sendable {
    fileprivate let hasExpired = Guarded(false)
  }

  private let state = Guarded(State())

  /// Whether the clock is gone, so that nobody asks.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Ends it, since its clock is gone.
  func finish() {
    state.withLock { $0.isEnded = true }
  }

  func begin() {
    state.withLock { $0.pending += 1 }
  }

  /// Counts a segment as ended, which belongs to others as well, perhaps.
  func end(within others: some Sequence<WorkTracker> = []) {
    let waiters = state.withLock { state in
      state.pending -= 1
      guard state.pending == 0 else { return [Waiter]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    guard !waiters.isEmpty else { return }
    Activity(others + [self]).attributing {
      for waiter in waiters { waiter.continuation.resume(returning: true) }
    }
  }

  /// Runs `body`, so that the jobs which it enqueues are counted; also by those whose segment this is.
  func attributing(_ body: () -> Void) {
    Activity(Activity.trackersOfCaller.filter { $0 !== self } + [self]).attributing(body)
  }

  /// Waits until every counted segment has ended, that of the caller by this suspension.
  ///
  /// - Returns: Whether it came to that before the watch expired.
  func idle(watch: Watch? = nil) async -> Bool {
    let isIdle = await withCheckedContinuation { continuation in
      let immediate: Bool? = state.withLock { state in
        if let watch, watch.hasExpired.withLock({ $0 }) { return false }
        if state.pending == 0 { return true }
        state.waiters.append((watch, continuation))
        return nil
      }
      if let immediate { continuation.resume(returning: immediate) }
    }
    // Orders what the counted work did before what the caller does now where the thread sanitizer
    // sees it, which it does not where a continuation is resumed before its task waits.
    state.withLock { _ in }
    return isIdle
  }

  /// Ends the waits with this watch, now and later.
  func expire(_ watch: Watch) {
    let waiters = state.withLock { state in
      watch.hasExpired.withLock { $0 = true }
      let expired = state.waiters.filter { $0.watch === watch }
      state.waiters.removeAll { $0.watch === watch }
      return expired
    }
    attributing {
      for waiter in waiters { waiter.continuation.resume(returning: false) }
    }
  }
}
