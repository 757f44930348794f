import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

/// The doubles in worlds: each test case makes its own, in a line.
@Suite("Doubles that a trait makes")
struct TraitTests {
  private let session = Session()

  init() async {
    // The clock, which the trait has made before, counts the way to the test.
    await Task.detached {}.value
    await MainActor.run {}
  }

  @Test(
    "A clock waits for what the test creates, in its tasks and on the main actor",
    .injected {
      $0.clock = TestClock()
      $0.date = .constant(Date(timeIntervalSince1970: 7))
      $0.uuid = .incrementing
    }, arguments: 0..<100)
  func clock(number: Int) async throws {
    let clock = try #require(injected(\.clock) as? TestClock)
    let log = Log()
    let session = session
    let opening = Task { @MainActor in
      await Task.detached {}.value
      let ticket = try await session.open()
      log.add("open")
      return ticket
    }
    await clock.advance(by: .seconds(60))
    #expect(log.lines == ["open"])
    opening.cancel()
    let ticket = try await opening.value
    #expect(ticket == Ticket(id: UUID(0), from: Date(timeIntervalSince1970: 7)))
  }

  @Test(
    "An exhaustive test reads each double that it makes",
    .injected(.exhaustive) {
      $0.clock = ImmediateClock()
      $0.date.now = .distantPast
      $0.uuid = .constant(UUID(3))
    })
  func exhaustive() async throws {
    #expect(try await session.open() == Ticket(id: UUID(3), from: .distantPast))
  }
}
