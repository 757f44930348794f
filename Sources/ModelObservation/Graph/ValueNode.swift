/// A node with a value, which may come back to what it was before a batch.
class ValueNode<Value>: Node {
  final let areEqual = equality(of: Value.self)
  /// The value that the batch in progress began with.
  private var snapshot: Value?

  /// Remembers the value from before the batch, to compare with.
  final func remember(_ old: Value?, _ strand: Strand) {
    guard batchVersion == 0 else { return }
    snapshot = areEqual == nil ? nil : old
    batchVersion = version
    strand.rememberSnapshot(of: self)
  }

  /// Gives a changed value a version that no other had, or that from before the batch where it is back.
  final func advance(to new: Value) {
    if batchVersion != 0, let snapshot, let areEqual, areEqual(snapshot, new) {
      version = batchVersion
    } else {
      advance()
    }
  }

  override func dropSnapshot() {
    super.dropSnapshot()
    // Destroyed after the access to the property has ended: its deinitialiser may come back here.
    let old = snapshot
    snapshot = nil
    withExtendedLifetime(old) {}
  }
}
