import Synchronization

extension Resolution {
  /// Finds the running scope for what belongs to a graft, which is a copy of one.
  ///
  /// Where that scope's chain gives the same for all that was read, the value belongs there. Else it
  /// also depends on a scope of another branch, and fits some readers only.
  func leaveGraft(_ record: inout BuildRecord, for slot: Slot) {
    guard isOnGraft else { return }
    while let scope = record.deepest?.extras?.graftOrigin.load() {
      guard ScopeNode.agree(on: record.keys, beyond: slot, of: request.keyID, reader, scope) else {
        record.branch = scope
        return
      }
      record.deepest = scope
    }
  }

  /// Whether the reader's chain has a graft in it, whose scopes are not as deep as what they copy.
  var isOnGraft: Bool {
    borrowedReader?._withUnsafeGuaranteedRef { $0.isOnGraft } ?? false
  }

  /// How deep the scope is in the reader's chain that a value belongs to, whatever it is elsewhere.
  ///
  /// - Parameters:
  ///   - keys: What the value was built from.
  ///   - slot: What it was built for. For an element, its contribution is not looked for: builds
  ///     around that scope may record the read in vain.
  /// - Returns: The depth in the reader's chain.
  func depth(of keys: KeySet, for slot: Slot) -> Int32 {
    guard let reader else { return 0 }
    var deepest = reader.recipe(of: slot, for: request.keyID)?.depth ?? 0
    keys.each { deepest = max(deepest, reader.nearest($0)?.depth ?? 0) }
    return deepest
  }

  /// Keeps an instance in the scope that owns it; gives the one that is there already, if any.
  ///
  /// - Parameters:
  ///   - instance: The instance.
  ///   - record: What it was built from.
  /// - Returns: The instance that the scope keeps; `nil` where the owner's session has ended.
  func keep(_ instance: Instance, record: borrowing BuildRecord) -> Instance? {
    let extras =
      (record.branch ?? record.deepest)?.requiredExtras ?? ProcessScope.shared.extras
    return record.branch == nil ? extras.keep(instance) : extras.keepShared(instance)
  }
}
