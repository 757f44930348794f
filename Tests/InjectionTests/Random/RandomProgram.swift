import Injection
import TestSupport

/// An object that reads all keys, and the scopes that it was made in.
struct MadeOwner {
  let owner = RandomOwner()
  let scopes: [ReferenceScope]
}

/// One random program, run against the container and against the reference.
final class RandomProgram {
  private let seed: UInt64
  /// The values that keep what no scope of the program decides.
  let outside = InjectedValues.current
  var generator: SplitMix
  private var failures: [String] = []
  private var steps = RandomSteps()
  /// What is prepared, if anything is.
  private(set) var world: [ReferenceScope] = []
  /// What was read that belongs to a scope or a session.
  var built: [(name: RandomName, node: WeakRandomNode)] = []
  var owners: [MadeOwner] = []
  /// Values that were captured, the same to be called elsewhere, and the scopes that they are.
  private var captured: [(values: InjectedValues, read: Reader, scopes: [ReferenceScope])] = []
  /// What has been decorated, by its key and its text, which tells all that decided it.
  var bases: [String: WeakRandomNode] = [:]
  /// What the last update has read.
  private var early: [(name: RandomName, node: RandomNode)] = []
  /// How many scopes were opened that override what nobody reads, each another key.
  private var unread = 0

  private typealias Reader = @Sendable (RandomName) -> RandomNode

  init(seed: UInt64) {
    self.seed = seed
    generator = SplitMix(state: seed)
  }

  /// Runs the program in a world for which something may be prepared, and gives what went wrong.
  func run(preparing isPrepared: Bool = false, leaving left: Leftovers) async -> [String] {
    if isPrepared { world = [prepare()] }
    await body(in: world)
    owners = []
    captured = []
    world = []
    for (name, node) in built {
      if let object = node.object { left.add("\(name) of \(seed)", object) }
    }
    return failures
  }

  func fail(_ message: String) { failures.append(message) }

  /// Prepares what the outermost scope of the program does, after owners and scopes have been made there.
  private func prepare() -> ReferenceScope {
    let prepared = steps.scope(using: &generator)
    owners.append(MadeOwner(scopes: [prepared]))
    let scope = steps.scope(in: prepared, using: &generator)
    let values = InjectedValues.current.overriding { scope.apply(to: &$0) }
    let scopes = scope.isEmpty ? [prepared] : [prepared, scope]
    captured.append((values, values.run { InjectedValues.propagating { readRandom($0) } }, scopes))
    prepareInjectedValues { prepared.apply(to: &$0) }
    return prepared
  }

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
  func areOpen(_ inside: [ReferenceScope], in scopes: [ReferenceScope]) -> Bool {
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

  /// Two scopes, one inside the other, or the first one alone; none that does nothing, but for a session.
  private func open(in scopes: [ReferenceScope], isSession: Bool) -> [ReferenceScope] {
    let first = steps.scope(in: scopes.last, isSession: isSession, using: &generator)
    if first.isEmpty { return isSession ? [first] : [] }
    // What is decided otherwise later reads when it goes: so nothing is read, and all is one scope.
    if RandomJournal.current != nil { return [first] }
    let second = steps.scope(in: first, using: &generator)
    return second.isEmpty ? [first] : [first, second]
  }

  /// Does what some scopes do on top of saved values, and reads after each: so each is a scope.
  private func apply(
    _ parts: [ReferenceScope], on scopes: [ReferenceScope], to values: inout InjectedValues
  ) {
    early = []
    var inside = scopes
    for part in parts {
      part.apply(to: &values)
      inside.append(part)
      if parts.count == 1 { continue }
      let name = RandomName.ofProcess.randomElement(using: &generator) ?? .top
      values.run { check(name, in: inside) }
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
    switch Int.random(in: 0..<9, using: &generator) {
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
      let parts = open(in: saved.scopes, isSession: false)
      await withInjectedValues {
        $0[RandomTopKey.self] = RandomNode("replaced")
        $0 = saved.values
        apply(parts, on: saved.scopes, to: &$0)
      } operation: {
        await body(in: saved.scopes + parts)
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
    case 5:
      // Changes nothing that is read.
      unread += 1
      await withInjectedValues {
        RandomUnreadKey<Void>.set(unread, in: &$0)
      } operation: {
        await body(in: scopes)
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
    let saved = Bool.random(using: &generator) ? InjectedValues.current : nil
    let parts =
      saved == nil
      ? [steps.scope(in: scopes.last, isSession: true, using: &generator)]
      : open(in: scopes, isSession: true)
    let inside = scopes + parts
    let session = InjectedSession {
      guard let saved else { return apply(parts[0], on: scopes, to: &$0) }
      $0 = saved
      apply(parts, on: scopes, to: &$0)
    }
    let closed = Guarded<[RandomNode]>([])
    // Where a scope around decides, the session keeps nothing, and a teardown would be an issue.
    let owner = RandomReference.expected(.account, in: inside).owner
    if owner > scopes.count {
      session.onEnd(RandomAccountKey.self) { node in closed.withLock { $0.append(node) } }
    }
    await session.run { await body(in: inside) }
    await session.end()
    let nodes = closed.withLock { $0 }
    // So are those that a scope inside it has kept.
    let account = RandomReference.expected(.account, in: inside)
    if owner > scopes.count,
      let own = inside[owner - 1].instances[.init(of: .account, deciding: account, in: inside)],
      nodes.count(where: { $0 === own }) != 1
    {
      fail("account: \(nodes.map(\.text)) torn down instead of \(own.text)")
    }
  }
}
