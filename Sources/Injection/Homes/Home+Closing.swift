import Synchronization

extension Home {
  /// Lets go of what was built here, the last one first: the deinitialisers see what is left.
  ///
  /// Not where a session or world has ended it, or does: what is left there serves those who come late.
  func close() {
    guard beginClosing(ending: false) else {
      if phase == .late { leaveSpans() }
      return
    }
    var kept = kept
    while !kept.isEmpty { forget(kept.removeLast()) }
    finishClosing(ending: false)
  }

  /// Keeps nothing from now on, and lets go of all but the instances.
  ///
  /// Gives whether nobody has begun before.
  @discardableResult
  func beginClosing(ending: Bool) -> Bool {
    var old = State()
    let isFirst = state.withLock { state in
      guard state.phase == .open else { return false }
      swap(&old, &state)
      swap(&old.instances, &state.instances)
      swap(&old.elsewhere, &state.elsewhere)
      state.phase = .closing
      return true
    }
    guard isFirst else { return false }
    var merged = old.merged.values + old.standing.values
    for dependent in old.dependents {
      merged += dependent.home?.forget(mergedOn: self) ?? []
    }
    // What ends with a session or world ends them in turn.
    if !ending { for home in merged { home.close() } }
    return true
  }

  /// Lets go of the last of some instances, but for a weak reference where others hold the value.
  static func releaseLast(of kept: inout [Kept]) {
    guard let home = kept.last?.home, var left = takeLast(of: &kept), let weak = left.weakly()
    else { return }
    // A merged home is not found again: but what it was merged from.
    let place = home.outward { home, _ in
      let original = home.original ?? home
      return original.phase == .open ? nil : original
    }
    (place ?? home).state.withLock { $0.instances.append(weak) }
  }

  /// Takes the last one out; gives the object that others may hold.
  ///
  /// Apart, so that nobody here holds it any more.
  @inline(never)
  private static func takeLast(of kept: inout [Kept]) -> Instance.Left? {
    let (home, instance) = kept.removeLast()
    // What is held weakly stays.
    if instance.isWeak { return nil }
    home.forget(instance)
    return instance.left
  }

  func finishClosing(ending: Bool) {
    let (left, isFirst) = state.withLock { state in
      defer {
        state.phase = ending ? .ended : .closed
        if !ending { state.instances = Instances() }
      }
      return (state.instances, state.phase == .closing || state.phase == .late)
    }
    withExtendedLifetime(left) {}
    if isFirst { leaveSpans() }
    if !ending { isClosed.store(true, ordering: .releasing) }
  }

  /// Whether a session or world that it was in has ended.
  var hasEnded: Bool { phase == .ended }

  var phase: Phase { state.withLock { $0.phase } }

  /// The home in place of this one, which is closed.
  @inline(never)
  func revive() -> Home {
    let scope = state.withLock { $0.revived }
    if let scope { return scope.home }
    let fresh = Scope(
      at: Home(
        own, place: place, around: around, spans: spans, original: original, grounds: grounds),
      keepsOpen: true)
    return state.withLock { state in
      let scope = state.revived ?? fresh
      state.revived = scope
      return scope
    }.home
  }
}
