import Dispatch
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

  /// Begins a survey, and leaves it when its report has begun; returns when it has failed.
  private func abandonSurvey(on way: Way, meanwhile: () async -> Void = {}) async {
    let request = Task { try await InjectedValues.prepare(SurveyKey.self) }
    await way.entered.wait()
    await meanwhile()
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    // That run has ended before this one begins.
    await #expect(throws: SurveyError.self) {
      try await InjectedValues.prepare(SurveyKey.self)
    }
  }

  @Test("What an abandoned preparation has begun in its own scope reads on after the session")
  func abandoned() async {
    let way = Way()
    let report = await issueReport {
      let session = InjectedSession { $0[WayKey.self] = way }
      await session.run {
        await abandonSurvey(on: way) { await session.end() }
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
      await abandonSurvey(on: way)
    }
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    way.leave.open()
    await end.value
    #expect(seen.withLock { $0 } == "settings")
  }

  @Test("An end that drains waits for what a synchronous default has begun")
  func drainsSynchronous() async {
    let way = Way { for _ in 0..<1_000 { await Task.yield() } }
    let session = InjectedSession { $0[WayKey.self] = way }
    await onThread { session.run { _ = injected { $0[ReporterKey.self] } } }
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    way.leave.open()
    await end.value
    #expect(way.text.withLock { $0 } == "settings")
  }

  @Test("What an abandoned preparation has prepared goes with it, after the session around too")
  func abandonedInside() async {
    let way = Way()
    _ = await issueReport {
      let outer = InjectedSession()
      let inner = outer.run { InjectedSession { $0[WayKey.self] = way } }
      await inner.run {
        await abandonSurvey(on: way) { await outer.end() }
      }
      way.leave.open()
      await way.end.wait()
    }
    #expect(way.text.withLock { $0 } == "settings")
    for _ in 0..<100_000 where way.gone.value == 0 { await Task.yield() }
    #expect(way.gone.value == 1)
  }

  @Test("A preparation that outlives its test reads what it has prepared")
  func world() async {
    let way = Way()
    let world = TestWorld(
      of: TestIdentity(name: "'an earlier test'", record: nil), at: SourcePlace(#fileID, #line))
    _ = await issueReport {
      await world.run {
        await withInjectedValues {
          $0[WayKey.self] = way
        } operation: {
          let request = Task { try await InjectedValues.prepare(ReportKey.self) }
          await way.entered.wait()
          request.cancel()
          await #expect(throws: CancellationError.self) { try await request.value }
        }
      }
      world.end()
      way.leave.open()
      await way.end.wait()
    }
    #expect(way.text.withLock { $0 } == "settings")
    for _ in 0..<100_000 where way.gone.value == 0 { await Task.yield() }
    #expect(way.gone.value == 1)
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
}

/// Where a preparation waits.
private final class Way: Sendable {
  let entered = Gate()
  let leave = Gate()
  let end = Gate()
  let passes = Counter()
  let gone = Counter()
  let hasPassed = DispatchSemaphore(value: 0)
  let text = Guarded("")
  private let meanwhile: @Sendable () async -> Void

  init(_ meanwhile: @escaping @Sendable () async -> Void = {}) { self.meanwhile = meanwhile }

  func pass() async {
    passes.increment()
    hasPassed.signal()
    entered.open()
    await leave.wait()
    await meanwhile()
  }
}

private enum WayKey: InjectedInterfaceKey {
  static var testValue: Way { Way() }
}

private final class Settings: Sendable {
  let text = "settings"
  private let way = injected { $0[WayKey.self] }

  deinit { way.gone.increment() }
}

private enum SettingsKey: AsyncInjectedKey {
  static func liveValue() async throws -> Settings { try await testValue() }
  static func testValue() async throws -> Settings {
    Settings()
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

/// Starts a task that prepares a report, and is made when it has begun.
private final class Reporter: Sendable {
  let report = Task { try await InjectedValues.prepare(ReportKey.self) }

  init(on way: Way) { way.hasPassed.wait() }
}

private enum ReporterKey: InjectedInterfaceKey {
  static var testValue: Reporter {
    let way = injected { $0[WayKey.self] }
    return withInjectedValues {
      $0[WayKey.self] = way
    } operation: {
      Reporter(on: way)
    }
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
