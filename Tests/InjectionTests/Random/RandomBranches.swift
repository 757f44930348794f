import Injection
import TestSupport

/// A random program over branches of scopes, which owners join in all orders.
///
/// Each read gives what the reference says, and what the same scopes have decided is one instance.
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
  private var failures: [String] = []

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// Gives what went wrong.
  mutating func run() -> [String] {
    add(.outside, [])
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
      steps: [(.leafA, .decorate("\(places.count)"))] + others.steps, in: around.scopes.last,
      isPreview: others.isPreview)
    let values = around.values.run { InjectedValues.current.overriding { scope.apply(to: &$0) } }
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
    let path = ReferenceScope.Path(of: name, deciding: wanted, in: scopes)
    let newest = wanted.deciders.map { scopes[$0] }.max { $0.number < $1.number }
    if let known = newest?.instances.updateValue(node, forKey: path), known !== node {
      failures.append("\(name): another instance")
    }
  }
}
