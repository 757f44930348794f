import Injection
import Testing

/// Random programs of scopes, sessions, overrides, registrations, decorations, contributions, owners
/// and reads, against a reference that recomputes everything from scratch.
///
/// A failure names its seed; `INJECTION_TEST_SEED` replays it.
@Suite("9. Stress: random programs against a reference")
struct RandomisedTests {
  @Test("10,000 random programs, in 8 tasks")
  func programs() async {
    _ = InjectedValues.outside  // Captured here, outside every scope.
    if let seed = SplitMix.replayedSeed { return await run(seed) }
    let start = UInt64.random(in: 0..<(1 << 40))
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for offset in 0..<1_250 {
            await run(start + UInt64(task * 1_250 + offset))
            await Task.yield()  // Other tests share the pool, and have time limits.
          }
        }
      }
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
    let merged = RandomReference.merged([session, inner], on: [session, session])
    #expect(merged.map { $0 === inner } == [false, false, true])
  }

  private func run(_ seed: UInt64) async {
    let failures = await RandomProgram(seed: seed).run()
    #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
  }
}

private struct WeakNode {
  weak var object: RandomNode?
}

/// An object that reads all keys, and the scopes that it was made in.
private struct MadeOwner {
  let owner = RandomOwner()
  let scopes: [ReferenceScope]
}

/// One random program, run against the container and against the reference.
private final class RandomProgram {
  private var generator: SplitMix
  private var failures: [String] = []
  private var names = 0
  /// What was read that belongs to a scope or a session.
  private var built: [(name: RandomName, node: WeakNode)] = []
  private var owners: [MadeOwner] = []

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// Runs the program and gives what went wrong.
  func run() async -> [String] {
    await body(in: [])
    owners = []
    for (name, node) in built where node.object != nil { fail("\(name): outlives its scope") }
    return failures
  }

  private func fail(_ message: String) { failures.append(message) }

