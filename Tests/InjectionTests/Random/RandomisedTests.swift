import Injection
import InjectionTesting
import TestSupport
import Testing

/// Random programs of scopes, sessions, overrides, registrations, decorations, contributions, owners
/// and reads, against a reference that recomputes everything from scratch.
///
/// A failure names its seed; `INJECTION_TEST_SEED` replays it.
@Suite("9. Stress: random programs against a reference")
struct RandomisedTests {
  @Test("Random programs, three quarters of what `INJECTION_TEST_PROGRAMS` says, in 8 tasks")
  func programs() async {
    let left = Leftovers()
    await inTasks(SplitMix.seeds(SplitMix.programCount * 3 / 4)) { await run($0, leaving: left) }
    #expect(await left.areGone(), "outlives its scope: \(left.names)")
  }

  @Test("Worlds for which values are prepared, and what ends with them; a thirtieth as many again")
  func prepared() async {
    let left = Leftovers()
    for seed in SplitMix.seeds(SplitMix.programCount / 30) {
      let issues = RandomFailures()
      let world = TestWorld(
        of: TestIdentity(name: "random \(seed)") { issues.note($0.message) },
        at: SourcePlace(#fileID, #line))
      let journal = seed % 4 == 0 ? RandomJournal() : nil
      let failures = await collectingFailures(but: "which has ended") {
        await RandomJournal.$current.withValue(journal) {
          let failures = await world.run {
            await RandomProgram(seed: seed).run(preparing: true, leaving: left)
          }
          world.end()
          return failures + (journal?.failures ?? [])
        }
      }
      // What tasks let go of late reads late.
      let all = failures + issues.all.filter { !$0.contains("which has ended") }
      #expect(all.isEmpty, "INJECTION_TEST_SEED=\(seed): \(all)")
      await Task.yield()  // Other tests share the pool, and have time limits.
    }
    #expect(await left.areGone(), "outlives its world: \(left.names)")
  }

  @Test("Sessions that end while tasks read what belongs to them, in the other quarter")
  func sessions() async {
    await inTasks(SplitMix.seeds(SplitMix.programCount / 4), runSession)
  }

  private func inTasks(
    _ seeds: [UInt64], _ run: @escaping @Sendable (UInt64) async -> Void
  ) async {
    let count = seeds.count / 8 + 1
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for seed in seeds.dropFirst(task * count).prefix(count) {
            await run(seed)
            await Task.yield()  // Other tests share the pool, and have time limits.
          }
        }
      }
    }
  }

  /// Whoever reads through what has ended is told, each reader once; and what came too late for a teardown.
  private func runSession(_ seed: UInt64) async {
    let journal = seed % 2 == 0 ? RandomJournal() : nil
    let failures = await inPlace(of: seed) {
      await collectingFailures(but: "which has ended", "had torn down its values") {
        await RandomJournal.$current.withValue(journal) {
          await RandomSessionProgram(seed: seed).run() + (journal?.failures ?? [])
        }
      }
    }
    #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
  }

  private func inPlaces(
    _ count: Int, _ run: @escaping @Sendable (UInt64) async -> [String]
  ) async {
    for seed in SplitMix.seeds(count) {
      let failures = await inPlace(of: seed) { await run(seed) }
      #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
      await Task.yield()  // Other tests share the pool, and have time limits.
    }
  }

  @Test("Services that open scopes while they are built; a thirtieth as many again")
  func openings() async {
    await inPlaces(SplitMix.programCount / 30) { seed in
      var program = RandomOpenings(seed: seed)
      return await program.run()
    }
  }

  @Test("Branches of scopes that owners join in all orders; a tenth as many again")
  func branches() async {
    await inPlaces(SplitMix.programCount / 10) { seed in
      var program = RandomBranches(seed: seed)
      return program.run()
    }
  }

  @Test("Reads in two orders, between which nothing tells; a tenth as many again")
  func orders() async {
    await inPlaces(SplitMix.programCount / 10) { seed in
      var program = RandomOrders(seed: seed)
      return program.run()
    }
  }

  @Test("Scopes that several tasks share, prepare in and let go of; a 240th as many again")
  func sharing() async {
    for seed in SplitMix.seeds(SplitMix.programCount / 240) {
      let failures = await inPlace(of: seed) { await RandomSharing(seed: seed).run() }
      #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
    }
  }

  @Test("Requests that prepare, are cancelled and end their sessions; a thirtieth as many again")
  func requests() async {
    for seed in SplitMix.seeds(SplitMix.programCount / 30) {
      let failures = await inPlace(of: seed) {
        await collectingFailures(
          but: "which has ended", "had torn down its values", "was dropped without 'end()'"
        ) {
          await RandomRequest(seed: seed).run()
        }
      }
      #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
    }
  }

  @Test("The reference tells a wrong value and a wrong instance")
  func reference() {
    let inner = ReferenceScope(steps: [(.leafA, .assign("x"))])
    #expect(RandomReference.expected(.leafA, in: [inner]).text == "x")
    #expect(RandomReference.expected(.top, in: [inner]).owner == 1)
    #expect(RandomReference.expected(.top, in: []).owner == 0)
    #expect(
      RandomReference.expected(.top, in: [inner]).text
        != RandomReference.expected(.top, in: []).text)
    let session = ReferenceScope(steps: [], isSession: true)
    #expect(RandomReference.expected(.account, in: [session]).owner == 1)
    #expect(RandomReference.expected(.root, in: [session, inner]).owner == 2)
    #expect(RandomReference.expected(.top, in: [session]).owner == 0)
    let other = ReferenceScope(steps: [])
    #expect(
      RandomReference.merged([session, inner], on: [session, other])
        .elementsEqual([session, other, inner]) { $0 === $1 })
  }

  private func run(_ seed: UInt64, leaving left: Leftovers) async {
    // In every fourth program, deinitialisers read.
    let journal = seed % 4 == 0 ? RandomJournal() : nil
    let failures = await inPlace(of: seed) {
      await watched(by: seed) {
        await RandomJournal.$current.withValue(journal) {
          await RandomProgram(seed: seed).run(leaving: left) + (journal?.failures ?? [])
        }
      }
    }
    #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
  }
}

