import Injection
import TestSupport
import Testing

/// What was prepared cannot be made anew by who reads it: so it stays until the operations that may read
/// it have ended, though the session has.
@Suite("Rule 6: what was prepared in a session, while operations outlast its end")
struct SessionPreparationTests {
  @Test("An end that drains waits for a preparation that nobody waits for any more")
  func drains() async {
    let way = Way()
    let session = InjectedSession { $0[WayKey.self] = way }
    let closed = Counter()
    session.onEnd(ReportKey.self) { _ in closed.increment() }
    let request = Task {
      try await session.run { try await InjectedValues.prepare(ReportKey.self) }
    }
    await way.entered.wait()
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    #expect(closed.value == 0)
    way.leave.open()
    await end.value
    #expect(closed.value == 1)
  }

  @Test("A preparation that ends its own session does not wait for itself")
  func endsItself() async throws {
    let session = InjectedSession()
    let way = Way { await session.end(drain: .seconds(3_600)) }
    way.leave.open()
    let report = await issueReport {
      await #expect(throws: CancellationError.self) {
        try await session.run {
          try await withInjectedValues {
            $0[WayKey.self] = way
          } operation: {
            try await InjectedValues.prepare(ReportKey.self)
          }
        }
      }
    }
    #expect(report.contains("which has ended"))
  }

  @Test("Where the session ends meanwhile, a preparation reads what it has prepared")
  func endsMeanwhile() async {
    let way = Way()
    let session = InjectedSession { $0[WayKey.self] = way }
    let report = await issueReport {
      let request = Task {
        try await session.run { try await InjectedValues.prepare(ReportKey.self) }
      }
      await way.entered.wait()
      await session.end()
      way.leave.open()
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    #expect(report.contains("read SettingsKey through the session of"))
    #expect(way.text.withLock { $0 } == "settings")
  }

  @Test("What an abandoned preparation has begun in its own scope reads on after the session")
  func abandoned() async {
    let way = Way()
    let report = await issueReport {
      let session = InjectedSession { $0[WayKey.self] = way }
      await session.run {
        let request = Task { try await InjectedValues.prepare(SurveyKey.self) }
        await way.entered.wait()
        await session.end()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        // That run has ended before this one begins.
        await #expect(throws: SurveyError.self) {
          try await InjectedValues.prepare(SurveyKey.self)
        }
      }
      way.leave.open()
      await way.end.wait()
    }
    #expect(report.contains("read SettingsKey through the session of"))
    #expect(way.text.withLock { $0 } == "settings")
  }

  @Test("An end that drains waits for what an abandoned preparation has begun")
  func drainsAbandoned() async {
    // Long enough for an end that does not wait.
    let way = Way { for _ in 0..<1_000 { await Task.yield() } }
    let session = InjectedSession { $0[WayKey.self] = way }
    let seen = Guarded("")
    session.onEnd(OfSessionKey.self) { _ in
      seen.withLock { $0 = way.text.withLock { $0 } }
    }
    await session.run {
      _ = injected { $0[OfSessionKey.self] }
      let request = Task { try await InjectedValues.prepare(SurveyKey.self) }
      await way.entered.wait()
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
      await #expect(throws: SurveyError.self) {
        try await InjectedValues.prepare(SurveyKey.self)
      }
    }
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    way.leave.open()
    await end.value
    #expect(seen.withLock { $0 } == "settings")
  }

  @Test("An operation that outlasts its session reads what was prepared; then that is let go of")
  func operation() async throws {
    let way = Way()
    weak var connection: Connection?
    let report = try await issueReport {
      let session = InjectedSession { $0[WayKey.self] = way }
      let operation = Task {
        try await session.run {
          try await InjectedValues.prepare(SettingsKey.self, ConnectionKey.self)
          let first = ObjectIdentifier(injected { $0[ConnectionKey.self] })
          await way.pass()
          let text = injected { $0[SettingsKey.self] }.text
          return text == "settings"
            && ObjectIdentifier(injected { $0[ConnectionKey.self] }) == first
        }
      }
      await way.entered.wait()
      connection = session.run { injected { $0[ConnectionKey.self] } }
      await session.end(drain: .milliseconds(1))
      #expect(connection != nil)
      way.leave.open()
      let isThere = try await operation.value
      #expect(isThere)
    }
    #expect(report.contains("which has ended"))
    #expect(connection == nil)
  }

  @Test("It stays until the last of them has ended")
  func lastOperation() async throws {
    let way = Way()
    let (entered, leave) = (Gate(), Gate())
    let report = try await issueReport {
      let session = InjectedSession { $0[WayKey.self] = way }
      async let short: Void = session.run {
        entered.open()
        await leave.wait()
      }
      async let long = session.run {
        try await InjectedValues.prepare(ConnectionKey.self)
        let first = ObjectIdentifier(injected { $0[ConnectionKey.self] })
        await way.pass()
        return ObjectIdentifier(injected { $0[ConnectionKey.self] }) == first
      }
      await entered.wait()
      await way.entered.wait()
      await session.end()
      leave.open()
      await short
      way.leave.open()
      let isThere = try await long
      #expect(isThere)
    }
    #expect(report.contains("which has ended"))
  }

  @Test("Nothing stays where no operation runs")
  func idle() async throws {
    let session = InjectedSession { $0[WayKey.self] = Way() }
    weak let connection = try await session.run {
      try await InjectedValues.prepare(ConnectionKey.self)
      return injected { $0[ConnectionKey.self] }
    }
    #expect(connection != nil)
    await session.end()
    #expect(connection == nil)
  }

  @Test("A session's key is prepared for each session, though it reads nothing of one")
  func eachSession() async throws {
    let (one, other) = (InjectedSession(), InjectedSession())
    func prepared(in session: InjectedSession) async throws -> Connection {
      try await session.run {
        try await InjectedValues.prepare(OwnConnectionKey.self)
        return injected { $0[OwnConnectionKey.self] }
      }
    }
    let first = try await prepared(in: one)
    #expect(try await prepared(in: one) === first)
    #expect(try await prepared(in: other) !== first)
    await one.end()
    await other.end()
  }

  @Test("What was prepared outside a session, from what each has of its own, says so")
  func preparedOutside() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await InjectedSession {
        $0.context = .test
      }.run {
        try? await InjectedValues.prepare(MemberKey.self)
        precondition(injected { $0[MemberKey.self] } == "of a session")
        InjectedSession().run { _ = injected { $0[MemberKey.self] } }
      }
    }
    #expect(
      result.report.contains(
        "prepared outside the session of InjectionTests/SessionPreparationTests.swift:"))
  }
}

