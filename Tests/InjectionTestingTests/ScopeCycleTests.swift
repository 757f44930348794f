import Injection
import InjectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("Scopes that keep themselves alive are found when the test ends")
struct ScopeCycleTests {
  private func issues(
    _ trait: InjectedTrait = .injected(.findsScopeCycles),
    _ test: @escaping @Sendable () async throws -> Void
  ) async throws -> [CaughtIssue] {
    let current = try #require(Test.current)
    return try await collectingIssues {
      try await trait.provideScope(for: current, testCase: nil, performing: test)
    }
  }

  @Test("A service that stores what was made later, in its scope, is named with the scope")
  func cycle() async throws {
    let line = #line + 2
    let issues = try await issues {
      withInjectedValues {
        $0.greeting = "own"
      } operation: {
        let hub = injected { $0[HubKey.self] }
        hub.add(Listener())
        #expect(hub.first?.greeting == "own")
      }
    }
    #expect(issues.count == 1)
    let message = try #require(issues.first?.message)
    #expect(
      message.contains(
        "the scope of InjectionTestingTests/ScopeCycleTests.swift:\(line) was kept alive by HubKey alone"
      ))
    #expect(issues.first?.severity == .warning)
  }

  @Test("A cycle further inside is reported once, by its own scope")
  func nested() async throws {
    let line = #line + 5
    let issues = try await issues {
      withInjectedValues {
        $0.topic = "outer"
      } operation: {
        withInjectedValues {
          $0.greeting = "inner"
        } operation: {
          injected { $0[HubKey.self] }.add(Listener())
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("ScopeCycleTests.swift:\(line) was") == true)
  }

  @Test(
    "Without the option, nobody looks",
    .disabled(if: TestWorld.findsScopeCycles, "All tests are asked to."))
  func withoutOption() async throws {
    let issues = try await issues(.injected) {
      withInjectedValues {
        $0.greeting = "own"
      } operation: {
        injected { $0[HubKey.self] }.add(Listener())
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A service of the test's world that stores what the test has made is no cycle")
  func world() async throws {
    let issues = try await issues {
      injected { $0[WorldHubKey.self] }.add(Listener())
      injected { $0[HubKey.self] }.add(Listener())
    }
    #expect(issues.map(\.message) == [])
  }

  @Test("What others hold, what a session ends, and what is made during a build is no cycle")
  func none() async throws {
    let outside = Mutex<[Listener]>([])
    let issues = try await issues(.injected(.findsScopeCycles) { $0.topic = "test" }) {
      // Kept in the world, it holds a scope inside.
      let hub = injected { $0[WorldHubKey.self] }
      withInjectedValues {
        $0.greeting = "inside"
      } operation: {
        hub.add(Listener())
      }
      // Held by the test itself.
      withInjectedValues {
        $0.greeting = "held"
      } operation: {
        #expect(injected { $0[HubKey.self] }.greeting == "held")
        outside.withLock { $0.append(Listener()) }
      }
      let session = InjectedSession { $0.greeting = "session" }
      session.run { injected { $0[HubKey.self] }.add(Listener()) }
      await session.end()
      withInjectedValues {
        $0.greeting = "built"
      } operation: {
        _ = injected { $0[EarlyHubKey.self] }
      }
    }
    #expect(issues.map(\.message) == [])
    #expect(outside.withLock { $0.count } == 1)
  }
}

private final class Listener: Sendable {
  let injectedGreeting = Injected(\.greeting)
  var greeting: String { injectedGreeting() }
}

private final class Hub: Sendable {
  let greeting: String?
  private let listeners = Mutex<[Listener]>([])

  init(_ greeting: String?) { self.greeting = greeting }

  var first: Listener? { listeners.withLock { $0.first } }
  func add(_ listener: Listener) { listeners.withLock { $0.append(listener) } }
}

private enum HubKey: InjectedKey {
  static var liveValue: Hub { Hub(injected(\.greeting)) }
  static var testValue: Hub { liveValue }
}

private enum WorldHubKey: InjectedKey {
  static var liveValue: Hub { Hub(nil) }
  static var testValue: Hub { liveValue }
}

private enum EarlyHubKey: InjectedKey {
  static var liveValue: Hub {
    let hub = Hub(injected(\.greeting))
    hub.add(Listener())
    return hub
  }
  static var testValue: Hub { liveValue }
}