private enum RandomWatchedKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

/// Runs three programs of seven in a scope that is watched, where no read takes a short cut: what it gives
/// is the same.
private func watched(
  by seed: UInt64, _ program: @concurrent () async -> [String]
) async -> [String] {
  switch seed % 7 {
  case 0:
    var failures: [String] = []
    let graph = await InjectedValues.recordGraph {
      failures = await program()
      _ = injected { $0[RandomWatchedKey.self] }
    }
    let isRecorded = graph.nodes.contains { $0.key.contains("RandomWatchedKey") }
    return failures + (isRecorded ? [] : ["the last read was not recorded"])
  case 1:
    let isTraced = Guarded(false)
    let failures = await InjectedValues.trace {
      defer { _ = injected { $0[RandomWatchedKey.self] } }
      return await program()
    } to: { line in
      // Not always the last: another program may read through what this one has built for both.
      if line.contains("RandomWatchedKey") { isTraced.withLock { $0 = true } }
    }
    return failures + (isTraced.withLock(\.self) ? [] : ["the last read was not traced"])
  case 2:
    return await collectingFailures(but: "is exhaustive", "exhaustive. Override it there") {
      await withInjectedValues(.exhaustive) {
        $0[RandomWatchedKey.self] = 1
      } operation: {
        await program() + (injected { $0[RandomWatchedKey.self] } == 1 ? [] : ["not in its scope"])
      }
    }
  default: return await program()
  }
}

/// Runs a program in the world of its test, where reads take locks; every third one in a scope of the
/// process, as an app does, where what has been read is found without.
private func inPlace(
  of seed: UInt64, _ program: @escaping @Sendable () async -> [String]
) async -> [String] {
  if !seed.isMultiple(of: 3) { return await program() }
  return await Task.detached {
    // Each default depends on the context: what is built outside the program's scopes is kept in this.
    await withInjectedValues {
      $0.context = .test
    } operation: {
      await program()
    }
  }.value
}

/// What a program gives, and the issues that it has reported, but for some that belong to it.
private func collectingFailures(
  but expected: String..., from program: () async -> [String]
) async -> [String] {
  var failures: [String] = []
  let issues = await collectingIssues { failures = await program() }
  return failures + issues.map(\.message).filter { !expected.contains(where: $0.contains) }
}
