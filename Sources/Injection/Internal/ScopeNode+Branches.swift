/// Reads through owners that were created in other branches.
extension ScopeNode {
  /// What a reader in this scope was given before through an owner that was created in another one.
  ///
  /// - Complexity: O(1).
  final func given(_ key: ObjectIdentifier, throughOwnerIn created: ScopeNode) -> Entry? {
    guard let reads = borrowedExtras?._withUnsafeGuaranteedRef({ $0.branchReads.borrowed }),
      let number = created.borrowedExtras?._withUnsafeGuaranteedRef({ $0.number.known }),
      let entry = reads._withUnsafeGuaranteedRef({ $0.entry(of: key, forOwnerIn: number) }),
      !entry.isOfEndedSession
    else { return nil }
    return entry
  }

  /// Remembers what a reader in this scope was given through such an owner.
  ///
  /// Not what a recording is to see each time, nor what the two chains do not hold. Neither chain may
  /// have been in a build when the read began.
  ///
  /// - Complexity: O(*n*) in the nodes of the chains.
  final func remember(
    _ entry: Entry, for key: ObjectIdentifier, throughOwnerIn created: ScopeNode
  ) {
    guard entry.isKept, !isRecorded, !created.isRecorded, !isJunction, !isOnJunction,
      holdsEnd(of: created)
    else { return }
    let extras = requiredExtras
    let reads = extras.branchReads.load() ?? extras.branchReads.storeIfNil(BranchReads())
    reads.remember(entry, of: key, forOwnerIn: created.requiredExtras.number.required)
    reads.noteApart(created.identity)
  }

  /// Whether it is known that another scope does not enclose this one.
  ///
  /// - Complexity: O(1).
  final func isKnownApart(from other: ScopeNode) -> Bool {
    guard let reads = borrowedExtras?._withUnsafeGuaranteedRef({ $0.branchReads.borrowed }) else {
      return false
    }
    return reads._withUnsafeGuaranteedRef { $0.isApart(other.knownIdentity) }
  }

  /// Whether a build runs in this chain, to which each read is to be added.
  ///
  /// Once it has ended, the chain goes on elsewhere.
  final var isInBuild: Bool {
    guard isOnBuild else { return false }
    return Self.walk(from: .passUnretained(self)) { $0.isBuilding ? true : nil } ?? false
  }

  /// Whether another chain holds all that it leads to, or this one holds what is beyond its junction.
  private final func holdsEnd(of other: ScopeNode) -> Bool {
    guard other.isJunction || other.isOnJunction else { return true }
    let junction = Self.walk(from: .passUnretained(other)) { $0.asJunction }
    guard let end = junction?.up else { return false }
    return ancestor(noDeeperThan: end.depth) === end
  }
}

extension Entry {
  /// Whether a scope keeps the entry, rather than whoever has asked for it.
  fileprivate final var isKept: Bool {
    tag == Tag.override || (tag == Tag.instance && asInstance?.slot != Slot.none)
  }
}
