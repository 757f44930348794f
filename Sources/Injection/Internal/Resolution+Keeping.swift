import Synchronization

extension Resolution {
  /// Where an instance goes whose owner is a graft: the running scope that the graft is a copy of.
  struct Origin {
    let scope: ScopeNode
    /// Whether the instance depends on a scope of another branch, and fits some readers only.
    let isShared: Bool
  }

  /// The origin of the scope that owns what was built, where that is a graft.
  func origin(of record: borrowing BuildRecord) -> Origin? {
    guard let scope = record.deepest?.extras?.graftOrigin.load() else { return nil }
    let isOfOneBranch = record.keys.allSatisfy { key in
      switch (reader?.nearest(key), scope.nearest(key)) {
      case (nil, nil): true
      case (let here?, let there?): here.isSameScope(as: there)
      default: false
      }
    }
    return Origin(scope: scope, isShared: !isOfOneBranch)
  }

  /// Keeps an instance in the scope that owns it; gives the one that is there already, if any.
  ///
  /// - Parameters:
  ///   - instance: The instance.
  ///   - record: What it was built from.
  ///   - origin: What the owner is a graft of.
  ///   - refuse: What to do where the owner's session has ended.
  /// - Returns: The instance that the scope keeps.
  /// - Throws: What `refuse` throws.
  func keep(
    _ instance: Instance, record: borrowing BuildRecord, origin: Origin?,
    orElse refuse: (SessionState?) throws -> Never
  ) rethrows -> Instance {
    let extras =
      (origin?.scope ?? record.deepest)?.requiredExtras ?? ProcessScope.shared.extras
    let kept = origin?.isShared == true ? extras.keepShared(instance) : extras.keep(instance)
    guard let kept else { try refuse(record.deepest?.session) }
    return kept
  }
}
