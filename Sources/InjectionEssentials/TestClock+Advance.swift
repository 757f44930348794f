import Dispatch
import Injection

extension TestClock {
  /// Moves the time by a duration, and waits for the work that this wakes.
  ///
  /// See ``advance(to:)``.
  ///
  /// - Parameter duration: How far to move; by zero it waits for the work in progress.
  public func advance(by duration: Duration = .zero) async {
    let end = now.advanced(by: duration)
    await advance(to: end)
  }

  /// Moves the time to an instant, and waits for the work that this wakes.
  ///
  /// Work that has begun comes to its sleeps first. Then the sleepers whose deadlines are not after
  /// the instant wake one by one, in the order of their deadlines and, with the same one, in that of
  /// their calls; each sees the time of its deadline, and what it causes has suspended or finished
  /// before the next one wakes, or before the call returns. Sleeps that begin meanwhile take part.
  ///
  /// Several tasks may advance one clock; it goes as far as the furthest. The time never goes back.
  /// A cancelled task advances as others do.
  ///
  /// - Parameter end: The time to move to.
  /// - Complexity: O(*n*²), where *n* is the number of sleepers that wake, beside their work.
  public func advance(to end: Instant) async {
    _ = await wake(until: end, watch: nil)
    state.withLock { $0.move(to: end) }
  }

  /// Moves the time until nobody sleeps, and waits for the work that this wakes.
  ///
  /// Work that sleeps again and again, as a timer does, has no last sleep: cancel it before, or
  /// advance by a duration instead. Such a run ends with its timeout, as one does whose work blocks a
  /// thread, and an issue is reported that names the deadlines. Who sleeps then sleeps on: cancel it
  /// before you await its end, or the test waits for ever.
  ///
  /// - Parameter timeout: How long to go on, in real time; much more than the work needs by itself
  ///   where other tests keep the machine busy.
  /// - Complexity: As ``advance(to:)``.
  public func run(timeout: Duration = .seconds(10)) async {
    let watch = WorkTracker.Watch()
    let expiry = DispatchWorkItem { [tracker] in tracker.expire(watch) }
    let seconds = Double(timeout.components.seconds) + Double(timeout.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: expiry)
    let isIdle = await wake(until: nil, watch: watch)
    expiry.cancel()
    guard !isIdle else { return }
    let left = state.withLock { $0.sleepers.map { "\($0.deadline.offset)" } }
    reportIssue(
      """
      'TestClock.run' gave up after \(timeout), at the clock's \(now.offset): \
      \(left.isEmpty ? "nobody sleeps" : "there are sleeps until \(left.joined(separator: ", "))"), \
      or work that it woke has neither suspended nor finished. Cancel work that sleeps for ever, or \
      use 'advance(by:)'.
      """)
  }

  /// Wakes one sleeper after another.
  ///
  /// - Returns: Whether it came to an end before the watch expired.
  private func wake(until end: Instant?, watch: WorkTracker.Watch?) async -> Bool {
    if !WorkTracking.isInstalled {
      reportIssue("the work that a 'TestClock' wakes is not waited for on this platform.")
    }
    while true {
      Activity.claimCaller(for: tracker)
      guard await tracker.idle(watch: watch) else { return false }
      guard let continuation = state.withLock({ $0.next(until: end) }) else { return true }
      tracker.attributing { continuation.resume() }
    }
  }
}
