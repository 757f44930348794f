import Dispatch
import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Worlds: what a test overrides, prepares and builds is its own")
struct WorldTests {
  @Test("Values of the process that a build enters continue in the test's world", .injected)
  func savedInABuild() async {
    let saved = await Task.detached {
      InjectedValues.current.overriding { $0.greeting = "saved" }
    }.value
    withInjectedValues {
      $0[SavedKey.self] = saved
      $0.topic = "reader's"
    } operation: {
      #expect(injected { $0[EnteringKey.self] } == "saved, \(saved.run { injected(\.topic) })")
    }
  }

  @Test(
    "The process's values are those of the test's world, also with a trait", .injected,
    arguments: [1, 2])
  func processValues(number: Int) async {
    prepareInjectedValues { $0.greeting = "prepared" }
    let process = await onThread { InjectedValues.current }
    process.run { #expect(injected(\.greeting) == "prepared") }
  }

  @Test("And where reads are looked at", .injected(.exhaustive))
  func processValuesLookedAt() async {
    prepareInjectedValues { $0.greeting = "prepared" }
    let process = await onThread { InjectedValues.current }
    process.run { #expect(injected(\.greeting) == "prepared") }
  }

  @Test("An issue of a read in values that are carried elsewhere is the test's")
  func carriedIssue() async throws {
    let test = try #require(Test.current)
    let issues = try await expectingIssues {
      try await InjectedTrait.injected { _ in }.provideScope(for: test, testCase: nil) {
        let values = InjectedValues.current
        await Task.detached { _ = values.run { injected { $0[LiveOnlyKey.self] } } }.value
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("no test value for LiveOnlyKey") == true)
  }

  @Test("An issue from elsewhere has been recorded when the call that reports it returns")
  func recordedAtOnce() async throws {
    let test = try #require(Test.current)
    let seen = Guarded(0)
    let catcher = CaughtIssue.Catcher { _ in seen.withLock { $0 += 1 } }
    try await CaughtIssue.$catcher.withValue(catcher) {
      try await InjectedTrait.injected { $0.dial = Dial() }
        .provideScope(for: test, testCase: nil) {
          let values = InjectedValues.current
          let counts = await onQueue {
            (1...100).map { _ in
              _ = values.run { injected(\.dial).read() }
              return seen.withLock { $0 }
            }
          }
          #expect(counts == Array(1...100))
        }
    }
  }

  @Test("What leaves no value to give ends the process of an exit test, and is its result alone")
  func fatalIssue() async {
    await #expect(processExitsWith: .failure) { _ = injected { $0[CyclicKey.self] } }
  }

  // MARK: A thousand at once

  @Test("An issue of a read that has lost its test, outside every scope, ends no process")
  func issueOutside() async {
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        _ = await Task.detached { injected { $0[LiveOnlyKey.self] } }.value
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("no test value for LiveOnlyKey") }
    }
  }

  @Test("A stateful test value is fresh in each of 1,000 arguments", .injected, arguments: 0..<1000)
  func freshWithTrait(number: Int) async {
    await checkThatAllIsFresh()
  }

  @Test("Also without a trait, where the toolchain tells arguments apart", arguments: 0..<1000)
  func freshWithoutTrait(number: Int) async {
    await checkThatAllIsFresh()
  }

  @Test("Equal arguments have worlds of their own", arguments: [1, 1, 1])
  func equalArguments(number: Int) async {
    await checkThatAllIsFresh()
  }

  @Test("1,000 worlds that are open together each have their own values")
  func manyAtOnce() async throws {
    let test = try #require(Test.current)
    let count = 1000
    let meeting = Meeting(count)
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          let trait = InjectedTrait.injected { $0.greeting = "\(number)" }
          try await trait.provideScope(for: test, testCase: nil) {
            #expect(injected(\.tally).increment() == 1)
            await meeting.arrive()
            #expect(injected(\.tally).increment() == 2)
            #expect(injected(\.greeting) == "\(number)")
            #expect(injected(\.ledger).tally === injected(\.tally))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Without a trait

  @Test("A test without a trait has one world, in all its tasks")
  func oneWorld() async {
    let tally = injected(\.tally)
    #expect(tally.increment() == 1)
    async let child = injected(\.tally)
    #expect(await child === tally)
    #expect(await Task { injected(\.ledger) }.value.tally === tally)
    withInjectedValues {
      $0.greeting = "scope"
    } operation: {
      #expect(injected(\.tally) === tally)
    }
    #expect(TallyUser().tally === tally)
    #expect(InjectedValues.current.tally === tally)
  }

  @Test("… also where they are the first to read, at once", arguments: 0..<100)
  func oneWorldAtOnce(number: Int) async {
    let tallies = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { injected(\.tally) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tallies.allSatisfy { $0 === tallies[0] })
  }

  @Test("A world that a trait has taken is no other's")
  func taken() async throws {
    let test = try #require(Test.current)
    prepareInjectedValues { $0.topic = "prepared" }
    let process = await onThread { InjectedValues.current }
    for topic in ["prepared", "test"] {
      try await InjectedTrait.injected.provideScope(for: test, testCase: Test.Case.current) {
        #expect(injected(\.topic) == topic)
        #expect(process.run { injected(\.tally) } === injected(\.tally))
      }
    }
  }

  @Test("An owner keeps the world that it was created in, wherever it reads")
  func ownerOnQueue() async {
    let user = TallyUser()
    let current = InjectedValues.current
    let (mine, carried) = await onQueue { (user.tally, current.run { injected(\.tally) }) }
    #expect(mine === injected(\.tally))
    #expect(carried === mine)
    #expect(await Task.detached { user.tally }.value === mine)
  }

  @Test("Values of the main actor are the world's too")
  @MainActor
  func mainActor() {
    let screen = InjectedValues.current.screen
    screen.title = "changed"
    #expect(InjectedValues.current.screen === screen)
  }

  @Test("… and in another test, they are others")
  @MainActor
  func mainActorAgain() {
    #expect(InjectedValues.current.screen.title == "test")
  }

  // MARK: Preparing

  @Test("Preparing in a test reaches its scopes and owners, and no other test", arguments: 0..<20)
  func preparing(number: Int) {
    let user = TallyUser()
    prepareInjectedValues {
      $0.greeting = "prepared \(number)"
      $0.register(TopicKey.self) { "made \(injected(\.tally).increment())" }
    }
    #expect(injected(\.greeting) == "prepared \(number)")
    #expect(user.greeting == "prepared \(number)")
    #expect(injected(\.topic) == "made 1")
    withInjectedValues {
      $0.tally = Tally()
    } operation: {
      #expect(injected(\.greeting) == "prepared \(number)")
      #expect(injected(\.topic) == "made 1")
    }
    #expect(injected(\.topic) == "made 1")
    #expect(injected(\.tally).value == 1)
    prepareInjectedValues { $0.untested = injected(\.tally).value + 1 }
    #expect(injected(\.untested) == 2)
  }

  @Test("What the process prepares is not seen in a test")
  func preparedForProcess() async {
    await #expect(processExitsWith: .success) {
      // No test runs here, so this is the process.
      prepareInjectedValues { $0.greeting = "process" }
      precondition(injected(\.greeting) == "process")
      let world = TestWorld(
        of: TestIdentity(name: "a test", record: nil), at: SourcePlace(#fileID, #line))
      world.run { precondition(injected(\.greeting) == "test") }
      precondition(injected(\.greeting) == "process")
      precondition(injected(\.tally).increment() == 1)
      precondition(injected(\.tally).increment() == 2)
      world.run { precondition(injected(\.tally).increment() == 1) }
    }
  }
}

/// Reads and writes what another test would have left behind.
private func checkThatAllIsFresh() async {
  #expect(injected(\.tally).increment() == 1)
  await Task.yield()
  #expect(injected(\.ledger).tally.increment() == 2)
  await Task { #expect(injected(\.tally).increment() == 3) }.value
  #expect(TallyUser().tally.increment() == 4)
}

private enum SavedKey: InjectedInterfaceKey {
  static var testValue: InjectedValues? { nil }
}

/// Enters the saved values while it is built.
private enum EnteringKey: InjectedInterfaceKey {
  static var testValue: String {
    let saved = injected { $0[SavedKey.self] }
    return withInjectedValues {
      if let saved { $0 = saved }
    } operation: {
      injected { "\($0.greeting), \($0.topic)" }
    }
  }
}

/// Is built from itself.
private enum CyclicKey: InjectedInterfaceKey {
  static var testValue: Int { injected { $0[CyclicKey.self] } }
}

private enum LiveOnlyKey: InjectedKey {
  static var liveValue: Int { 1 }
}
