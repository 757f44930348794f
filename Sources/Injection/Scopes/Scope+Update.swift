import Synchronization

/// Which update has made a scope, and how that ends.
extension Scope {
  /// What the update began with that has made this one; not counted, since this one holds it.
  var first: Unmanaged<Scope> { continued ?? .passUnretained(self) }

  /// Whether an update assigns to this one that has not ended, and is told by what it began with.
  ///
  /// That may be gone, and another scope be in its place: but none that an update still assigns to, as those
  /// that have begun since have ended.
  func isOfUpdate(_ beginning: Unmanaged<Scope>?) -> Bool {
    isUpdating && first.toOpaque() == beginning?.toOpaque()
  }

  /// What tells the update that has made it from others, if anybody has asked for that.
  var updateIfNoted: StandIns? { first._withUnsafeGuaranteedRef { $0.standIns.load() } }

  /// What tells the update that has made it from others.
  var update: StandIns {
    first._withUnsafeGuaranteedRef { $0.standIns.load() ?? $0.standIns.storeIfNil(StandIns()) }
  }

  /// Whether an update still assigns to it: what is read then may be read to be changed.
  var isUpdating: Bool {
    first._withUnsafeGuaranteedRef { $0.updating.load(ordering: .relaxed) }
  }

  /// Whether a launch prepares, so that what is read counts as read by nobody.
  var isPreparing: Bool { launch?.isRunning.load(ordering: .relaxed) ?? false }

  /// Ends an update that has done nothing but to assign to this one; gives false for any other.
  func endOwnUpdate(_ beginning: Unmanaged<Scope>?) -> Bool {
    guard continued == nil, isOfUpdate(beginning), !isSealed, own != nil else { return false }
    updating.store(false, ordering: .relaxed)
    seal()
    standIns.load()?.report(at: self)
    return true
  }

  /// Ends an update that has made this one, or one around; gives what stood in for values that it read.
  func endUpdate(_ beginning: Unmanaged<Scope>?) -> StandIns? {
    let made = sequence(first: self, next: \.around).first { $0.isOfUpdate(beginning) }
    guard let made else { return nil }
    made.first._withUnsafeGuaranteedRef { $0.updating.store(false, ordering: .relaxed) }
    made.seal()
    return made.updateIfNoted
  }

  /// What stands in for values that its update has read, and perhaps changes in part.
  private var notedStandIns: StandIns? { isUpdating ? updateIfNoted : launch?.standIns }

  func noteStandIn(for request: Request, at home: Home) {
    (notedStandIns ?? update).note(request, in: .applying(at: home))
  }

  func forgetStandIn(for override: borrowing Override) {
    guard let noted = notedStandIns, !override.isWrapping else { return }
    noted.forget(override.keyID)
  }

  /// Takes what was assigned on top of values that others hold, and nobody has seen; gives that, the innermost
  /// first, and leaves what it stands on.
  static func takeUnseen(of scope: inout Scope?) -> [Scope] {
    var unseen: [Scope] = []
    while isKnownUniquelyReferenced(&scope), scope?.isOnTop ?? false, let top = scope.take() {
      scope = top.holder.take()
      unseen.append(top)
    }
    return unseen
  }
}
