import Injection

/// A clock whose time moves only when a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task {
///   try await clock.sleep(for: .seconds(60))
///   return "rang"
/// }
/// await clock.advance(by: .seconds(60))
/// let result = try await task.value
/// // result is "rang"
/// ```
///
/// ``advance(by:)`` first lets the work in progress come to its sleeps, then wakes one sleeper after
/// another, each at its own time, and returns when what that has caused has suspended or finished.
/// Nothing is waited for by hope: the segments of that work are counted.
///
/// *What is counted.* Work belongs to the clock from where it creates, reads, sleeps on or advances
/// the clock, in any task; and so do the tasks it creates (`Task`, `Task.detached`, `async let`,
/// groups), the tasks it resumes, and itself after a hop: on the global pool, the main actor and
/// actors without an executor of their own, however long the chain.
///
/// *What is not.* Work counts as suspended while it waits for something else: a timer, a file, a
/// request, a thread, a Dispatch queue, an actor or task with an executor of its own, and, on an
/// actor other than the main one, for `Task.yield`; so does a task that yields between its first use
/// of the clock and its next suspension, unless counted work has created it. What follows belongs to
/// the clock again once it uses the clock.
///
/// A clock that is created outside tasks, as by a stored property of an `XCTestCase`, waits for all
/// work of the process that belongs to no other clock. Where tests run in parallel, create it in the
/// test. A clock that is created in the asynchronous `setUp` of an `XCTestCase` belongs to that task. The
/// test is another task: begin it with a use of the clock, such as ``now``, before it creates tasks.
///
/// *How.* While there are test clocks, hooks stand in the concurrency runtime, before those that
/// other libraries have there; with the last clock they go. Work that belongs to no test clock runs
/// as it does without them. Windows, WebAssembly, macOS before 15.4 and the other systems of Apple's
/// of that time, such as iOS before 18.4, have no such hooks: there ``advance(by:)`` moves the time,
/// waits for nothing, and reports that.
public final class TestClock: Clock, Sendable {
  /// A point in a test clock's time.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since a clock created with no other start has begun.
    public var offset: Duration

    /// Creates an instant.
    ///
    /// - Parameter offset: The time since the zero of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Gives the instant that is later by a duration.
    ///
    /// - Parameter duration: The time between the two.
    /// - Returns: The later instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Gives the time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The time between the two; negative where the other is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Says whether the first instant is the earlier.
    ///
    /// - Parameters:
    ///   - left: The first.
    ///   - right: The second, of the same clock or of one with the same zero.
    /// - Returns: Whether it is; false where the two are the same.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let state: Guarded<Schedule>
  let tracker: WorkTracker

  /// Creates a clock that stands still.
  ///
  /// - Parameter now: The time it shows.
  public init(now: Instant = Instant()) {
    state = Guarded(Schedule(now: now))
    tracker = WorkTracking.makeTracker()
  }

  deinit {
    WorkTracking.giveBack(tracker)
  }

  /// The time that the clock shows.
  public var now: Instant {
    Activity.claimCaller(for: tracker)
    return state.withLock { $0.now }
  }

  /// Zero: a sleeper wakes at its deadline exactly.
  public var minimumResolution: Duration { .zero }

  /// The deadlines of those who sleep, in the order in which they wake.
  public var deadlines: [Instant] {
    Activity.claimCaller(for: tracker)
    return state.withLock { $0.sleepers.map(\.deadline) }
  }

  /// Suspends the task until the clock is moved to the deadline.
  ///
  /// A deadline that has come already does not suspend.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Not used: a sleeper wakes at its deadline.
  /// - Throws: `CancellationError` when the task is cancelled before it wakes, at once, and also
  ///   where it was cancelled before it fell asleep.
  /// - Complexity: O(*n*), where *n* is the number of sleepers.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    Activity.claimCaller(for: tracker)
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let immediate = state.withLock { $0.add(id, until: deadline, continuation) }
        if let immediate { continuation.resume(with: immediate) }
      }
    } onCancel: {
      let continuation = state.withLock { $0.cancel(id) }
      tracker.attributing { continuation?.resume(throwing: CancellationError()) }
    }
  }
}
