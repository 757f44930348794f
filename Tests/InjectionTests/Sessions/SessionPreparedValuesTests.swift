import Injection
import InjectionTesting
import TestSupport
import Testing

/// Which of what is prepared in sessions and outside them is whose.
@Suite("Rule 6: whose is what was prepared, in sessions and where scopes meet")
struct SessionPreparedValuesTests {
  @Test("An operation reads what was prepared where an owner's scope and another one meet")
  func merged() async throws {
    let (entered, leave) = (Gate(), Gate())
    let report = try await issueReport {
      let session = InjectedSession()
      async let isThere = session.run {
        let owner = withInjectedValues {
          $0[WestKey.self] = 1
        } operation: {
          PairOwner()
        }
        return try await withInjectedValues {
          $0[EastKey.self] = 2
        } operation: {
          try await withInjectedValues(from: owner) {
            try await InjectedValues.prepare(MergedPairKey.self)
          }
          let first = owner.pair()
          entered.open()
          await leave.wait()
          return owner.pair() === first
        }
      }
      await entered.wait()
      await session.end()
      leave.open()
      let isSame = try await isThere
      #expect(isSame)
    }
    #expect(report.contains("which has ended"))
  }

  @Test("A teardown that comes while the session around ends runs, or is reported")
  func lateTeardown() async {
    for round in 0..<40 {
      let (closed, begun) = (Counter(), Counter())
      let issues = await collectingIssues {
        let outer = InjectedSession()
        outer.onEnd(AccountKey.self) { _ in }
        let inner = outer.run { InjectedSession { $0.register(AccountKey.self) { "Ada" } } }
        _ = inner.run { injected(\.account) }
        async let registered: Void = {
          // Both at the same time, one of them some steps later.
          begun.increment()
          for _ in 0..<round * 10 { _ = begun.value }
          inner.onEnd(AccountKey.self) { _ in closed.increment() }
        }()
        while begun.value == 0 { await Task.yield() }
        await outer.end()
        await registered
        await inner.end()
      }
      #expect(closed.value + issues.count { $0.message.contains("'onEnd' for AccountKey") } == 1)
    }
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
        "prepared outside the session of InjectionTests/SessionPreparedValuesTests.swift:"))
  }
}

private enum WestKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum EastKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private final class Connection: Sendable {}

/// Needs what two branches have.
private enum MergedPairKey: AsyncInjectedKey {
  static func liveValue() async throws -> Connection { try await testValue() }
  static func testValue() async throws -> Connection {
    _ = injected { ($0[WestKey.self], $0[EastKey.self]) }
    return Connection()
  }
}

private final class PairOwner: Sendable {
  let pair = Injected { $0[MergedPairKey.self] }
}

private enum OwnConnectionKey: AsyncInjectedKey {
  static func liveValue() async throws -> Connection { Connection() }
  static func testValue() async throws -> Connection { Connection() }
  static var lifetime: InjectedLifetime { .session }
}

enum OfSessionKey: InjectedInterfaceKey {
  static var testValue: String { "of a session" }
  static var lifetime: InjectedLifetime { .session }
}

private enum MemberKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String { injected { $0[OfSessionKey.self] } }
}
