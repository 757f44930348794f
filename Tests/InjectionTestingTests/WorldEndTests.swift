import Dispatch
import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Worlds, at their end: what outlives a test says so, and what it has built goes")
struct WorldEndTests {
  @Test("Work that outlives its test keeps the test's values, and says so once for each key")
  func outliving() async throws {
    let test = try #require(Test.current)
    let testEnded = Gate()
    let late = Guarded<Task<Tally, Never>?>(nil)
    let issues = await expectingIssues {
      try? await InjectedTrait.injected { $0.greeting = "early" }
        .provideScope(for: test, testCase: nil) {
          let task = Task {
            await testEnded.wait()
            #expect(injected(\.greeting) == "early")
            #expect(injected(\.greeting) == "early")
            #expect(injected(\.ledger).tally.increment() == 1)
            return injected(\.tally)
          }
          late.withLock { $0 = task }
        }
      testEnded.open()
      let tally = await late.withLock { $0 }?.value
      // A world that has ended keeps nothing: each read makes another.
      #expect(tally?.value == 0)
      #expect(injected(\.tally).value == 0)
    }
    #expect(issues.count == 3)
    let name = "Work that outlives its test keeps the test's values, and says so once for each key"
    for (key, issue) in zip(["GreetingKey", "TallyKey", "LedgerKey"], issues) {
      #expect(issue.message.contains("read \(key) through the world of '\(name)'"))
      #expect(issue.message.contains("which has ended"))
      #expect(issue.message.contains("The task that reads has outlived its test"))
    }
  }

  @Test(
    "Values that outlive their test are named as what is held, to each case that runs in them",
    arguments: [1, 2])
  func outlivingValues(number: Int) async throws {
    let issues = await expectingIssues {
      withInjectedValues {
        $0 = Self.outlivingValues
      } operation: {
        #expect(injected(\.greeting) == "held")
        #expect(injected(\.greeting) == "held")
      }
      Self.outlivingValues.run { _ = injected(\.greeting) }
    }
    #expect(issues.count == 1)
    let message = try #require(issues.first).message
    #expect(message.contains("read GreetingKey through the world of 'an earlier test'"))
    #expect(message.contains("An owner that was created in that test has outlived it"))
  }

