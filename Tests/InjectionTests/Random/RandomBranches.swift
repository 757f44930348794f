import Injection
import TestSupport

/// A random program over branches of scopes, which owners join in all orders.
///
/// Each read gives what the reference says, what the same scopes have decided is one instance, and what one
/// scope has decided reads on in that.
struct RandomBranches {
  /// A scope with others around it, as it was opened or as an owner has joined them, and an owner there.
  private struct Place {
    let values: InjectedValues
    let scopes: [ReferenceScope]
    let owner: RandomOwner
  }

  private static let names = RandomName.ofCached.subtracting(RandomName.ofPrepared).sorted {
    "\($0)" < "\($1)"
  }

  private var random: SplitMix
  private var steps = RandomSteps()
  private var places: [Place] = []
  /// What each scope was opened in, and the scope itself.
  private var opened: [Int: [ReferenceScope]] = [:]
  /// Whether a scope has come to stand inside one that was opened in it, where what both have decided is
  /// built again.
  private var isReversed = false
  private var failures: [String] = []

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// Gives what went wrong.
  mutating func run() -> [String] {
    add(.current, [])
    for _ in 0..<Int.random(in: 2...3, using: &random) { open() }
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      join()
      if Int.random(in: 0..<4, using: &random) == 0 { open() }
    }
    for reader in places.shuffled(using: &random) {
      for owner in places.shuffled(using: &random) { check(owner, at: reader) }
    }
    return failures
  }

  private mutating func add(_ values: InjectedValues, _ scopes: [ReferenceScope]) {
    places.append(Place(values: values, scopes: scopes, owner: values.run { RandomOwner() }))
  }

  /// Opens a scope, which says where it stands among those that decorate the same.
  private mutating func open() {
    guard let around = places.randomElement(using: &random) else { return }
    let others = steps.scope(using: &random)
    let scope = ReferenceScope(
      steps: [(.leafA, .decorate("\(places.count)", reads: nil))] + others.steps,
      in: around.scopes.last,
      isPreview: others.isPreview)
    let values = around.values.run { InjectedValues.current.overriding { scope.apply(to: &$0) } }
    opened[scope.number] = around.scopes + [scope]
    add(values, around.scopes + [scope])
  }

  /// Goes on from an owner somewhere else.
  private mutating func join() {
    guard let reader = places.randomElement(using: &random),
      let owner = places.randomElement(using: &random)
    else { return }
    let values = reader.values.run {
      withInjectedValues(from: owner.owner) { InjectedValues.current }
    }
    add(values, RandomReference.merged(reader.scopes, on: owner.scopes))
  }

  private mutating func check(_ owner: Place, at reader: Place) {
    guard let name = Self.names.randomElement(using: &random) else { return }
    let scopes = RandomReference.merged(reader.scopes, on: owner.scopes)
    let wanted = RandomReference.expected(name, in: scopes)
    let node = reader.values.run { owner.owner[name] }
    if node.text != wanted.text {
      failures.append("\(name): \(node.text) instead of \(wanted.text)")
    }
    isReversed = isReversed || isReversed(scopes)
    let path = ReferenceScope.Path(of: name, deciding: wanted, in: scopes)
    let newest = wanted.deciders.map { scopes[$0] }.max { $0.number < $1.number }
    if let known = newest?.instances.updateValue(node, forKey: path), known !== node,
      !isReversed
    {
      failures.append("\(name): another instance")
    }
    if let newest, wanted.deciders.count == 1 { checkCaptured(name, node, of: newest) }
  }

  private func isReversed(_ scopes: [ReferenceScope]) -> Bool {
    scopes.enumerated().contains { index, scope in
      let around = opened[scope.number] ?? []
      return scopes[index...].dropFirst().contains { other in around.contains { $0 === other } }
    }
  }

  /// Reads through what a value captured while it was built that one scope alone decides: it is kept there,
  /// whoever read it first.
  private mutating func checkCaptured(
    _ name: RandomName, _ node: RandomNode, of scope: ReferenceScope
  ) {
    guard let values = node.values, let scopes = opened[scope.number] else { return }
    let seen = values.run { readRandom(.leafA) }.text
    let wanted = RandomReference.expected(.leafA, in: scopes).text
    if seen != wanted { failures.append("leafA through \(name): \(seen) instead of \(wanted)") }
  }
}