/// Where a preparation waits.
private final class Way: Sendable {
  let entered = Gate()
  let leave = Gate()
  let end = Gate()
  let passes = Counter()
  let text = Guarded("")
  private let meanwhile: @Sendable () async -> Void

  init(_ meanwhile: @escaping @Sendable () async -> Void = {}) { self.meanwhile = meanwhile }

  func pass() async {
    passes.increment()
    entered.open()
    await leave.wait()
    await meanwhile()
  }
}

private enum WayKey: InjectedInterfaceKey {
  static var testValue: Way { Way() }
}

private struct Settings: Sendable {
  let text: String
}

private enum SettingsKey: AsyncInjectedKey {
  static func liveValue() async throws -> Settings { try await testValue() }
  static func testValue() async throws -> Settings {
    _ = injected { $0[WayKey.self] }
    return Settings(text: "settings")
  }
}

private final class Connection: Sendable {}

private enum ConnectionKey: AsyncInjectedKey {
  static func liveValue() async throws -> Connection { try await testValue() }
  static func testValue() async throws -> Connection {
    _ = injected { $0[WayKey.self] }
    return Connection()
  }
}

private enum OwnConnectionKey: AsyncInjectedKey {
  static func liveValue() async throws -> Connection { Connection() }
  static func testValue() async throws -> Connection { Connection() }
  static var lifetime: InjectedLifetime { .session }
}

private enum OfSessionKey: InjectedInterfaceKey {
  static var testValue: String { "of a session" }
  static var lifetime: InjectedLifetime { .session }
}

private enum MemberKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String { injected { $0[OfSessionKey.self] } }
}

/// Prepares what it needs, waits without heeding its cancellation, and reads.
private enum ReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String {
    try await InjectedValues.prepare(SettingsKey.self)
    let way = injected { $0[WayKey.self] }
    await way.pass()
    let text = injected { $0[SettingsKey.self] }.text
    way.text.withLock { $0 = text }
    way.end.open()
    return text
  }
}

private struct SurveyError: Error {}

/// Prepares a report in a scope of its own, and fails while there is one.
private enum SurveyKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String {
    let way = injected { $0[WayKey.self] }
    if way.passes.value > 0 { throw SurveyError() }
    return try await withInjectedValues {
      $0[WayKey.self] = way
    } operation: {
      try await InjectedValues.prepare(ReportKey.self)
      return injected { $0[ReportKey.self] }
    }
  }
}
