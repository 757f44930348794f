import Injection

#if canImport(Dispatch)
  import Dispatch
#endif

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
    _ = await wake(until: end, by: WorkTracker.Call())
  }

  /// Moves the time until nobody sleeps, and waits for the work that this wakes.
  ///
  /// Work that sleeps again and again, as a timer does, has no last sleep: cancel it before, or
  /// advance by a duration instead. Such a run ends with its timeout, and so does one whose work blocks
  /// a thread: an issue is reported that names the deadlines of the sleepers at that moment. They
  /// sleep on: cancel them before you await their end, or the test waits for ever.
  ///
  /// - Parameter timeout: How long to go on, in real time; much more than the work needs by itself
  ///   where other tests keep the machine busy.
  /// - Complexity: As ``advance(to:)``.
  public func run(timeout: Duration = .seconds(10)) async {
    let call = WorkTracker.Call()
    let cancel = expire(call, after: timeout)
    let isIdle = await wake(until: nil, by: call)
    cancel()
    guard !isIdle else { return }
    let left = state.withLock { $0.sleepers.map { "\($0.deadline.offset)" } }
    let sleeps = left.isEmpty ? "" : "there are sleeps until \(left.joined(separator: ", ")), or "
    IssueReporter.report(
      """
      'TestClock.run' gave up after \(timeout), at the clock's \(now.offset): \(sleeps)work that it \
      woke has neither suspended nor finished. Cancel work that sleeps for ever, or use 'advance(by:)'.
      """)
  }

  /// Ends the waits of this call after a time.
  ///
  /// - Returns: A function that keeps the call from expiring.
  private func expire(_ call: WorkTracker.Call, after timeout: Duration) -> () -> Void {
    #if canImport(Dispatch)
      // Not by a task, which work that blocks the threads of the pool would keep from running.
      let expiry = DispatchWorkItem { [tracker] in tracker.expire(call) }
      let (seconds, attoseconds) = timeout.components
      DispatchQueue.global().asyncAfter(
        deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18, execute: expiry)
      return expiry.cancel
    #else
      let expiry = Task { [tracker] in
        try await Task.sleep(for: timeout)
        tracker.expire(call)
      }
      return expiry.cancel
    #endif
  }

  /// Wakes one sleeper after another, and moves the time to the end.
  ///
  /// - Returns: Whether it came to an end before the call expired.
  private func wake(until end: Instant?, by call: WorkTracker.Call) async -> Bool {
    // The caller leaves its actor, so that jobs which are queued there begin, and are counted. When it
    // is back, it belongs to the clock.
    Activity.claimCaller(for: tracker)
    defer { Activity.claimCaller(for: tracker) }
    return await wakeSleepers(until: end, by: call)
  }

  @concurrent
  private func wakeSleepers(until end: Instant?, by call: WorkTracker.Call) async -> Bool {
    if !WorkTracking.renew() {
      IssueReporter.report(
        """
        the work that a 'TestClock' wakes is not waited for here: the concurrency runtime has no \
        hooks for that, as on Windows, WebAssembly, macOS before 15.4 and iOS before 18.4, or \
        another library gives the main actor its executor. Test with a clock on another system, or \
        wait for the work itself after 'advance'.
        """)
    }
    while true {
      guard await tracker.idle(for: call) else { return false }
      guard let continuation = state.withLock({ $0.next(until: end) }) else { return true }
      tracker.attributing { continuation.resume() }
    }
  }
}