  private func body(in scopes: [ReferenceScope]) async {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      if scopes.count < 4, Bool.random(using: &generator) {
        if Int.random(in: 0..<4, using: &generator) == 0 {
          await logIn(from: scopes)
        } else {
          await enter(from: scopes)
        }
      } else {
        check(RandomName.ofNodes.randomElement(using: &generator) ?? .top, in: scopes)
        if Bool.random(using: &generator) {
          owners.append(MadeOwner(scopes: scopes))
        } else {
          checkOwner(in: scopes)
        }
      }
    }
  }

  private func enter(from scopes: [ReferenceScope]) async {
    let scope = ReferenceScope(steps: randomSteps())
    await withInjectedValues { values in
      for (name, step) in scope.steps { apply(step, to: name, of: &values) }
    } operation: {
      await body(in: scope.steps.isEmpty ? scopes : scopes + [scope])
    }
  }

  /// Runs in a session, whose own values are torn down at its end, each once.
  private func logIn(from scopes: [ReferenceScope]) async {
    let scope = ReferenceScope(steps: randomSteps(), isSession: true)
    let session = InjectedSession { values in
      for (name, step) in scope.steps { apply(step, to: name, of: &values) }
    }
    let closed = Guarded<[RandomNode]>([])
    session.onEnd(RandomAccountKey.self) { node in closed.withLock { $0.append(node) } }
    await session.run { await body(in: scopes + [scope]) }
    await session.end()
    let nodes = closed.withLock { $0 }
    // So are those that a scope inside it has kept.
    if let own = scope.instances[.account], nodes.count(where: { $0 === own }) != 1 {
      fail("account: \(nodes.map(\.text)) torn down instead of \(own.text)")
    }
  }

  private func randomSteps() -> [(RandomName, RandomStep)] {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in randomStep() }
  }

  private func randomStep() -> (RandomName, RandomStep) {
    names += 1
    let name = RandomName.allCases.randomElement(using: &generator) ?? .top
    if name == .elements { return (name, randomContribution()) }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return (name, .assign("v\(names)"))
    case 1:
      let leaf: RandomName = name == .leafA ? .leafB : .leafA
      // Two leaves that are registered from each other would be a cycle.
      return name == .leafB
        ? (name, .assign("v\(names)")) : (name, .register("r\(names)", reads: leaf))
    default: return (name, .decorate("d\(names)"))
    }
  }

  private func randomContribution() -> RandomStep {
    if Int.random(in: 0..<4, using: &generator) == 0 { return .assign("v\(names)") }
    let ids: [String?] = [nil, "x", "y"]
    return .contribute(
      "c\(names)", id: ids.randomElement(using: &generator) ?? nil,
      order: Int.random(in: -1...1, using: &generator),
      reads: Bool.random(using: &generator) ? .leafA : .right)
  }

  private func apply(_ step: RandomStep, to name: RandomName, of values: inout InjectedValues) {
    switch name {
    case .leafA: apply(step, RandomLeafAKey.self, &values)
    case .leafB: apply(step, RandomLeafBKey.self, &values)
    case .left: apply(step, RandomLeftKey.self, &values)
    case .right: apply(step, RandomRightKey.self, &values)
    case .top: apply(step, RandomTopKey.self, &values)
    case .account: apply(step, RandomAccountKey.self, &values)
    case .root: apply(step, RandomRootKey.self, &values)
    case .fresh: apply(step, RandomFreshKey.self, &values)
    case .faint: apply(step, RandomFaintKey.self, &values)
    case .holder: apply(step, RandomHolderKey.self, &values)
    case .list: apply(step, RandomListKey.self, &values)
    case .elements: applyToElements(step, &values)
    }
  }

  private func apply<Key: InjectedInterfaceKey>(
    _ step: RandomStep, _ key: Key.Type, _ values: inout InjectedValues
  ) where Key.Value == RandomNode {
    switch step {
    case .assign(let text): values[key] = RandomNode(text)
    case .register(let text, let name):
      values.register(key) { RandomNode("\(text)(\(readRandom(name).text))", in: .current) }
    case .decorate(let text):
      values.decorate(key) { RandomNode("\(text)[\($0.text)]", in: .current) }
    case .contribute: preconditionFailure("Only a collection has contributions.")
    }
  }

  private func applyToElements(_ step: RandomStep, _ values: inout InjectedValues) {
    switch step {
    case .assign(let text): values[RandomElementsKey.self] = [RandomNode(text)]
    case .contribute(let text, let id, let order, let name):
      values.contribute(RandomElementsKey.self, id: id, order: order) {
        RandomNode("\(text)(\(readRandom(name).text))", in: .current)
      }
    case .register, .decorate: preconditionFailure("A collection is not made or wrapped here.")
    }
  }

  private func check(_ name: RandomName, in scopes: [ReferenceScope]) {
    let wanted = RandomReference.expected(name, in: scopes)
    let node = readRandom(name)
    if node.text != wanted.text {
      fail("\(name) in \(scopes.count) scopes: \(node.text) instead of \(wanted.text)")
    }
    checkCaptured(name, node, in: Array(scopes.prefix(wanted.owner)))
    if readRandom(name) !== node {
      // A transient value is made for each reader, unless it has been assigned.
      if name != .fresh || node.values == nil {
        fail("\(name): two reads in one scope, two instances")
      }
      return
    }
    guard wanted.owner > 0 else {
      // The process owns it: whoever reads it outside every scope has the same instance.
      if InjectedValues.outside.run({ readRandom(name) }) !== node {
        fail("\(name): another instance than outside every scope")
      }
      return
    }
    let owner = scopes[wanted.owner - 1]
    if let known = owner.instances[name], known !== node {
      fail("\(name): another instance than before in scope \(wanted.owner)")
    }
    owner.instances[name] = node
    if node.values != nil { built.append((name, WeakNode(object: node))) }
  }

  /// Reads through an owner that was made here or in another scope, which may have ended.
  ///
  /// Not what a session keeps: each scope of another branch has one of its own.
  private func checkOwner(in scopes: [ReferenceScope]) {
    guard let made = owners.randomElement(using: &generator),
      made.scopes.allSatisfy({ scope in !scope.isSession || scopes.contains { $0 === scope } }),
      let name = RandomName.ofProcess.randomElement(using: &generator)
    else { return }
    let wanted = RandomReference.expected(
      name, in: RandomReference.merged(scopes, on: made.scopes)
    ).text
    let node = made.owner[name]
    if node.text != wanted { fail("\(name) through an owner: \(node.text) instead of \(wanted)") }
    if name != .fresh, made.owner[name] !== node {
      fail("\(name) through an owner: two reads, two instances")
    }
  }

  /// Reads through the scope that a value captured while it was built: its owner's.
  private func checkCaptured(
    _ name: RandomName, _ node: RandomNode, in scopes: [ReferenceScope]
  ) {
    guard let values = node.values else { return }
    let other = RandomName.ofNodes.randomElement(using: &generator) ?? .top
    let seen = values.run { readRandom(other).text }
    let wanted = RandomReference.expected(other, in: scopes).text
    if seen != wanted { fail("\(other) through \(name): \(seen) instead of \(wanted)") }
  }
}
