/// What two chains do to the same keys; each key is compared once.
///
/// Asked for instances in the order in which they were made, so that what one was built from has been
/// kept, or has not, before.
struct ChainComparison {
  private let earlier: ScopeNode
  private let later: ScopeNode
  private var known: [ObjectIdentifier: Bool] = [:]

  init(_ earlier: ScopeNode, _ later: ScopeNode) {
    self.earlier = earlier
    self.later = later
  }

  /// Where an instance of the earlier chain belongs in the later one; `nil` where it does not.
  mutating func place(of instance: Instance) -> (slot: Slot, owner: ScopeNode)? {
    guard !instance.holdsScope, let (slot, recipe) = counterpart(of: instance) else { return nil }
    var deepest = recipe
    let areSame = instance.keys.allSatisfy { key in
      guard isSame(key) else { return false }
      if let node = later.nearest(key), node.depth > deepest?.depth ?? 0 { deepest = node }
      return true
    }
    guard areSame, let deepest else { return nil }
    // The innermost node of its scope keeps what is the scope's.
    let owner = ScopeNode.walk(from: .passUnretained(later)) {
      $0 === deepest || $0.base == deepest.base ? $0 : nil
    }
    return owner.map { (slot, $0) }
  }

  /// Whether what was built from a key is as right in the later chain.
  private mutating func isSame(_ key: ObjectIdentifier) -> Bool {
    if let known = known[key] { return known }
    let nodes = earlier.affecting(key)
    let others = later.affecting(key)
    let isSame =
      repeats(nodes[...], others[...])
      && haveSameInstance(of: key, affectedBy: nodes.first, and: others.first)
    known[key] = isSame
    return isSame
  }

  private func repeats(_ nodes: ArraySlice<ScopeNode>, _ others: ArraySlice<ScopeNode>) -> Bool {
    nodes.count == others.count && zip(nodes, others).allSatisfy { $0.repeats($1) }
  }

  /// Whether readers of the later chain are given the same instance of a key, if those of the earlier
  /// one are given any: it may be kept further out, or not be kept for another reason than its keys.
  private func haveSameInstance(
    of key: ObjectIdentifier, affectedBy node: ScopeNode?, and other: ScopeNode?
  ) -> Bool {
    if node?.tag == Entry.Tag.override { return true }
    let slot = Slot(of: key, affectedBy: node)
    return isKept(slot, as: Slot(of: key, affectedBy: other))
  }

  private func isKept(_ slot: Slot, as other: Slot) -> Bool {
    guard let instance = earlier.instance(in: slot) else { return true }
    // What has been taken over has the provenance of the build that made it.
    return later.instance(in: other)?.provenance === instance.provenance
  }

  /// The slot of an instance in the later chain, and the node with its recipe there, if it is of one.
  private func counterpart(of instance: Instance) -> (slot: Slot, recipe: ScopeNode?)? {
    let key = ObjectIdentifier(instance.provenance.key)
    let slot = Slot(defaultOf: key)
    let others = later.affecting(key)
    if instance.slot == slot {
      // Not, where no reader would come to it.
      return others.last?.isWrapping == false ? nil : (slot, nil)
    }
    let nodes = earlier.affecting(key)
    let index = nodes.firstIndex {
      [Slot(recipeIn: $0), Slot(elementIn: $0)].contains(instance.slot)
    }
    guard let index, repeats(nodes[index...], others.dropFirst(index)) else { return nil }
    let recipe = others[index]
    if instance.slot == Slot(elementIn: nodes[index]) { return (Slot(elementIn: recipe), recipe) }
    // It is made of its own elements, of what is further out, and of the default.
    let parts = zip(nodes, others).dropFirst(index)
    let isWhole =
      parts.allSatisfy { isKept(Slot(elementIn: $0), as: Slot(elementIn: $1)) }
      && parts.dropFirst().allSatisfy { isKept(Slot(recipeIn: $0), as: Slot(recipeIn: $1)) }
      && isKept(slot, as: slot)
    return isWhole ? (Slot(recipeIn: recipe), recipe) : nil
  }
}

extension Slot {
  /// The slot of a key's value where `node` is the nearest that affects it.
  fileprivate init(of key: ObjectIdentifier, affectedBy node: ScopeNode?) {
    self = node.map { Slot(recipeIn: $0) } ?? Slot(defaultOf: key)
  }
}

extension ScopeNode {
  /// The instance of a slot that a scope of this chain keeps for readers of this node.
  fileprivate final func instance(in slot: Slot) -> Instance? {
    Self.walk(from: .passUnretained(self)) { scope in
      let entry = scope.extras.flatMap { Entry.at($0.find(slot.word)) }
      guard let instance = entry?.asInstance, instance.isAlive else { return nil }
      let isAffected = Self.walk(from: .passUnretained(self)) { node in
        node === scope ? false : instance.keys.contains(node.keyID) ? true : nil
      }
      return isAffected == true ? nil : instance
    }
  }
}
