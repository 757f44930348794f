extension Home {
  /// An instance, and where it is kept.
  typealias Kept = (home: Home, instance: Instance)

  /// Remembers an answer that will not change, also in a table that is read without a lock.
  func remember(_ answer: Answer, for key: ObjectIdentifier, in scope: Scope?) {
    // What is kept further out goes with that.
    if isRevived, !answer.entry.isAssigned, answer.distance > 0, answer.distance < .max { return }
    state.withLock { state in
      guard state.phase == .open else { return }
      let known = state.answers[key]
      if known == nil {
        var found = answer
        found.isNew = false
        state.answers.insert(found, for: key)
      }
      guard let scope, spans.isEmpty else { return }
      // Held by the answers.
      let entry = known?.entry ?? answer.entry
      scope.table.insert(
        UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()),
        for: UInt(bitPattern: key), after: state.answers.count - 1)
    }
  }

  /// The instance of a slot that serves a reader at `reader`, kept here or where the same scope stands on
  /// others.
  func instance(
    for slot: Slot, at reader: Home, standingOn layers: @autoclosure () -> [ObjectIdentifier]
  ) -> Instance? {
    let (own, hasOthers) = state.withLock { ($0.instances.of(slot), $0.elsewhere.count > 0) }
    if let instance = serving(reader, of: own) { return instance }
    guard original != nil || hasOthers else { return nil }
    // Under no lock: whoever walks a chain may be the last to hold a part of it.
    let layers = layers()
    let others = (store ?? self).state.withLock { kept in
      kept.instances.of(slot)
        + (kept.elsewhere.count == 0 ? [] : layers.flatMap { kept.elsewhere.of(slot, for: $0) })
    }
    return serving(reader, of: others)
  }

  var layerIDs: [ObjectIdentifier] { chain.map { ObjectIdentifier($0.layer) } }

  private func serving(_ reader: Home, of candidates: [Instance]) -> Instance? {
    for candidate in candidates.reversed() {
      let trace = candidate.trace
      if trace.isRefuted(at: reader) { continue }
      let holdsHere = trace.holdsAtKeeper && trace.keeper?.number == mark.number
      let serves = holdsHere && reader.agrees(with: self, on: trace) || trace.holds(at: reader)
      if serves, let present = candidate.present { return present }
    }
    return nil
  }

  /// Whether nothing between here and a home around decides a key of a trace: what holds there holds here.
  private func agrees(with outer: Home, on trace: Trace) -> Bool {
    outward { home, _ in
      if home === outer { return true }
      return home.layer.mayDecide(any: trace.keys) ? false : nil
    } ?? false
  }

  /// Where an instance is kept that was made by an override and built from some reads, of which the
  /// nearest is decided at a home around.
  ///
  /// There; of a merged home, where its scope stands by itself if all is decided alike there, else without
  /// the owner's scopes that have decided nothing: it lives as long as those that have.
  func keeper(_ home: Home, of reads: [Trace.Read], by recipe: Override?) -> Home {
    guard let original = home.original?.live else { return home }
    let hasMaker = recipe.map { original.holder(of: $0) != nil } ?? true
    if hasMaker, original.world === home.world, Trace.hold(reads, at: original) { return original }
    var deciding: Set<ObjectIdentifier> = []
    func note(_ home: Home) { deciding.insert(ObjectIdentifier(home.layer)) }
    if let recipe, let holder = holder(of: recipe) { note(holder) }
    for read in Trace.all(reads) {
      if let found = find(read.keyID, beyond: read.beyond) { note(ancestor(at: found.distance)) }
    }
    return home.standing(onThoseOf: deciding)
  }

  /// How many homes outward the nearest override stands, from one home on, that decides some reads here,
  /// or what those were built from; `.max` for none.
  func distance(toDeciderOf reads: [Trace.Read], from first: Int = 0) -> Int {
    var distance = Int.max
    for read in Trace.all(reads) {
      // Those that somebody has decided come first.
      guard read.decider != nil, distance > first else { break }
      if let found = find(read.keyID, beyond: read.beyond), found.distance >= first {
        distance = min(distance, found.distance)
      }
    }
    return distance
  }

  /// The same for what a trace is of: for what makes that as well, which may be missing here.
  func distance(toKeeperOf trace: Trace) -> Int? {
    let distance = distance(toDeciderOf: trace.reads)
    guard let link = trace.slot.link else { return distance }
    let maker = overrides(of: trace.slot.key).first { $0.link.identity == link }
    return maker.map { min(distance, $0.distance) }
  }

  /// Of a merged home: where its scope stands by itself, which knows what all homes of the scope keep.
  private var store: Home? {
    guard let original = original?.live, original.world === world else { return nil }
    return original
  }

  /// Changes what is kept here, and of a merged home, what the store knows of that.
  private func change<R>(_ body: (inout State) -> R) -> R {
    guard let store else { return state.withLock { body(&$0) } }
    return store.state.withLock { kept in
      state.withLock { own in
        // Nobody empties one that is closed.
        if kept.phase == .closed { return body(&own) }
        swap(&kept.elsewhere, &own.elsewhere)
        defer { swap(&kept.elsewhere, &own.elsewhere) }
        return body(&own)
      }
    }
  }

  /// Keeps an instance, unless there is one that serves the same reader; gives the one that is kept,
  /// and nothing where it comes too late.
  @inline(never)
  func keep(_ instance: Instance, at reader: Home) -> Instance? {
    if hasReplaced(keeperOf: instance.trace.reads) { return nil }
    let slot = instance.trace.slot
    let ground = ground(of: instance)
    var known: [Instance] = []
    var gone: [Instance] = []
    var comesTooLate = false
    while true {
      // Traces are compared outside the lock; if there are more meanwhile, once more.
      let others: [Instance]? = change { own in
        comesTooLate = own.phase != .open
        if comesTooLate { return nil }
        var others = own.instances.of(slot)
        for ground in grounds { others += own.elsewhere.of(slot, for: ground) }
        guard others.elementsEqual(known, by: ===) else { return others }
        for other in gone {
          own.instances.remove(other)
          for ground in grounds { own.elsewhere.remove(other, for: ground) }
        }
        own.instances.append(instance)
        if let ground { own.elsewhere.append(instance, for: ground) }
        return nil
      }
      guard let others else { return comesTooLate ? nil : instance }
      gone = []
      for other in others {
        guard let present = other.present else {
          gone.append(other)
          continue
        }
        if other.trace.holds(at: reader) { return present }
      }
      known = others
    }
  }

  /// Of a merged home: the next of what it stands on that has decided something of an instance.
  private func ground(of instance: Instance) -> ObjectIdentifier? {
    if grounds.isEmpty { return nil }
    let distance = distance(toDeciderOf: instance.trace.reads, from: 1)
    return distance <= grounds.count ? grounds[distance - 1] : grounds.last
  }

  func forget(_ instance: Instance) {
    change { own in
      own.instances.remove(instance)
      for ground in grounds { own.elsewhere.remove(instance, for: ground) }
    }
  }

  /// Takes over what another home keeps and serves readers here as well, where its overrides are.
  ///
  /// Not what is left of one that ends: that is done with. After reads here, nor what would stand beside what
  /// these were given, nor what was made from such.
  func adopt(from other: Home, afterReads: Bool = false) {
    guard [.open, .late].contains(other.phase) else { return }
    var known: [ObjectIdentifier: Bool] = [:]
    for instance in other.kept where instance.trace.holds(at: self) {
      let slot = instance.trace.slot
      // What is assigned now is not read any more.
      if let found = find(slot.key), found.link.isAssigned { continue }
      guard let distance = distance(toKeeperOf: instance.trace), distance < .max else { continue }
      let keeper = ancestor(at: distance)
      let present = keeper.state.withLock { $0.instances.of(slot) }
      if present.contains(where: { $0 === instance }) { continue }
      if afterReads, serves(besides: instance.trace, of: other, known: &known) { continue }
      let ground = keeper.ground(of: instance)
      let isNew = keeper.change { own in
        // Another one may have been built meanwhile.
        guard own.phase == .open, own.instances.of(slot).elementsEqual(present, by: ===) else {
          return false
        }
        own.instances.append(instance)
        if let ground { own.elsewhere.append(instance, for: ground) }
        // It is still the one that the other has kept.
        if let mark = instance.trace.keeper { own.adopted.insert(mark.number) }
        return true
      }
      guard isNew, let build = instance.build else { continue }
      build.settle(at: keeper, isKept: true)
      // Else it does not know that this has come.
      if keeper.phase != .open { for scope in build.leave(keeper) { scope.close() } }
    }
    // And what it keeps on others.
    for merged in other.state.withLock({ $0.standing.values }) {
      guard let base = merged.outer, !merged.kept.isEmpty else { continue }
      (base.holds(layer) ? base : standing(on: base))
        .adopt(from: merged, afterReads: afterReads)
    }
  }

  /// Whether readers here are given another instance than those of another home: than that of a trace, or one
  /// that it was made from.
  private func serves(
    besides trace: Trace, of other: Home, known: inout [ObjectIdentifier: Bool]
  ) -> Bool {
    let parts = Trace.all(trace.reads).compactMap(\.part)
    return ([trace] + parts).contains { trace in
      if let isBeside = known[ObjectIdentifier(trace)] { return isBeside }
      let mine = given(trace.slot)
      let isBeside = mine != nil && mine !== trace && other.given(trace.slot) === trace
      known[ObjectIdentifier(trace)] = isBeside
      return isBeside
    }
  }

  /// What readers here are given of a slot, where it is kept.
  private func given(_ slot: Slot) -> Trace? {
    outward { home, _ in home.instance(for: slot, at: self, standingOn: layerIDs) }?.trace
  }

  var kept: [Instance] { state.withLock { $0.instances.all } }
}
