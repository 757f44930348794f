import Synchronization

extension Home {
  /// Lets go of what was built here, the last one first: the deinitialisers see what is left.
  ///
  /// Not where a session or world has ended it, or does: what is left there serves those who come late.
  func close() {
    guard var pending = beginClosing() else { return }
    // As with most scopes: nothing stands on this one, and nothing in it was prepared.
    if pending.isEmpty {
      var kept = kept
      if !kept.contains(where: \.trace.isPrepared) {
        while let instance = kept.popLast() { forget(instance) }
        return finishClosing(ending: false)
      }
    }
    var homes = [self]
    while let next = pending.popLast() {
      guard let more = next.beginClosing() else { continue }
      homes.append(next)
      pending += more
    }
    var kept = Self.keptToRelease(in: homes)
    while let (home, instance) = kept.popLast() { home.forget(instance) }
    for home in homes { home.finishClosing(ending: false) }
  }

  /// Keeps nothing from now on, and lets go of all but the instances.
  ///
  /// Gives the homes that are closed with this one; nothing where somebody has begun before.
  func beginClosing() -> [Home]? {
    var answers = Few<Answer>()
    var standing = Few<Home>()
    var dependents = WeakHomes()
    let builds: [Build]? = state.withLock { state in
      guard state.phase == .open || state.phase == .late else { return nil }
      state.phase = .closing
      swap(&answers, &state.answers)
      swap(&standing, &state.standing)
      swap(&dependents, &state.dependents)
      return state.instances.builds
    }
    guard let builds else { return nil }
    defer { withExtendedLifetime(answers) {} }
    var others = standing.values
    others += dependents.present.compactMap { $0.forget(mergedOn: self) }
    // What a build has made may hold the scopes that were opened in it.
    for build in builds { others += build.leave(self) }
    return others
  }

  /// What some homes keep, the first one made first; what an update has made is at its last home last.
  static func kept(in homes: [Home]) -> [Kept] {
    // What one keeps is in order.
    if homes.count == 1 { return homes[0].kept.map { (homes[0], $0) } }
    return homes.flatMap { home in home.kept.map { (home, $0) } }
      .sorted { ($0.1.number, $0.0.mark.number) < ($1.1.number, $1.0.mark.number) }
  }

  /// The same, to be let go of from the last one on: before what was prepared, and what that was built from,
  /// comes all that may be made anew, since its deinitialisers may read that.
  static func keptToRelease(in homes: [Home]) -> [Kept] {
    let kept = kept(in: homes)
    let prepared = Array(kept.lazy.map(\.instance.trace).filter(\.isPrepared))
    if prepared.isEmpty { return kept }
    let parts = Trace.all(prepared.flatMap(\.reads)).compactMap(\.part)
    let stays = Set((prepared + parts).map { ObjectIdentifier($0) })
    let isLast = { (kept: Kept) in stays.contains(ObjectIdentifier(kept.instance.trace)) }
    return kept.filter(isLast) + kept.filter { !isLast($0) }
  }

  /// Lets go of the last of some instances, but for a weak reference where others hold the value.
  static func releaseLast(of kept: inout [Kept]) {
    guard let (weak, place) = takeLast(of: &kept), weak.present == nil else { return }
    place.state.withLock { $0.instances.remove(weak) }
  }

  /// Takes the last one out; gives a weak one that readers find from then on, and where, if that may be
  /// looked into.
  ///
  /// Apart, so that nobody here holds it any more.
  @inline(never)
  private static func takeLast(of kept: inout [Kept]) -> (weak: Instance, place: Home)? {
    let (home, instance) = kept.removeLast()
    // What is held weakly stays, where readers look then.
    if instance is WeakInstance {
      _ = home.leave(instance)
      return nil
    }
    // First the weak one: there is no moment at which readers find neither.
    defer { home.forget(instance) }
    guard !instance.trace.isOfMainActor, let weak = instance.weakened else { return nil }
    let place = home.placeForLate
    place.state.withLock { $0.instances.append(weak) }
    return (weak, place)
  }

  /// Where readers look who come when this has ended: a merged home is not found again, but what it was merged
  /// from.
  private var placeForLate: Home {
    outward { home, _ in
      let original = home.original ?? home
      return original.phase == .open ? nil : original
    } ?? self
  }

  /// Leaves an instance that this home keeps to readers who come late; gives where.
  func leave(_ instance: Instance) -> Kept {
    let place = placeForLate
    if place !== self {
      place.state.withLock { $0.instances.append(instance) }
      forget(instance)
    }
    return (place, instance)
  }

  func finishClosing(ending: Bool) {
    let left = state.withLock { state in
      defer {
        state.phase = ending ? .ended : .closed
        if !ending { state.instances = Instances() }
        // What a merged home keeps that is closed later: it does not find this one any more.
        state.elsewhere = Few()
      }
      return (state.instances, state.elsewhere)
    }
    withExtendedLifetime(left) {}
    leaveSpans()
    if !ending { isClosed.store(true, ordering: .releasing) }
  }

  /// Whether a session or world that it was in has ended.
  var hasEnded: Bool { phase == .ended }

  var phase: Phase { state.withLock { $0.phase } }

  /// The home in place of this one, which is closed.
  @inline(never)
  func revive() -> Home {
    let (scope, inside, adopted) = state.withLock { ($0.revived, $0.inside, $0.adopted) }
    if let scope { return scope.home }
    let home = Home(
      layer, in: world, on: outerHome.load(), openedIn: openedIn, goesWithBuild: goesWithBuild,
      spans: own, original: original, grounds: grounds,
      replacing: adopted.union([mark.number]))
    home.state.withLock { $0.inside = inside }
    let fresh = Scope(at: home, keepsOpen: true)
    return state.withLock { state in
      let scope = state.revived ?? fresh
      state.revived = scope
      return scope
    }.home
  }
}
