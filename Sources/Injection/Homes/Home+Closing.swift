import Synchronization

extension Home {
  /// Lets go of the instances kept here, the one made last first: deinitialisers read those that are left.
  ///
  /// Does nothing where a session or world ends this home, or has: what is left there serves late readers.
  func close() {
    guard var pending = beginClosing() else { return }
    // As with most scopes: nothing stands on this home, and none of its instances was prepared.
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

  /// Keeps nothing new from now on, and lets go of all but the instances.
  ///
  /// Gives the homes that are closed with this one; `nil` where the closing or the end had begun before.
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
    // An instance may hold the scopes that its build has opened.
    for build in builds { others += build.leave(self) }
    return others
  }

  /// Gives the instances that some homes keep, the first made first; one that several keep, for the oldest home first.
  static func kept(in homes: [Home]) -> [Kept] {
    // The instances of one home are in order.
    if homes.count == 1 { return homes[0].kept.map { (homes[0], $0) } }
    return homes.flatMap { home in home.kept.map { (home, $0) } }
      .sorted { ($0.1.number, $0.0.mark.number) < ($1.1.number, $1.0.mark.number) }
  }

  /// Gives the same in an order to be let go of from the end on: prepared instances and their parts go last.
  ///
  /// No reader can make these anew, and the deinitialisers of all others may read them.
  static func keptToRelease(in homes: [Home]) -> [Kept] {
    let kept = kept(in: homes)
    let prepared = Array(kept.lazy.map(\.instance.trace).filter(\.isPrepared))
    if prepared.isEmpty { return kept }
    let parts = Trace.all(prepared.flatMap(\.reads)).compactMap(\.part)
    let stays = Set((prepared + parts).map { ObjectIdentifier($0) })
    let isLast = { (kept: Kept) in stays.contains(ObjectIdentifier(kept.instance.trace)) }
    return kept.filter(isLast) + kept.filter { !isLast($0) }
  }

  /// Lets go of the last of some instances; where others hold its value, a weak instance stays.
  static func releaseLast(of kept: inout [Kept]) {
    guard let (weak, place) = takeLast(of: &kept), weak.present == nil else { return }
    place.state.withLock { $0.instances.remove(weak) }
  }

  /// Takes the last instance out; gives a weak one that late readers find instead, and the home that has it.
  ///
  /// There is none of the main actor's values, which may not be looked at here. A function of its own, so that
  /// the caller does not hold the instance when it asks for the weak one's value.
  @inline(never)
  private static func takeLast(of kept: inout [Kept]) -> (weak: Instance, place: Home)? {
    let (home, instance) = kept.removeLast()
    // A weak instance stays, in the home where late readers look.
    if instance is WeakInstance {
      _ = home.leave(instance)
      return nil
    }
    // After the weak one has come: there is no moment at which readers find neither.
    defer { home.forget(instance) }
    guard !instance.trace.isOfMainActor, let weak = instance.weakened else { return nil }
    let place = home.placeForLate
    place.state.withLock { $0.instances.append(weak) }
    return (weak, place)
  }

  /// The home where late readers look: instead of a merged home, which they do not find again, its original.
  private var placeForLate: Home {
    outward { home, _ in
      let original = home.original ?? home
      return original.phase == .open ? nil : original
    } ?? self
  }

  /// Leaves an instance that this home keeps to late readers; gives the home where they find it.
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
        // A merged home that closes later would not find this one, to take its own instances out.
        state.elsewhere = Few()
      }
      return (state.instances, state.elsewhere)
    }
    withExtendedLifetime(left) {}
    leaveSpans()
    if !ending { isClosed.store(true, ordering: .releasing) }
  }

  /// Whether a session or world that this home was in has ended it.
  var hasEnded: Bool { phase == .ended }

  var phase: Phase { state.withLock { $0.phase } }

  /// Gives the revived home in place of this one, which is closed: one for all readers.
  @inline(never)
  func revive() -> Home {
    let (scope, adopted) = state.withLock { ($0.revived, $0.adopted) }
    if let scope { return scope.home }
    let home = Home(
      layer, in: world, on: outerHome.load(), openedIn: openedIn, goesWith: goesWith,
      spans: own, original: original, grounds: grounds,
      replacing: adopted.union([mark.number]))
    let fresh = Scope(at: home, keepsOpen: true)
    return state.withLock { state in
      let scope = state.revived ?? fresh
      state.revived = scope
      return scope
    }.home
  }
}