  /// What a test has left behind.
  private static let outlivingValues: InjectedValues = {
    let world = TestWorld(
      of: TestIdentity(name: "'an earlier test'", record: nil), at: SourcePlace(#fileID, #line))
    defer { world.end() }
    return world.run {
      withInjectedValues {
        $0.greeting = "held"
      } operation: {
        .current
      }
    }
  }()

  @Test("An owner that outlives its test says so, and keeps the test's overrides")
  func outlivingOwner() async throws {
    let test = try #require(Test.current)
    let kept = Guarded<TallyUser?>(nil)
    try await InjectedTrait.injected { $0.greeting = "early" }
      .provideScope(for: test, testCase: nil) {
        let user = TallyUser()
        #expect(user.greeting == "early")
        kept.withLock { $0 = user }
      }
    let user = try #require(kept.withLock { $0 })
    let issues = await expectingIssues {
      #expect(user.greeting == "early")
      #expect(await Task.detached { user.greeting }.value == "early")
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("An owner that was created in that test") == true)
  }

  @Test("What a static value has kept of one test, and another reads through, asks for a getter")
  func keptByStatic() async throws {
    let test = try #require(Test.current)
    let kept = Guarded<TallyUser?>(nil)
    try await InjectedTrait.injected { $0.greeting = "early" }
      .provideScope(for: test, testCase: nil) { kept.withLock { $0 = TallyUser() } }
    let user = try #require(kept.withLock { $0 })
    let issues = try await expectingIssues {
      try await InjectedTrait.injected.provideScope(for: test, testCase: nil) {
        #expect(user.greeting == "early")
        #expect(user.greeting == "early")
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("once for all tests: write a getter") == true)
  }

  @Test("What is freed with its test may read while it is")
  func deinitialiser() async throws {
    let test = try #require(Test.current)
    let seen = Guarded<[String]>([])
    try await InjectedTrait.injected {
      $0.greeting = "early"
      $0.register(FarewellKey.self) {
        Farewell { greeting in seen.withLock { $0.append(greeting) } }
      }
    }
    .provideScope(for: test, testCase: nil) {
      _ = injected { $0[FarewellKey.self] }
    }
    #expect(seen.withLock { $0 } == ["early"])
  }

  @Test("… and so may what the main actor lets go of after it")
  @MainActor
  func mainActorDeinitialiser() async throws {
    let test = try #require(Test.current)
    let gone = Gate()
    try await InjectedTrait.injected { $0.greeting = "early" }
      .provideScope(for: test, testCase: nil) { @MainActor in
        injected { $0[ActorFarewellKey.self] }.say = { greeting in
          #expect(greeting == "early")
          gone.open()
        }
      }
    await gone.wait()
  }

  @Test("The world of a trait in a scope, which another trait opens perhaps, ends with its test")
  func inScope() async throws {
    let test = try #require(Test.current)
    let seen = Guarded<WeakTally>(WeakTally())
    try await withInjectedValues {
      $0.topic = "around"
    } operation: {
      try await InjectedTrait.injected { $0.greeting = "x" }
        .provideScope(for: test, testCase: nil) {
          let user = TallyUser()
          #expect(injected(\.topic) == "around" && user.greeting == "x")
          seen.withLock { $0.tally = user.tally }
        }
    }
    #expect(seen.withLock { $0.tally == nil })
  }

  @Test("A session that outlives its test is part of it")
  func outlivingSession() async throws {
    let test = try #require(Test.current)
    let kept = Guarded<InjectedSession?>(nil)
    try await InjectedTrait.injected.provideScope(for: test, testCase: nil) {
      let session = InjectedSession { $0.greeting = "session" }
      #expect(session.run { injected(\.greeting) } == "session")
      kept.withLock { $0 = session }
    }
    let session = try #require(kept.withLock { $0 })
    let issues = await expectingIssues {
      #expect(session.run { injected(\.greeting) } == "session")
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("read GreetingKey through the world of") == true)
  }

  @Test("A session that ends when its test does is told of once", arguments: [false, true])
  func endingSession(isDropped: Bool) async throws {
    let test = try #require(Test.current)
    let (hasBegun, mayGoOn, isOver) = (Gate(), Gate(), Gate())
    let issues = try await expectingIssues {
      try await InjectedTrait.injected.provideScope(for: test, testCase: nil) {
        do {
          let session = InjectedSession { $0.greeting = "session" }
          session.onEnd(GreetingKey.self) { _ in
            hasBegun.open()
            await mayGoOn.wait()
            isOver.open()
          }
          if !isDropped { Task { await session.end() } }
        }
        await hasBegun.wait()
      }
    }
    mayGoOn.open()
    await isOver.wait()
    #expect(issues.count == 1)
    let message = try #require(issues.first).message
    #expect(message.contains(isDropped ? "was dropped" : "had not ended when its test did"))
  }

  @Test("What the task-locals of a test hold is freed with its world")
  func taskLocals() async throws {
    let test = try #require(Test.current)
    let gone = Gate()
    try await Held.$current.withValue(Held(gone)) {
      try await InjectedTrait.injected.provideScope(for: test, testCase: nil) {
        #expect(Held.current != nil)
      }
    }
    await gone.wait()
  }

  @Test("A world is freed with its test")
  func freed() async throws {
    let test = try #require(Test.current)
    let seen = Guarded<WeakTally>(WeakTally())
    try await InjectedTrait.injected { $0.greeting = "x" }.provideScope(for: test, testCase: nil) {
      let user = TallyUser()
      seen.withLock { $0.tally = user.tally }
    }
    #expect(seen.withLock { $0.tally == nil })
  }
}

/// Opens a gate when it is freed.
private final class Held: Sendable {
  @TaskLocal static var current: Held?

  private let gone: Gate

  init(_ gone: Gate) { self.gone = gone }
  deinit { gone.open() }
}

private struct WeakTally: Sendable {
  weak var tally: Tally?
}

/// Reads when it is freed.
private final class Farewell: Sendable {
  private let greeting = Injected(\.greeting)
  private let say: @Sendable (String) -> Void

  init(_ say: @escaping @Sendable (String) -> Void) { self.say = say }
  deinit { say(greeting()) }
}

/// Reads on the main actor when it is freed.
@MainActor
private final class ActorFarewell {
  private let greeting = Injected(\.greeting)
  // In the test's world, since it was made from what that overrides.
  private let early = injected(\.greeting)
  var say: (String) -> Void = { _ in }

  deinit { MainActor.assumeIsolated { say(greeting()) } }
}

private enum ActorFarewellKey: MainActorInjectedKey {
  static var liveValue: ActorFarewell { ActorFarewell() }
  static var testValue: ActorFarewell { ActorFarewell() }
}

private enum FarewellKey: InjectedKey {
  static var liveValue: Farewell { Farewell { _ in } }
}
