extension ScopeNode {
  /// The nearest scope of this chain that affects a key.
  ///
  /// - Complexity: O(*n*) in the nodes of the chain.
  final func nearest(_ key: ObjectIdentifier) -> ScopeNode? {
    Self.walk(from: .passUnretained(self)) { $0.keyID == key ? $0 : nil }
  }

  /// The nearest scope of this chain that affects a key, found once for each key.
  ///
  /// For reads through owners of other branches, which come back to the same chain. A short walk
  /// costs less than a table, and a chain with a build or a junction in it can still change.
  ///
  /// - Complexity: O(1); the first time, O(*n*) in the nodes of the chain.
  final func rememberedNearest(_ key: ObjectIdentifier) -> ScopeNode? {
    let slot = Slot.nearest(key)
    if let word = borrowedExtras?._withUnsafeGuaranteedRef({ $0.find(slot) }), word != 0 {
      return word == Self.nobody ? nil : Entry.at(word)?.asScope
    }
    var isFixed = true
    var count = 0
    let found = Self.walk(from: .passUnretained(self)) { node -> ScopeNode? in
      if node.isLoose { isFixed = false }
      count += 1
      return node.keyID == key ? node : nil
    }
    if isFixed, count > Self.shortWalk {
      requiredExtras.remember(found.map { Entry.word($0) } ?? Self.nobody, for: slot)
    }
    return found
  }

  /// Whether it was found before that no scope of this chain affects a key.
  final func remembersNobody(for key: ObjectIdentifier) -> Bool {
    borrowedExtras?._withUnsafeGuaranteedRef { $0.find(Slot.nearest(key)) } == Self.nobody
  }

  /// How many nodes are walked sooner than looked up.
  private static var shortWalk: Int { 16 }

  /// The word for a key that no scope of a chain affects; no address of an entry.
  private static var nobody: UInt { 1 }
}
