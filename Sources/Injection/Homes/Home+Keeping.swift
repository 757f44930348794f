extension Home {
  /// What was answered here before.
  func knownAnswer(_ key: ObjectIdentifier) -> Answer? {
    state.withLock { $0.answers[key] }
  }

  /// Remembers an answer that will not change, also in a table that is read without a lock.
  func remember(_ answer: Answer, for key: ObjectIdentifier, in scope: Scope?) {
    state.withLock { state in
      guard state.phase == .open, state.answers[key] == nil else { return }
      let count = state.answers.count
      state.answers.insert(answer, for: key)
      guard let scope, spans.isEmpty else { return }
      scope.table.insert(
        UInt(bitPattern: Unmanaged.passUnretained(answer.entry).toOpaque()),
        for: UInt(bitPattern: key), after: count)
    }
  }

  /// The instance of a slot that serves a reader at `reader`, kept here or where the same scope stands on
  /// others.
  func instance(for slot: Slot, at reader: Home) -> Instance? {
    if let store, let instance = store.known(slot, at: reader) { return instance }
    // Of a merged home that has ended: what is left.
    return known(slot, at: reader)
  }

  private func known(_ slot: Slot, at reader: Home) -> Instance? {
    let candidates = state.withLock { $0.instances.of(slot) }
    for candidate in candidates.reversed() where candidate.trace.holds(at: reader) {
      if let present = candidate.present { return present }
    }
    return nil
  }

  /// Where an instance is kept that was built from some reads, of which the nearest override stands so
  /// many homes outward: there, or where that scope stands by itself, if it is right there.
  func keeper(at distance: Int, of reads: [Trace.Read]) -> Home {
    let home = ancestor(at: distance)
    guard let store = home.store, Trace.hold(reads, at: store) else { return home }
    return store
  }

  /// How many homes outward the nearest override stands that decides some reads here, or what those were
  /// built from; `.max` for none.
  func distance(toDeciderOf reads: [Trace.Read]) -> Int {
    var distance = Int.max
    Trace.forEach(in: reads) { read in
      if read.decider != nil, case .found(let found) = find(read.keyID, beyond: read.beyond) {
        distance = min(distance, found.distance)
      }
      return distance > 0
    }
    return distance
  }

  /// Of a merged home: where its scope stands by itself, which knows what all homes of the scope keep.
  var store: Home? {
    guard let original, original.world === world else { return nil }
    return original
  }

  /// Keeps an instance, unless there is one that serves the same reader; gives the one that is kept.
  @inline(never)
  func keep(_ instance: Instance, at reader: Home) -> Instance {
    let store = store
    var knownCount = 0
    var gone: [Instance] = []
    var comesTooLate = false
    while true {
      // Traces are compared outside the lock; if there are more meanwhile, once more.
      let others: [Instance]? = (store ?? self).state.withLock { kept in
        comesTooLate = (store == nil ? kept.phase : phase) != .open
        if comesTooLate { return nil }
        let others = kept.instances.of(instance.trace.slot)
        guard others.count == knownCount else { return others }
        for other in gone { kept.instances.remove(other) }
        kept.instances.append(instance, merged: store == nil ? nil : self)
        return nil
      }
      guard let others else {
        if comesTooLate { for span in spans { span.noteLate(instance, at: self) } }
        return instance
      }
      gone = []
      for other in others {
        guard let present = other.present else {
          gone.append(other)
          continue
        }
        if other.trace.holds(at: reader) { return present }
      }
      knownCount = others.count
    }
  }

  /// Takes over what another home keeps and serves readers here as well, where its overrides are.
  func adopt(from other: Home) {
    for instance in other.kept where instance.trace.holds(at: self) {
      var distance = Int.max
      if case .found(let found) = find(instance.trace.slot.key) {
        // What is assigned now is not read any more.
        if found.link.isAssigned { continue }
        if !instance.trace.slot.isDefault { distance = found.distance }
      }
      distance = min(distance, self.distance(toDeciderOf: instance.trace.reads))
      guard distance < .max else { continue }
      let keeper = ancestor(at: distance)
      let store = keeper.store
      let isNew = (store ?? keeper).state.withLock { kept in
        guard (store == nil ? kept.phase : keeper.phase) == .open,
          !kept.instances.of(instance.trace.slot).contains(where: { $0 === instance })
        else { return false }
        kept.instances.append(instance, merged: store == nil ? nil : keeper)
        return true
      }
      if isNew { instance.build?.settle(at: keeper) }
    }
  }

  /// All that is kept, the first one made first.
  var kept: [Instance] {
    guard let store else { return state.withLock { $0.instances.all() } }
    return store.state.withLock { $0.instances.all(merged: self) }
  }
}
