import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

/// What Docs/Essentials.md shows and no other test does.
@Suite("Examples of the guide to the essentials")
struct EssentialsExamples {
  @Test("A test says what the services give, and moves the time")
  func session() async throws {
    let clock = TestClock()
    let moment = Date(timeIntervalSince1970: 1_000_000_000)
    let opening = withInjectedValues {
      $0.clock = clock
      $0.date.now = moment
      $0.uuid = .incrementing
    } operation: {
      let session = Session()
      return Task { try await session.open() }
    }
    await clock.advance(by: .seconds(60))
    let ticket = try await opening.value
    // ticket is Ticket(id: UUID(0), from: moment)
    #expect(ticket == Ticket(id: UUID(0), from: moment))
  }

  @Test("A timer ticks as the time moves, until it is cancelled")
  func timer() async {
    let log = Log()
    let clock = TestClock()
    let timer = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        log.add("\(clock.now.offset)")
      }
    }
    await clock.advance(by: .seconds(3))
    // log.lines is ["1.0 seconds", "2.0 seconds", "3.0 seconds"]
    timer.cancel()
    await clock.advance(by: .seconds(3))
    #expect(log.lines == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
  }
}

struct Ticket: Equatable {
  var id: UUID
  var from: Date
}

struct Session: Sendable {
  @Injected(\.clock) var clock
  @Injected(\.date.now) var now
  @Injected(\.uuid) var uuid

  func open() async throws -> Ticket {
    let ticket = Ticket(id: uuid(), from: now)
    try await clock.sleep(for: .seconds(60))
    return ticket
  }
}
