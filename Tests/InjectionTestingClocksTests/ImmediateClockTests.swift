import InjectionTestingClocks
import TestSupport
import Testing

@Suite("The immediate clock")
struct ImmediateClockTests {
  @Test("A sleep moves the time to its deadline, and never back")
  func moves() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3600))
    let passed = clock.now.offset
    // passed is 3600 seconds
    #expect(passed == .seconds(3600))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(3600))
    #expect(try await clock.measure { try await clock.sleep(for: .seconds(2)) } == .seconds(2))
  }

  @Test("A sleep gives other tasks their turn")
  @MainActor func turn() async throws {
    let clock = ImmediateClock()
    let log = Log()
    let other = Task { log.add("other") }
    // Not `sleep(for:)`, which leaves the main actor.
    try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
    log.add("slept")
    await other.value
    #expect(log.lines == ["other", "slept"])
  }

  @Test("It works as any clock")
  func existential() async throws {
    let immediate = ImmediateClock(now: .init(offset: .seconds(1)))
    let clock: any Clock<Duration> = immediate
    try await clock.sleep(for: .seconds(1))
    #expect(immediate.now.offset == .seconds(2))
    #expect(clock.minimumResolution == .zero)
  }

  @Test("A cancelled task does not sleep, and moves nothing")
  func cancelled() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }
}
