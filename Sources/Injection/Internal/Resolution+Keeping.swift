import Synchronization

extension Resolution {
  /// Keeps an instance in the scope that owns it; gives the one that is there already, if any.
  func keep(_ instance: Instance, record: BuildRecord) -> Instance {
    guard let kept = keepUnlessSealed(instance, record: record) else {
      sessionHasEnded(record.deepest?.session)
    }
    return kept
  }

  /// Keeps an instance that nobody waits for as a value: where its session has ended, there is an
  /// error to throw.
  func keepUnlessEnded(_ instance: Instance, record: BuildRecord) throws -> Instance {
    guard let kept = keepUnlessSealed(instance, record: record) else { throw CancellationError() }
    return kept
  }

  private func keepUnlessSealed(_ instance: Instance, record: BuildRecord) -> Instance? {
    guard let owner = record.deepest else { return ProcessScope.shared.extras.keep(instance) }
    let extras = owner.requiredExtras
    guard let origin = extras.graftOrigin.load() else { return extras.keep(instance) }
    let isOfOneBranch = record.keys.allSatisfy { key in
      switch (reader?.nearest(key), origin.nearest(key)) {
      case (nil, nil): true
      case (let here?, let there?): here.isSameScope(as: there)
      default: false
      }
    }
    if isOfOneBranch { return origin.requiredExtras.keep(instance) }
    return origin.requiredExtras.keepShared(instance)
  }
}
