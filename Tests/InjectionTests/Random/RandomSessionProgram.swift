import Injection
import TestSupport

/// The key that tells sessions apart; nothing is built from it.
enum RandomSessionKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

/// A scope of a session, as whoever has captured it sees it.
private struct RandomPlace: Sendable {
  let values: InjectedValues
  let owner: RandomOwner
  /// What a read of each key gives there, and whether the session, or a scope inside it, keeps that.
  let expected: [RandomName: Expected]

  struct Expected: Sendable {
    let text: String
    let isOfSession: Bool
    /// The session that it reads in by itself; one of them, where a branch outside has decided it too.
    let sessions: Set<Int>
  }
}

/// A scope beside a session's, which is in the same scopes as the session.
private struct Outside {
  let values: InjectedValues
  let scope: ReferenceScope
  let scopes: [ReferenceScope]
}

/// A session that ends while tasks read what belongs to it, against the reference.
///
/// What they read has the session's values, whenever they read it. Which object it is can be told only
/// where nobody ends the session meanwhile: before, it is the one that the session keeps; after, the same
/// one if somebody holds it, else one that nobody keeps.
final class RandomSessionProgram {
  private var generator: SplitMix
  private var steps = RandomSteps()
  private let failures = RandomFailures()
  private let seen = SeenNodes()
  private var sessions = 0

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// Runs the program and gives what went wrong.
  func run() async -> [String] {
    await enter(Int.random(in: 0...2, using: &generator), from: [])
    return failures.all
  }

  private func enter(_ count: Int, from scopes: [ReferenceScope]) async {
    guard count > 0 else { return await runSession(from: scopes) }
    let scope = steps.scope(using: &generator)
    await withInjectedValues {
      scope.apply(to: &$0)
    } operation: {
      await enter(count - 1, from: scope.isEmpty ? scopes : scopes + [scope])
    }
  }

  private func runSession(from outer: [ReferenceScope]) async {
    let closed = Guarded<[Int]>([])
    let (session, scopes) = makeSession(from: outer)
    // Where a scope around decides, the session keeps nothing, and a teardown would be an issue.
    let isTornDown = RandomReference.expected(.account, in: scopes).owner == scopes.count
    if isTornDown {
      session.onEnd(RandomAccountKey.self) { node in closed.withLock { $0.append(node.number) } }
    }
    let outside = makeOutside(from: outer)
    var inside = [(values: session.run { InjectedValues.current }, scopes: scopes)]
    var inner: [InjectedSession] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      open(in: &inside, sessions: &inner, beside: outside)
    }
    let places = inside.map { place($0.values, $0.scopes, beside: outside) }
    // Nobody else has read there yet: what is read now is what the session keeps.
    var held = warmUp(places)
    let isRace = Bool.random(using: &generator)
    if isRace {
      await race(places, ending: [session] + inner)
    } else {
      if held.isEmpty { RandomJournal.current?.isEnding = true }
      await session.end()
      RandomJournal.current?.isEnding = false
    }
    let numbers = closed.withLock { $0 }
    if Set(numbers).count < numbers.count { failures.note("torn down twice: \(numbers)") }
    let own = held.first { $0.place == 0 && $0.name == .account }.map(\.node.number)
    if isTornDown, let own, !numbers.contains(own) { failures.note("\(own) is not torn down") }
    readAfterEnd(places, holding: held)
    held = []
    if !(await seen.areGone()) { failures.note("outlive their session: \(seen.names)") }
    withExtendedLifetime((session, inner)) {}
  }

  private func makeSession(
    from outer: [ReferenceScope]
  ) -> (InjectedSession, [ReferenceScope]) {
    sessions += 1
    let scope = steps.scope(isSession: true, using: &generator)
    scope.session = sessions
    let session = InjectedSession {
      scope.apply(to: &$0)
      $0[RandomSessionKey.self] = sessions
    }
    return (session, outer + [scope])
  }

  /// A scope beside the session's.
  private func makeOutside(from outer: [ReferenceScope]) -> Outside {
    let scope = steps.scope(using: &generator)
    let values = InjectedValues.current.overriding { scope.apply(to: &$0) }
    return Outside(
      values: values, scope: scope, scopes: scope.isEmpty ? outer : outer + [scope])
  }

  /// Opens a scope or a session inside one of a session's, or one that holds what is beside it as well.
  private func open(
    in inside: inout [(values: InjectedValues, scopes: [ReferenceScope])],
    sessions: inout [InjectedSession],
    beside outside: Outside
  ) {
    let around = inside[Int.random(in: 0..<inside.count, using: &generator)]
    if Int.random(in: 0..<4, using: &generator) == 0 {
      let beside = (values: outside.values, scopes: outside.scopes)
      let isOwner = Bool.random(using: &generator)
      let (reader, owner) = isOwner ? (beside, around) : (around, beside)
      let model = owner.values.run { RandomOwner() }
      let values = reader.values.run { withInjectedValues(from: model) { InjectedValues.current } }
      return inside.append((values, RandomReference.merged(reader.scopes, on: owner.scopes)))
    }
    around.values.run {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let (session, scopes) = makeSession(from: around.scopes)
        sessions.append(session)
        inside.append((session.run { .current }, scopes))
      } else {
        let scope = steps.scope(using: &generator)
        let scopes = scope.isEmpty ? around.scopes : around.scopes + [scope]
        let values = InjectedValues.current.overriding { scope.apply(to: &$0) }
        inside.append((values, scopes))
      }
    }
  }

  private func place(
    _ values: InjectedValues, _ scopes: [ReferenceScope], beside outside: Outside
  ) -> RandomPlace {
    let expected = RandomName.ofNodes.map { name in
      let wanted = RandomReference.expected(name, in: scopes)
      let deciders = wanted.deciders.map { scopes[$0] }
      let isOfSession = deciders.contains { one in !outside.scopes.contains { $0 === one } }
      let isBoth = isOfSession && deciders.contains { $0 === outside.scope }
      let sessions = scopes.prefix(wanted.owner).filter(\.isSession).map(\.session)
      let own = isBoth ? sessions : sessions.suffix(1)
      return (
        name,
        RandomPlace.Expected(
          text: wanted.text, isOfSession: isOfSession,
          sessions: isOfSession && !own.isEmpty ? Set(own) : [0])
      )
    }
    return RandomPlace(
      values: values, owner: values.run { RandomOwner() },
      expected: Dictionary(uniqueKeysWithValues: expected))
  }

  // MARK: Reading

  private typealias Held = (place: Int, name: RandomName, node: RandomNode)

  /// Reads some keys in some places; gives what is held on to.
  private func warmUp(_ places: [RandomPlace]) -> [Held] {
    let holds = Bool.random(using: &generator)
    var held: [Held] = []
    for (index, place) in places.enumerated() where Bool.random(using: &generator) {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let name = randomName()
        let node = place.values.run { readRandom(name) }
        check(node, name, in: place)
        if holds, Bool.random(using: &generator) { held.append((index, name, node)) }
      }
    }
    return held
  }

  private func randomName() -> RandomName {
    RandomName.ofNodes.randomElement(using: &generator) ?? .top
  }

  /// Ends sessions, each from two tasks, while others read.
  private func race(_ places: [RandomPlace], ending sessions: [InjectedSession]) async {
    let readers = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      (0..<Int.random(in: 2...6, using: &generator)).map { _ in
        (
          place: places[Int.random(in: 0..<places.count, using: &generator)], name: randomName(),
          way: Int.random(in: 0..<4, using: &generator)
        )
      }
    }
    let isDrained = Bool.random(using: &generator)
    await withTaskGroup { group in
      for reads in readers {
        group.addTask { [failures, seen] in
          for (place, name, way) in reads {
            let node = await place.read(name, way)
            place.check(node, name, noting: failures, seen)
          }
        }
      }
      for session in sessions {
        for _ in 0..<2 {
          group.addTask { await session.end(drain: isDrained ? .seconds(60) : .zero) }
        }
      }
    }
  }

  /// Reads once more: nobody ends anything now.
  private func readAfterEnd(_ places: [RandomPlace], holding held: [Held]) {
    for (index, name, node) in held where RandomName.ofSession.contains(name) {
      if places[index].values.run({ readRandom(name) }) !== node {
        failures.note("\(name) after the end: another instance, though \(node.text) is held")
      }
    }
    var alive = Set(held.map(\.node.number))
    for (_, _, node) in held {
      var base = node.base
      while let next = base {
        alive.insert(next.number)
        base = next.base
      }
    }
    for place in places {
      let name = randomName()
      var node: RandomNode? = place.values.run { readRandom(name) }
      if let node { check(node, name, in: place) }
      let isKept = (node?.values).map { _ in place.expected[name]?.isOfSession == false } ?? true
      let number = node?.number ?? 0
      weak let rest = node
      node = nil
      if !isKept, rest != nil, !alive.contains(number) {
        failures.note("\(name) is kept after the end")
      }
    }
  }

  private func check(_ node: RandomNode, _ name: RandomName, in place: RandomPlace) {
    place.check(node, name, noting: failures, seen)
  }
}

