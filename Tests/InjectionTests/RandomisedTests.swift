import Injection
import Testing

/// Random programs of scopes, sessions, overrides, registrations, decorations, contributions, owners
/// and reads, against a reference that recomputes everything from scratch.
///
/// A failure names its seed; `INJECTION_TEST_SEED` replays it.
@Suite("9. Stress: random programs against a reference")
struct RandomisedTests {
  @Test("Random programs, as many as `INJECTION_TEST_PROGRAMS` says, in 8 tasks")
  func programs() async {
    _ = InjectedValues.outside  // Captured here, outside every scope.
    let left = Leftovers()
    if let seed = SplitMix.replayedSeed {
      await run(seed, leaving: left)
      return #expect(await left.areGone(), "INJECTION_TEST_SEED=\(seed)")
    }
    let start = UInt64.random(in: 0..<(1 << 40))
    let count = SplitMix.programCount / 8
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for offset in 0..<count {
            await run(start + UInt64(task * count + offset), leaving: left)
            await Task.yield()  // Other tests share the pool, and have time limits.
          }
        }
      }
    }
    #expect(await left.areGone(), "outlives its scope: \(left.names)")
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

  private func run(_ seed: UInt64, leaving left: Leftovers) async {
    // In every fourth program, deinitialisers read.
    let journal = seed % 4 == 0 ? RandomJournal() : nil
    var failures = await RandomJournal.$current.withValue(journal) {
      await RandomProgram(seed: seed).run(leaving: left)
    }
    failures += journal?.failures ?? []
    #expect(failures.isEmpty, "INJECTION_TEST_SEED=\(seed): \(failures)")
  }
}

private struct WeakNode {
  weak var object: RandomNode?
}

/// What programs have not seen go: a task that was waited for lets go of what it held a little later.
private final class Leftovers: Sendable {
  private let state = Guarded<[@Sendable () -> String?]>([])

  func add(_ name: RandomName, _ node: RandomNode) {
    state.withLock { $0.append { [weak node] in node.map { "\(name): \($0.text)" } } }
  }

  var names: [String] { state.withLock { $0 }.compactMap { $0() } }

  func areGone() async -> Bool {
    for _ in 0..<100_000 where !names.isEmpty { await Task.yield() }
    return names.isEmpty
  }
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
  /// Values that were captured, and the scopes that they are.
  private var captured: [(values: InjectedValues, scopes: [ReferenceScope])] = []
  /// What has been decorated, by its key and its text, which tells all that decided it.
  private var bases: [String: WeakNode] = [:]

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// Runs the program and gives what went wrong.
  func run(leaving left: Leftovers) async -> [String] {
    await body(in: [])
    owners = []
    captured = []
    for (name, node) in built {
      if let object = node.object { left.add(name, object) }
    }
    return failures
  }

  private func fail(_ message: String) { failures.append(message) }

  private func body(in scopes: [ReferenceScope]) async {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      if scopes.count < 4, Bool.random(using: &generator) {
        // What dies after a session reads through one that has ended, which is an issue.
        if RandomJournal.current == nil, Int.random(in: 0..<4, using: &generator) == 0 {
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
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: await race(in: scopes)
        case 1: captured.append((.current, scopes))
        case 2: await enterAgain(from: scopes)
        default: break
        }
      }
    }
  }

  /// Reads all keys from some tasks at once, each in an order of its own: all are given the same.
  private func race(in scopes: [ReferenceScope]) async {
    let orders = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
      RandomName.ofNodes.shuffled(using: &generator)
    }
    let reads = await withTaskGroup(of: [RandomName: RandomNode].self) { group in
      for order in orders {
        group.addTask {
          Dictionary(uniqueKeysWithValues: order.map { ($0, readRandom($0)) })
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for name in RandomName.ofNodes {
      let nodes = reads.compactMap { $0[name] }
      let wanted = RandomReference.expected(name, in: scopes).text
      for node in nodes where node.text != wanted {
        fail("\(name) in a race: \(node.text) instead of \(wanted)")
      }
      let isShared = name != .fresh || nodes.contains { $0.values == nil }
      if isShared, nodes.contains(where: { $0 !== nodes[0] }) {
        fail("\(name): two instances in a race")
      }
      withExtendedLifetime(nodes) { check(name, in: scopes) }
    }
  }

  /// Enters what was captured here or in another scope, which may have ended: twice, or from two tasks.
  private func enterAgain(from scopes: [ReferenceScope]) async {
    guard let (values, inside) = captured.randomElement(using: &generator),
      inside.allSatisfy({ scope in !scope.isSession || scopes.contains { $0 === scope } }),
      let name = RandomName.ofProcess.randomElement(using: &generator)
    else { return }
    if Bool.random(using: &generator) {
      await values.run {
        check(name, in: inside)
        await values.run { await race(in: inside) }
      }
    } else {
      async let one = values.run { readRandom(name) }
      async let two = values.run { readRandom(name) }
      let nodes = await (one, two)
      if nodes.0 !== nodes.1, name != .fresh { fail("\(name): two instances in captured values") }
      values.run { check(name, in: inside) }
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
    // Where a scope around decides, the session keeps nothing, and a teardown would be an issue.
    if RandomReference.expected(.account, in: scopes + [scope]).owner > scopes.count {
      session.onEnd(RandomAccountKey.self) { node in closed.withLock { $0.append(node) } }
    }
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
      values.register(key) {
        let read = readRandom(name).text
        return RandomNode("\(text)(\(read))", in: .current, reads: [(name, read)])
      }
    case .decorate(let text):
      values.decorate(key) { RandomNode("\(text)[\($0.text)]", in: .current, of: $0) }
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
    checkBases(name, node)
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

  /// What is decorated is one instance, for all who decorate it.
  private func checkBases(_ name: RandomName, _ node: RandomNode) {
    // Those of a session have the same texts in each.
    guard RandomName.ofCached.contains(name) else { return }
    var next = node.base
    while let base = next {
      let id = "\(name) \(base.text)"
      if let known = bases[id]?.object, known !== base {
        fail("\(id) is decorated, and there are two of it")
      }
      bases[id] = WeakNode(object: base)
      next = base.base
    }
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
