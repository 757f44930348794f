import Injection

/// A clock whose use is an issue of the test that uses it; the test value of `\.clock`.
///
/// After the report the clock does what `ContinuousClock` does. In the other contexts its use ends
/// the process, as that of `unimplemented` does.
public struct UnimplementedClock: Clock, Sendable {
  /// A point in the time of `ContinuousClock`.
  public typealias Instant = ContinuousClock.Instant

  private let reportsNow: @Sendable () -> Void
  private let reportsSleep: @Sendable () -> Void

  /// Creates a clock that reports its use.
  ///
  /// - Parameters:
  ///   - name: The clock's name, for messages.
  ///   - fileID: The file that makes the clock, for messages.
  ///   - line: The line that makes the clock, for messages.
  public init(_ name: String = "clock", fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(name, mending: nil, fileID: fileID, line: line)
  }

  /// Creates the test value of a key: the report says what to write.
  init(
    _ name: String, mending: String?, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    func reporting(_ endpoint: String) -> @Sendable () -> Void {
      unimplemented(
        "\(name).\(endpoint)", mending: mending, placeholder: (), fileID: fileID, line: line)
    }
    reportsNow = reporting("now")
    reportsSleep = reporting("sleep(until:)")
  }

  /// Reports, and gives the time of `ContinuousClock`.
  public var now: Instant {
    reportsNow()
    return ContinuousClock.now
  }

  /// The resolution of `ContinuousClock`.
  public var minimumResolution: Duration { ContinuousClock().minimumResolution }

  /// Reports, and sleeps as `ContinuousClock` does.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: How much later may do.
  /// - Throws: `CancellationError` when the task is cancelled before it wakes.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    reportsSleep()
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}
