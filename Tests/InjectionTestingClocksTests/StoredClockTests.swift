import InjectionTestingClocks
import TestSupport
import XCTest

/// The test runner creates these clocks before any test runs, and outside tasks.
final class StoredClockTests: XCTestCase {
  private let clock = TestClock()

  func testSleepsOnIt() async throws {
    try await sleepAHundredTimes(on: clock)
  }

  @MainActor func testSleepsOnItOnTheMainActor() async throws {
    try await sleepAHundredTimes(on: clock)
  }
}

/// The test runner sets these up in a task that is not the test's.
final class SetUpClockTests: XCTestCase {
  private var clock: TestClock?

  override func setUp() async throws { clock = TestClock() }

  func testSleepsOnIt() async throws {
    let clock = try XCTUnwrap(clock)
    // From here on, what the test creates belongs to the clock.
    _ = clock.now
    try await sleepAHundredTimes(on: clock)
  }
}

private func sleepAHundredTimes(on clock: TestClock) async throws {
  let log = Log()
  for _ in 0..<100 {
    let task = Task {
      await Task.detached {}.value
      try await clock.sleep(for: .seconds(1))
      await Task.detached { log.add("woke") }.value
    }
    await clock.advance(by: .seconds(1))
    XCTAssertTrue(clock.deadlines.isEmpty)
    XCTAssertFalse(log.lines.isEmpty)
    try await task.value
  }
  XCTAssertEqual(log.lines.count, 100)
}
