import Injection
import TestSupport

/// An object that reads all keys, and the scopes that it was made in.
private struct MadeOwner {
  let owner = RandomOwner()
  let scopes: [ReferenceScope]
}

/// One random program, run against the container and against the reference.
final class RandomProgram {
  private let seed: UInt64
  /// The values that keep what no scope of the program decides.
  private let outside = InjectedValues.current
  private var generator: SplitMix
  private var failures: [String] = []
  private var steps = RandomSteps()
  /// What was read that belongs to a scope or a session.
  private var built: [(name: RandomName, node: WeakRandomNode)] = []
  private var owners: [MadeOwner] = []
  /// Values that were captured, the same to be called elsewhere, and the scopes that they are.
  private var captured: [(values: InjectedValues, read: Reader, scopes: [ReferenceScope])] = []
  /// What has been decorated, by its key and its text, which tells all that decided it.
  private var bases: [String: WeakRandomNode] = [:]
  /// What the last update has read.
  private var early: [(name: RandomName, node: RandomNode)] = []

  private typealias Reader = @Sendable (RandomName) -> RandomNode

  init(seed: UInt64) {
    self.seed = seed
    generator = SplitMix(state: seed)
  }

  /// Runs the program and gives what went wrong.
  func run(leaving left: Leftovers) async -> [String] {
    await body(in: [])
    owners = []
    captured = []
    for (name, node) in built {
      if let object = node.object { left.add("\(name) of \(seed)", object) }
    }
    return failures
  }

  private func fail(_ message: String) { failures.append(message) }

