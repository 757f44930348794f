extension Home {
  /// An instance, and where it is kept.
  typealias Kept = (home: Home, instance: Instance)

  /// Remembers an answer that will not change, also in the scope's table, which is read without a lock.
  func remember(_ answer: Answer, for key: ObjectIdentifier, in scope: Scope?) {
    // A home further out may go first, with the instances that it keeps.
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
      // The table does not hold the entry: the answers do.
      let entry = known?.entry ?? answer.entry
      scope.table.insert(
        UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()),
        for: UInt(bitPattern: key), after: state.answers.count - 1)
    }
  }

  /// Gives the instance of a slot that serves a reader at `reader`, kept here or by another home of the same
  /// scope: its original, or a merged one with one of `layers` among its grounds.
  func instance(
    for slot: Slot, at reader: Home, standingOn layers: @autoclosure () -> [ObjectIdentifier]
  ) -> Instance? {
    let (own, hasOthers) = state.withLock { ($0.instances.of(slot), $0.elsewhere.count > 0) }
    if let instance = serving(reader, of: own) { return instance }
    guard original != nil || hasOthers else { return nil }
    // Under no lock: the walk may be the last to hold a home, which then goes.
    let layers = layers()
    let others = (store ?? self).state.withLock { kept in
      kept.instances.of(slot)
        + (kept.elsewhere.count == 0 ? [] : layers.flatMap { kept.elsewhere.of(slot, for: $0) })
    }
    return serving(
      reader, of: others.filter { keeperBeneath(of: $0.trace.reads, in: $0.trace.slot) == nil })
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

  /// Whether no layer between here and a home around overrides a key of a trace: then it holds here if it does there.
  private func agrees(with outer: Home, on trace: Trace) -> Bool {
    outward { home, _ in
      if home === outer { return true }
      return home.layer.mayDecide(any: trace.keys) ? false : nil
    } ?? false
  }

  /// Gives the home that keeps an instance, made by an override from some reads, the nearest decided at `home`.
  ///
  /// This is `home`, unless that is merged. Then it is the original, if the same overrides make and decide all
  /// there; else `home` without the owner's scopes that have decided nothing, so that the instance lives as long
  /// as those that have.
  func keeper(_ home: Home, of reads: [Trace.Read], by recipe: Override?) -> Home {
    guard let original = home.original?.live else { return home }
    if let beneath = home.keeperBeneath(of: reads, in: recipe.map { Slot(of: $0.keyID, by: $0) }) {
      return keeper(beneath, of: reads, by: recipe)
    }
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

  /// Gives how many homes outward the nearest override is that decides, here, one of some reads or of their parts.
  ///
  /// Counts only overrides that are at least `first` homes outward; `.max` for none.
  func distance(toDeciderOf reads: [Trace.Read], from first: Int = 0) -> Int {
    var distance = Int.max
    for read in Trace.all(reads) {
      // The reads that an override has decided come first.
      guard read.decider != nil, distance > first else { break }
      if let found = find(read.keyID, beyond: read.beyond), found.distance >= first {
        distance = min(distance, found.distance)
      }
    }
    return distance
  }

  /// Gives the same for some reads and the override of a slot; `nil` if that is not around here.
  func distance(toDeciderOf reads: [Trace.Read], in slot: Slot?) -> Int? {
    let distance = distance(toDeciderOf: reads)
    guard let slot, let link = slot.link else { return distance }
    let maker = overrides(of: slot.key).first { $0.link.identity == link }
    return maker.map { min(distance, $0.distance) }
  }

  /// Of a merged home where a scope and one that it succeeds are both around: the home beneath that keeps an instance,
  /// if the same overrides make it there and decide its reads; none beneath if the owner's scope has gone.
  private func keeperBeneath(of reads: [Trace.Read], in slot: Slot?) -> Home? {
    guard original != nil, layer.list?.hasTwin == true, let outer, !outer.isRevived,
      Trace.hold(reads, at: outer)
    else { return nil }
    return outer.distance(toDeciderOf: reads, in: slot).map { outer.ancestor(at: $0) }
  }

  /// Of a merged home: the original, which knows the instances that all homes of the scope keep.
  private var store: Home? {
    guard let original = original?.live, original.world === world else { return nil }
    return original
  }

  /// Changes which instances are kept here, and for a merged home, which of them the store knows.
  private func change<R>(_ body: (inout State) -> R) -> R {
    guard let store else { return state.withLock { body(&$0) } }
    return store.state.withLock { kept in
      state.withLock { own in
        // Not added to a closed store, which nobody empties again.
        if kept.phase == .closed { return body(&own) }
        swap(&kept.elsewhere, &own.elsewhere)
        defer { swap(&kept.elsewhere, &own.elsewhere) }
        return body(&own)
      }
    }
  }

  /// Keeps an instance, unless a kept one serves the same reader; gives the one that is kept, or `nil` where
  /// this home keeps nothing any more.
  @inline(never)
  func keep(_ instance: Instance, at reader: Home) -> Instance? {
    if hasReplaced(keeperOf: instance.trace.reads) { return nil }
    let slot = instance.trace.slot
    let ground = ground(of: instance)
    var known: [Instance] = []
    var gone: [Instance] = []
    var comesTooLate = false
    while true {
      // Traces are compared outside the lock, and again if other instances have come meanwhile.
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

  /// Of a merged home: the nearest layer that it stands on and that decides a read of an instance, else the last.
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

  /// Takes over the instances that another home keeps and that serve readers here as well.
  ///
  /// Each goes to the nearest home with an override that made it or decided a read of it. A home that has begun
  /// to close or to end gives none. With `afterReads`, readers here may have been given instances of their own:
  /// an instance of a slot for which they were given another stays behind, and so does one made from such.
  func adopt(from other: Home, afterReads: Bool = false) {
    guard other.phase == .open else { return }
    var known: [ObjectIdentifier: Bool] = [:]
    for instance in other.kept where instance.trace.holds(at: self) {
      let slot = instance.trace.slot
      // Readers here are given an assigned value.
      if let found = find(slot.key), found.link.isAssigned { continue }
      guard let distance = distance(toDeciderOf: instance.trace.reads, in: slot), distance < .max
      else { continue }
      let keeper = ancestor(at: distance)
      let present = keeper.state.withLock { $0.instances.of(slot) }
      if present.contains(where: { $0 === instance }) { continue }
      if afterReads, serves(besides: instance.trace, of: other, known: &known) { continue }
      let ground = keeper.ground(of: instance)
      let isNew = keeper.change { own in
        // Another instance may have been built meanwhile.
        guard own.phase == .open, own.instances.of(slot).elementsEqual(present, by: ===) else {
          return false
        }
        own.instances.append(instance)
        if let ground { own.elsewhere.append(instance, for: ground) }
        // The trace goes on naming the home that kept the instance first.
        if let mark = instance.trace.keeper { own.adopted.insert(mark.number) }
        return true
      }
      guard isNew, let build = instance.build else { continue }
      build.settle(at: keeper, isKept: true)
      // A keeper that began to close before the build settled there does not know of that build.
      if keeper.phase != .open { for scope in build.leave(keeper) { scope.close() } }
    }
    // And what the other's merged homes keep.
    for merged in other.state.withLock({ $0.standing.values }) {
      guard let base = merged.outer, !merged.kept.isEmpty else { continue }
      (base.holds(layer) ? base : standing(on: base))
        .adopt(from: merged, afterReads: afterReads)
    }
    for reader in other.state.withLock({ $0.dependents.present }) where !holds(reader.layer) {
      guard let merged = reader.standing(knownOn: other), !merged.kept.isEmpty else { continue }
      reader.standing(on: self).adopt(from: merged, afterReads: afterReads)
    }
  }

  /// Whether readers here are given another instance of a trace's slot, or of a part's, where readers at `other`
  /// are given the trace's own, or the part's.
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

  /// The trace of the kept instance of a slot that readers here are given.
  private func given(_ slot: Slot) -> Trace? {
    outward { home, _ in home.instance(for: slot, at: self, standingOn: layerIDs) }?.trace
  }

  var kept: [Instance] { state.withLock { $0.instances.all } }
}
