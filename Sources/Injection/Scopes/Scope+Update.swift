import Synchronization

/// Which update has made a scope, and how the update ends.
extension Scope {
  /// The scope that the update began with which has made this one; not counted, since this one holds it.
  var first: Unmanaged<Scope> { continued ?? .passUnretained(self) }

  /// Whether an update still assigns to this scope, and is the one that began with the given scope.
  ///
  /// The given scope may be gone, and another one be at its address. But then no update assigns to the other any
  /// more, as all updates that have begun since have ended.
  func isOfUpdate(_ beginning: Unmanaged<Scope>?) -> Bool {
    isUpdating && first.toOpaque() == beginning?.toOpaque()
  }

  /// Tells the update that has made this scope from others; `nil` until somebody has asked for `update`.
  var updateIfNoted: StandIns? { first._withUnsafeGuaranteedRef { $0.standIns.load() } }

  /// Tells the update that has made this scope from others.
  var update: StandIns {
    first._withUnsafeGuaranteedRef { $0.standIns.load() ?? $0.standIns.storeIfNil(StandIns()) }
  }

  /// Whether an update still assigns to this scope: then a read may be made to change the value.
  var isUpdating: Bool {
    first._withUnsafeGuaranteedRef { $0.updating.load(ordering: .relaxed) }
  }

  /// Whether a launch still prepares here, so that a read counts for nobody yet.
  var isPreparing: Bool { launch?.isRunning.load(ordering: .relaxed) ?? false }

  /// Ends an update that has only assigned to this scope; gives false for any other update.
  func endOwnUpdate(_ beginning: Unmanaged<Scope>?) -> Bool {
    guard continued == nil, isOfUpdate(beginning), !isSealed, own != nil else { return false }
    updating.store(false, ordering: .relaxed)
    seal()
    standIns.load()?.report(at: self)
    return true
  }

  /// Ends the update that has made this scope, or one around it; gives what stood in for values that the update read.
  func endUpdate(_ beginning: Unmanaged<Scope>?) -> StandIns? {
    let made = sequence(first: self, next: \.around).first { $0.isOfUpdate(beginning) }
    guard let made else { return nil }
    made.first._withUnsafeGuaranteedRef { $0.updating.store(false, ordering: .relaxed) }
    made.seal()
    return made.updateIfNoted
  }

  /// What stands in for values that the update or launch here has read, and perhaps changes in part.
  private var notedStandIns: StandIns? { isUpdating ? updateIfNoted : launch?.standIns }

  func noteStandIn(for request: Request, at home: Home) {
    (notedStandIns ?? update).note(request, in: .applying(at: home))
  }

  func forgetStandIn(for override: Override) {
    guard let noted = notedStandIns, override.isAssigned else { return }
    noted.forget(override.keyID)
  }

  /// Takes out the scopes that nobody else holds and that were made by assigning to values that others hold.
  ///
  /// Gives them, the innermost first, and leaves the scope that they stand on.
  static func takeUnseen(of scope: inout Scope?) -> [Scope] {
    var unseen: [Scope] = []
    while isKnownUniquelyReferenced(&scope), scope?.isOnTop ?? false, let top = scope.take() {
      scope = top.holder.take()
      unseen.append(top)
    }
    return unseen
  }
}