  private func body(in scopes: [ReferenceScope]) async {
    checkEarly()
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
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: await race(in: scopes)
        case 1: captured.append((.current, InjectedValues.propagating { readRandom($0) }, scopes))
        case 2: await enterAgain(from: scopes)
        case 3...4: letGo()
        case 5: await prepare(in: scopes)
        case 6: await prepareForOwner(in: scopes)
        default: break
        }
      }
    }
  }

  /// Lets go of a scope, but where tasks run in it.
  private func letGo() {
    guard let scope = owners.randomElement(using: &generator)?.scopes.last else { return }
    owners.removeAll { $0.scopes.contains { $0 === scope } }
    captured.removeAll { $0.scopes.contains { $0 === scope } }
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

  /// Prepares some keys from some tasks at once, one of which may be cancelled: all are given the same.
  private func prepare(in scopes: [ReferenceScope]) async {
    let orders = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      RandomName.ofPrepared.shuffled(using: &generator)
    }
    let isCancelled = Bool.random(using: &generator)
    let reads = await withTaskGroup(of: [RandomName: RandomNode].self) { group in
      if isCancelled {
        group.addTask {
          let task = Task { for name in RandomName.ofPrepared { try await prepareRandom(name) } }
          await Task.yield()
          task.cancel()
          _ = try? await task.value
          return [:]
        }
      }
      for order in orders {
        group.addTask {
          var nodes: [RandomName: RandomNode] = [:]
          for name in order { nodes[name] = await preparedRandom(name) }
          return nodes
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for name in RandomName.ofPrepared {
      let nodes = reads.compactMap { $0[name] }
      if nodes.contains(where: { $0 !== nodes[0] }) { fail("\(name): prepared twice") }
      withExtendedLifetime(nodes) { check(name, in: scopes) }
    }
  }

  /// Prepares a key in the scope that an owner reads in from here, and reads it through the owner.
  private func prepareForOwner(in scopes: [ReferenceScope]) async {
    guard let made = owners.randomElement(using: &generator), areOpen(made.scopes, in: scopes),
      let name = [RandomName.pool, .cache, .index].randomElement(using: &generator)
    else { return }
    let inside = RandomReference.merged(scopes, on: made.scopes)
    let node = await withInjectedValues(from: made.owner) { await preparedRandom(name) }
    let wanted = RandomReference.expected(name, in: inside)
    if node.text != wanted.text {
      fail("\(name), prepared for an owner: \(node.text) instead of \(wanted.text)")
    }
    if made.owner[name] !== node { fail("\(name), prepared for an owner: two instances") }
    if wanted.owner > 0 { checkIdentity(name, node, wanted, in: inside) }
  }

  /// Enters what was captured here or in another scope, which may have ended: twice, or from two tasks.
  private func enterAgain(from scopes: [ReferenceScope]) async {
    guard let (values, read, inside) = captured.randomElement(using: &generator),
      areOpen(inside, in: scopes),
      let name = RandomName.ofProcess.randomElement(using: &generator)
    else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      early = []
      await values.run { await body(in: inside) }
    case 1:
      await values.run {
        check(name, in: inside)
        await values.run { await race(in: inside) }
      }
    default:
      async let one = values.run { readRandom(name) }
      async let two = values.run { readRandom(name) }
      let nodes = await (one, two)
      if nodes.0 !== nodes.1, name != .fresh { fail("\(name): two instances in captured values") }
      values.run { check(name, in: inside) }
      let text = RandomReference.expected(name, in: inside).text
      if read(name).text != text { fail("\(name) by what was carried: not \(text)") }
    }
  }

  /// Whether the sessions among some scopes are around others, and so go on.
  private func areOpen(_ inside: [ReferenceScope], in scopes: [ReferenceScope]) -> Bool {
    inside.allSatisfy { scope in !scope.isSession || scopes.contains { $0 === scope } }
  }

  /// Does the steps of a scope that stands on others, and reads between them; what later steps do not
  /// concern stays the same for who enters the scope.
  private func apply(
    _ scope: ReferenceScope, on scopes: [ReferenceScope], to values: inout InjectedValues
  ) {
    early = []
    scope.apply(to: &values) { values, count in
      guard let name = RandomName.ofNodes.randomElement(using: &generator),
        Int.random(in: 0..<4, using: &generator) == 0
      else { return }
      let isLasting = Set(scope.steps.dropFirst(count).map(\.name)).isDisjoint(with: name.sources)
      // What is decided otherwise later reads that when it goes, as does what is peeked at.
      if RandomJournal.current != nil, !isLasting || name == .peeking { return }
      let wanted = RandomReference.expected(name, in: scopes + [scope.after(count)])
      let node =
        Bool.random(using: &generator) ? values.node(of: name) : values.run { readRandom(name) }
      if node.text != wanted.text {
        fail("\(name) in an update: \(node.text) instead of \(wanted.text)")
      }
      if isLasting, name != .fresh { early.append((name, node)) }
    }
  }

  /// What an update has read is what is read in its scope.
  private func checkEarly() {
    for (name, node) in early where readRandom(name) !== node {
      fail("\(name): another instance than in the update")
    }
    early = []
  }

  /// Runs in a new scope, which is entered in one of many ways.
  private func enter(from scopes: [ReferenceScope]) async {
    early = []
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      let (scope, inside) = open(in: scopes)
      await InjectedValues.current.overriding { apply(scope, on: scopes, to: &$0) }
        .run { await body(in: inside) }
    case 1:
      let (scope, inside) = open(in: scopes)
      var copy = InjectedValues.current
      scope.apply(to: &copy)
      let values = copy
      await values.run { await values.run { await body(in: inside) } }
    case 2:
      guard let saved = captured.randomElement(using: &generator),
        areOpen(saved.scopes, in: scopes)
      else { return }
      let (scope, inside) = open(in: saved.scopes)
      await withInjectedValues {
        $0[RandomTopKey.self] = RandomNode("replaced")
        $0 = saved.values
        scope.apply(to: &$0)
      } operation: {
        await body(in: inside)
      }
    case 3:
      guard let made = owners.randomElement(using: &generator), areOpen(made.scopes, in: scopes)
      else { return }
      let merged = RandomReference.merged(scopes, on: made.scopes)
      if merged.count < 6, Bool.random(using: &generator) {
        return await withInjectedValues(from: made.owner) { await body(in: merged) }
      }
      let (scope, inside) = open(in: merged)
      await withInjectedValues(from: made.owner) {
        apply(scope, on: merged, to: &$0)
      } operation: {
        await body(in: inside)
      }
    case 4:
      let (scope, _) = open(in: scopes)
      try? withInjectedValues {
        apply(scope, on: scopes, to: &$0)
        throw CancellationError()
      } operation: {
        fail("entered, though the update has thrown")
      }
    default:
      let (scope, inside) = open(in: scopes)
      await withInjectedValues {
        apply(scope, on: scopes, to: &$0)
      } operation: {
        await body(in: inside)
      }
    }
  }

  /// A new scope inside others, and these with it, unless it does nothing.
  private func open(in scopes: [ReferenceScope]) -> (ReferenceScope, [ReferenceScope]) {
    let scope = steps.scope(in: scopes.last, using: &generator)
    return (scope, scope.isEmpty ? scopes : scopes + [scope])
  }

  /// Runs in a session, whose own values are torn down at its end, each once.
  private func logIn(from scopes: [ReferenceScope]) async {
    let scope = steps.scope(in: scopes.last, isSession: true, using: &generator)
    let session = InjectedSession { apply(scope, on: scopes, to: &$0) }
    let closed = Guarded<[RandomNode]>([])
    // Where a scope around decides, the session keeps nothing, and a teardown would be an issue.
    if RandomReference.expected(.account, in: scopes + [scope]).owner > scopes.count {
      session.onEnd(RandomAccountKey.self) { node in closed.withLock { $0.append(node) } }
    }
    await session.run { await body(in: scopes + [scope]) }
    await session.end()
    let nodes = closed.withLock { $0 }
    // So are those that a scope inside it has kept.
    let inside = scopes + [scope]
    let account = RandomReference.expected(.account, in: inside)
    if let own = scope.instances[.init(of: .account, deciding: account, in: inside)],
      nodes.count(where: { $0 === own }) != 1
    {
      fail("account: \(nodes.map(\.text)) torn down instead of \(own.text)")
    }
  }

  private func check(_ name: RandomName, in scopes: [ReferenceScope]) {
    let wanted = RandomReference.expected(name, in: scopes)
    let node = readRandom(name)
    if node.text != wanted.text {
      fail("\(name) in \(scopes.count) scopes: \(node.text) instead of \(wanted.text)")
    }
    // What is kept for readers across branches may be kept for others, too.
    if RandomReference.areNested(scopes) {
      checkCaptured(name, node, in: Array(scopes.prefix(wanted.owner)))
      // What is renewed has the same text.
      if scopes.allSatisfy({ !$0.renews }) { checkBases(name, node) }
    }
    if readRandom(name) !== node {
      // A transient value is made for each reader, unless it has been assigned.
      if name != .fresh || node.values == nil {
        fail("\(name): two reads in one scope, two instances")
      }
      return
    }
    guard wanted.owner > 0 else {
      if outside.run({ readRandom(name) }) !== node { fail("\(name): another than outside") }
      return
    }
    checkIdentity(name, node, wanted, in: scopes)
    if node.values != nil { built.append((name, WeakRandomNode(object: node))) }
  }

  /// What the same scopes have decided is one instance.
  private func checkIdentity(
    _ name: RandomName, _ node: RandomNode, _ wanted: RandomReference.Expected,
    in scopes: [ReferenceScope]
  ) {
    let path = ReferenceScope.Path(of: name, deciding: wanted, in: scopes)
    let newest = wanted.deciders.map { scopes[$0] }.max { $0.number < $1.number }
    if let known = newest?.instances.updateValue(node, forKey: path), known !== node {
      fail("\(name): another instance than before in scope \(wanted.owner)")
    }
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
      bases[id] = WeakRandomNode(object: base)
      next = base.base
    }
  }

  /// Reads through an owner that was made here or in another scope, which may have ended.
  ///
  /// Not what a session keeps: each scope of another branch has one of its own.
  private func checkOwner(in scopes: [ReferenceScope]) {
    guard let made = owners.randomElement(using: &generator),
      areOpen(made.scopes, in: scopes),
      let name = RandomName.ofProcess.randomElement(using: &generator)
    else { return }
    let inside = RandomReference.merged(scopes, on: made.scopes)
    let wanted = RandomReference.expected(name, in: inside)
    let node = made.owner[name]
    if node.text != wanted.text {
      fail("\(name) through an owner: \(node.text) instead of \(wanted.text)")
    }
    if made.owner[name] === node {
      if wanted.owner > 0 { checkIdentity(name, node, wanted, in: inside) }
    } else if name != .fresh || node.values == nil {
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
    guard let inner = node.inner else { return }
    let inside = scopes + [ReferenceScope(steps: [(.leafA, .assign("inner"))])]
    let kept = inner.run { readRandom(other) }
    let text = RandomReference.expected(other, in: inside).text
    if kept.text != text { fail("\(other) in a scope of \(name): \(kept.text) instead of \(text)") }
    if other != .fresh, inner.run({ readRandom(other) }) !== kept {
      fail("\(other) in a scope of \(name): two instances")
    }
  }
}
