import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Whose an issue is, where one test comes across what another has left")
struct IssueOwnerTests {
  @Test("A session that is dropped in a later test is an issue of its own test")
  func dropped() async {
    let earlier = EarlierTest()
    let ended = Gate()
    let session = Guarded<InjectedSession?>(
      earlier.world.run {
        let session = InjectedSession { $0.greeting = "session" }
        session.onEnd(GreetingKey.self) { _ in ended.open() }
        return session
      })
    let issues = await collectingIssues {
      session.withLock { $0 = nil }
      await ended.wait()
    }
    #expect(issues.isEmpty)
    #expect(earlier.messages.count == 1)
    #expect(earlier.messages.first?.contains("was dropped without 'end()'") == true)
  }

  @Test("What a session has registered wrongly is an issue of its own test, whoever ends it")
  func registered() async {
    let earlier = EarlierTest()
    let session = earlier.world.run {
      let session = InjectedSession { $0.greeting = "session" }
      session.onEnd(TallyKey.self) { _ in }
      session.onEnd(GreetingKey.self) { _ in throw CancellationError() }
      _ = session.run { injected(\.tally) }
      return session
    }
    let issues = await collectingIssues { await session.end() }
    #expect(issues.isEmpty)
    #expect(
      earlier.messages.map { $0.contains("failed, in the session") } == [true, false])
    #expect(earlier.messages.last?.contains("had nothing to do") == true)
  }

  @Test(
    "What a session's teardown reads or calls is an issue of its own test, whoever drops or ends it",
    arguments: [false, true])
  func teardown(ends: Bool) async {
    let earlier = EarlierTest()
    let ended = Gate()
    let session = Guarded<InjectedSession?>(
      earlier.world.run {
        let session = InjectedSession { $0.greeting = "session" }
        session.onEnd(GreetingKey.self) { _ in
          _ = (injected(\.topic), injected(\.dial).read())
          ended.open()
        }
        return session
      })
    earlier.world.end()
    let issues = await collectingIssues {
      if ends { await session.withLock { $0 }?.end() }
      session.withLock { $0 = nil }
      await ended.wait()
    }
    #expect(issues.isEmpty)
    #expect(earlier.messages.contains { $0.contains("'topic' read TopicKey through the world of") })
    #expect(earlier.messages.contains { $0.contains("Dial.read was called") })
  }

  @Test(
    "What tears down a session that its own test drops or ends runs for that",
    arguments: [false, true])
  func ownTeardown(ends: Bool) async {
    let ended = Gate()
    let seen = Guarded<Test.ID?>(nil)
    let issues = await collectingIssues {
      var session: InjectedSession? = InjectedSession { $0.greeting = "session" }
      session?.onEnd(GreetingKey.self) { _ in
        seen.withLock { $0 = Test.current?.id }
        ended.open()
      }
      if ends { await session?.end() }
      session = nil
      await ended.wait()
    }
    #expect(issues.count == (ends ? 0 : 1))
    #expect(seen.withLock { $0 } == Test.current?.id)
  }

  @Test("What a test does itself with what another has left is its own issue")
  func own() async {
    let earlier = EarlierTest()
    let session = earlier.world.run { InjectedSession { $0.greeting = "session" } }
    let owner = session.run { Injected(\.greeting) }
    await session.end()
    let issues = await collectingIssues {
      session.run {}
      #expect(owner() == "session")
      earlier.world.run { _ = injected(\.untested) }
    }
    #expect(issues.count == 3)
    #expect(earlier.messages.isEmpty)
  }

  @Test("Who is told of an issue may wait for another one of the test, recorded from outside")
  func recordedMeanwhile() async throws {
    let test = try #require(Test.current)
    let messages = Guarded<[String]>([])
    let world = Guarded<InjectedValues?>(nil)
    let catcher = CaughtIssue.Catcher { issue in
      let count = messages.withLock { messages in
        messages.append(issue.message)
        return messages.count
      }
      guard count < 3 else { return }
      let values = world.withLock { $0 }
      onThreadInPlace { values?.run { IssueReporter.report("issue \(count + 1)") } }
    }
    try await CaughtIssue.$catcher.withValue(catcher) {
      try await InjectedTrait.injected.provideScope(for: test, testCase: nil) {
        let values = InjectedValues.current
        world.withLock { $0 = values }
        await onThread { values.run { IssueReporter.report("issue 1") } }
      }
    }
    #expect(messages.withLock { $0.map(\.self) } == ["issue 1", "issue 2", "issue 3"])
  }
}

/// A test that has come to its end, as far as others can tell.
private struct EarlierTest {
  private final class Recorded: Sendable {
    let messages = Guarded<[String]>([])
  }

  private let recorded = Recorded()
  let world: TestWorld

  init() {
    let identity = TestIdentity(name: "'an earlier test'") { [recorded] issue in
      recorded.messages.withLock { $0.append(issue.message) }
    }
    world = TestWorld(of: identity, at: SourcePlace(#fileID, #line))
  }

  var messages: [String] { recorded.messages.withLock { $0.map(\.self) } }
}