extension RandomPlace {
  /// Reads a key in one of four ways that give the same.
  func read(_ name: RandomName, _ way: Int) async -> RandomNode {
    switch way {
    case 0: return values.run { readRandom(name) }
    // From the scope around the session.
    case 1: return owner[name]
    case 2: return await Task { [owner] in owner[name] }.value
    default:
      return await values.run {
        async let one = readRandom(name)
        let other = await Task { readRandom(name) }.value
        return await other.text == one.text ? one : other
      }
    }
  }

  /// Looks at what a read has given.
  func check(
    _ node: RandomNode, _ name: RandomName, noting failures: RandomFailures, _ seen: SeenNodes
  ) {
    guard let wanted = expected[name] else { return }
    if node.text != wanted.text { failures.note("\(name): \(node.text) instead of \(wanted.text)") }
    guard let values = node.values else { return }
    if wanted.isOfSession { seen.add(node) }
    let session = values.run { injected { $0[RandomSessionKey.self] } }
    if !wanted.sessions.contains(session) { failures.note("\(name) is of session \(session)") }
  }
}

/// What went wrong, in whatever task.
final class RandomFailures: Sendable {
  private let state = Guarded<[String]>([])

  var all: [String] { state.withLock { $0.map(\.self) } }

  func note(_ failure: String) { state.withLock { $0.append(failure) } }
}

/// What was read that nobody may keep after an end.
final class SeenNodes: Sendable {
  private struct WeakNode: Sendable {
    weak let node: RandomNode?
  }

  private let state = Guarded<[WeakNode]>([])

  func add(_ node: RandomNode) { state.withLock { $0.append(WeakNode(node: node)) } }

  var names: [String] { state.withLock { $0.map(\.self) }.compactMap { $0.node?.text } }

  /// Whether all have gone: a task that was waited for lets go of what it held a little later.
  func areGone() async -> Bool {
    let nodes = state.withLock { $0.map(\.self) }
    for _ in 0..<200_000 where nodes.contains(where: { $0.node != nil }) { await Task.yield() }
    return names.isEmpty
  }
}
