import InjectionEssentials
import XCTest

/// The test runner creates these clocks before any test runs, and outside tasks.
final class StoredClockTests: XCTestCase {
  private let clock = TestClock()

  func testSleepsOnIt() async throws {
    try await sleeps()
  }

  @MainActor func testSleepsOnItOnTheMainActor() async throws {
    try await sleeps()
  }

  private func sleeps() async throws {
    let (clock, log) = (clock, Log())
    for _ in 0..<100 {
      let task = Task {
        await Task.detached {}.value
        try await clock.sleep(for: .seconds(1))
        await Task.detached { log.add("woke") }.value
      }
      await clock.advance(by: .seconds(1))
      XCTAssertTrue(clock.deadlines.isEmpty)
      try await task.value
    }
    XCTAssertEqual(log.lines.count, 100)
  }
}
