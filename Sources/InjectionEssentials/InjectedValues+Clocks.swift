public import Injection

extension InjectedValues {
  /// The clock that code sleeps on and measures with, including while the system sleeps.
  ///
  /// Live and in previews `ContinuousClock`; in tests an ``UnimplementedClock``.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  /// The clock that stands still while the system sleeps.
  ///
  /// Live and in previews `SuspendingClock`; in tests an ``UnimplementedClock``.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ClockKey: InjectedKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { unimplementedClock("clock") }
  static var previewValue: any Clock<Duration> { liveValue }
}

private enum SuspendingClockKey: InjectedKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> { unimplementedClock("suspendingClock") }
  static var previewValue: any Clock<Duration> { liveValue }
}

private func unimplementedClock(_ name: String) -> UnimplementedClock {
  UnimplementedClock(name, mending: "Write '$0.\(name) = TestClock()', or '= ImmediateClock()'")
}
