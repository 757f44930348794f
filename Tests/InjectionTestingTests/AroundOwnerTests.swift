import Injection
import InjectionTesting
import TestSupport
import Testing

/// What the tests of a suite leave under a scope around the suite, and tests of another one end.
@Suite("What is left by a suite with a scope around it", .serialized)
struct AroundOwnerTests {
  fileprivate static let messages = Guarded<[String]>([])
  private static let left = Guarded<[InjectedSession]>([])
  private static let ended = Gate()

  @Suite("Whose test leaves sessions", AroundCatching())
  struct LeavingTests {
    @Test("Leaves two")
    func leaves() {
      let dropped = InjectedSession { $0.greeting = "dropped" }
      dropped.onEnd(GreetingKey.self) { _ in
        _ = injected(\.dial).read()
        ended.open()
      }
      let later = InjectedSession { $0.topic = "ended" }
      later.onEnd(TopicKey.self) { _ in throw CancellationError() }
      left.withLock { $0 = [dropped, later] }
    }
  }

  @Suite("Whose test, with a scope around all its cases, leaves a session")
  struct LeavingCaseTests {
    @Test("Leaves one", AroundCatching())
    func leaves() {
      let session = InjectedSession { $0.topic = "ended" }
      session.onEnd(TopicKey.self) { _ in throw CancellationError() }
      left.withLock { $0.append(session) }
    }
  }

  @Suite("Whose test ends what others have left")
  struct EndingTests {
    @Test("Its issues are the suite's or the test's that has left it, and not those of who ends it")
    func ends() async throws {
      var sessions = left.withLock { $0.map(\.self) }
      left.withLock { $0 = [] }
      try #require(sessions.count == 3)
      let issues = await collectingIssues {
        for _ in 0..<2 { await sessions.removeLast().end() }
        sessions.removeLast()
        await ended.wait()
      }
      #expect(issues.isEmpty)
      let messages = messages.withLock { $0.map(\.self) }
      #expect(messages.count == 4)
      #expect(messages.count { $0.contains("failed, in the session") } == 2)
      for part in ["was dropped without", "Dial.read was called"] {
        #expect(messages.count { $0.contains(part) } == 1)
      }
    }
  }
}

@Suite("Under a scope around the suite", AroundCatching())
struct AroundCallerTests {
  @Test("What a test of it leaves is the test's that drops it", arguments: [1, 2])
  func dropped(number: Int) async {
    await dropsOwn()
  }

  @Suite("As in a suite inside")
  struct InnerTests {
    @Test("What a test leaves is the test's that drops it")
    func dropped() async {
      await dropsOwn()
    }
  }
}

@Suite("Under a scope around all cases of a test")
struct AroundCasesCallerTests {
  @Test("What a case leaves is the case's that drops it", AroundCatching(), arguments: [1, 2])
  func dropped(number: Int) async {
    await dropsOwn()
  }
}

private func dropsOwn() async {
  let ended = Gate()
  let seen = Guarded<Test.ID?>(nil)
  let issues = await collectingIssues {
    let session = InjectedSession { $0.greeting = "session" }
    session.onEnd(GreetingKey.self) { _ in
      seen.withLock { $0 = Test.current?.id }
      ended.open()
    }
    _ = consume session
    await ended.wait()
  }
  #expect(issues.map { $0.message.contains("was dropped without 'end()'") } == [true])
  #expect(seen.withLock { $0 } == Test.current?.id)
}

/// Opens a scope around a suite or a test as a whole, and is given its issues.
private struct AroundCatching: SuiteTrait, TestTrait, TestScoping {
  func scopeProvider(for test: Test, testCase: Test.Case?) -> AroundCatching? {
    testCase == nil ? self : nil
  }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let catcher = CaughtIssue.Catcher { issue in
      AroundOwnerTests.messages.withLock { $0.append(issue.message) }
    }
    try await CaughtIssue.$catcher.withValue(catcher) {
      try await withInjectedValues {
        $0.topic = "around"
      } operation: {
        try await function()
      }
    }
  }
}
