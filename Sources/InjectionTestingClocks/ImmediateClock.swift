import Injection

/// A clock on which no sleep takes time: each moves the time to its deadline and returns.
///
/// ```swift
/// let clock = ImmediateClock()
/// try await clock.sleep(for: .seconds(3600))
/// let passed = clock.now.offset
/// // passed is 3600 seconds
/// ```
///
/// For code that waits once or a number of times. Work that sleeps for ever, as a timer does, never
/// suspends for long; give it a ``TestClock``.
public final class ImmediateClock: Clock, Sendable {
  /// A point in an immediate clock's time.
  public typealias Instant = TestClock.Instant

  private let time: Guarded<Instant>

  /// Creates a clock.
  ///
  /// - Parameter now: The time it shows.
  public init(now: Instant = Instant()) {
    time = Guarded(now)
  }

  /// The latest deadline that somebody has slept to.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: a sleep ends at its deadline exactly.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to the deadline, gives other tasks their turn, and returns.
  ///
  /// - Parameters:
  ///   - deadline: The time to move to; a deadline that has come already leaves the time as it is.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` where the task is cancelled; then the time stays as it is.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
