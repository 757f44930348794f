/// Whether two chains give a key the same, so that what was built in one may be used in the other.
extension ScopeNode {
  /// Whether the same scopes decide about a key in two chains.
  ///
  /// - Complexity: O(*n*) in the nodes of the chains.
  static func agree(on key: ObjectIdentifier, _ one: ScopeNode?, _ other: ScopeNode?) -> Bool {
    let mine = one?.affecting(key) ?? []
    return mine.elementsEqual(other?.affecting(key) ?? []) { $0.isSameScope(as: $1) }
  }

  /// The nodes of this chain that a key's value comes from: outward to the first that needs nothing
  /// further out.
  final func affecting(_ key: ObjectIdentifier) -> [ScopeNode] {
    var nodes: [ScopeNode] = []
    let _: Void? = Self.walk(from: .passUnretained(self)) { node in
      guard node.keyID == key else { return nil }
      nodes.append(node)
      return node.isWrapping ? nil : ()
    }
    return nodes
  }

  /// Whether two chains agree on the keys that something was built from and, where it is for a
  /// recipe, on what the key has beyond the recipe's scope.
  @inline(never)
  static func agree(
    on keys: KeySet, beyond slot: Slot, of key: ObjectIdentifier, _ one: ScopeNode?,
    _ other: ScopeNode?
  ) -> Bool {
    guard keys.allSatisfy({ agree(on: $0, one, other) }) else { return false }
    let (mine, theirs) = (one?.recipe(of: slot, for: key), other?.recipe(of: slot, for: key))
    if mine == nil || theirs == nil { return mine == nil && theirs == nil }
    return mine?.isWrapping == false || agree(on: key, mine?.up, theirs?.up)
  }

  /// The scope of this chain whose recipe a slot is of.
  final func recipe(of slot: Slot, for key: ObjectIdentifier) -> ScopeNode? {
    guard slot.isOfRecipe else { return nil }
    return Self.walk(from: .passUnretained(self)) {
      $0.keyID == key && Slot(recipeIn: $0) == slot ? $0 : nil
    }
  }

  /// Whether the scope puts something around the value that a key has without it.
  final var isWrapping: Bool { asRecipe.map { $0.kind != .registration } ?? false }
}
