extension Home {
  /// Where a reader reads through an owner: what is new for the owner around the reader, on top of what
  /// the owner was created in.
  ///
  /// Made once for what it is: a scope, and the home that it stands on. Known to the home where that
  /// scope stands by itself, and to the reader's, until one of these or what it stands on is closed.
  static func merging(_ reader: Home, onto owner: Home) -> Home {
    if reader === owner || reader.contains(owner) { return reader }
    if owner.contains(reader) { return owner }
    // What is around the reader comes first; a scope of which nothing is new adds nothing.
    guard let outer = reader.outer else { return owner }
    if let known = reader.state.withLock({ $0.merged[ObjectIdentifier(owner)] }) { return known }
    let merged: Home
    if let own = reader.own, owner.holds(own), let around = owner.outer {
      // A scope that both have, on different others: once, where it stands in both.
      merged = owner.standing(on: merging(owner.own === own ? outer : reader, onto: around))
    } else {
      merged = reader.standing(on: merging(outer, onto: owner))
    }
    return reader.remember(merged, onto: owner) ?? merged
  }

  /// What this home's scope does, on another home: one for all who read there, whichever way they came.
  private func standing(on base: Home) -> Home {
    let original = original ?? self
    if case .home(let outer) = original.around, outer === base { return original }
    let fresh = Home(
      own, place: place, around: .home(base), spans: original.spans, original: original,
      grounds: base.lists)
    let known = original.remember(fresh, onto: base)
    // Nobody would close it.
    if known !== fresh { fresh.leaveSpans() }
    return known ?? fresh
  }

  /// Knows a merged home until this one or the owner's is closed; gives the one that is known, unless
  /// one of them is closed.
  private func remember(_ merged: Home, onto owner: Home) -> Home? {
    if let known = state.withLock({ $0.merged[ObjectIdentifier(owner)] }) { return known }
    let isOpen = owner.addDependent(self)
    return state.withLock { state in
      if let known = state.merged[ObjectIdentifier(owner)] { return known }
      guard isOpen, state.phase == .open else { return nil }
      state.merged.insert(merged, for: ObjectIdentifier(owner))
      return merged
    }
  }

  /// Whether what another home's scope does, and what is done around that, is part of what is done here.
  private func contains(_ other: Home) -> Bool {
    guard let own = other.own else { return other.outer == nil && other.world === world }
    // A scope brings with it all that is around it; a merged one stands on another's.
    guard holds(own), other.original != nil, let outer = other.outer else { return holds(own) }
    return contains(outer)
  }

  private func holds(_ own: Override) -> Bool {
    outward { home, _ in home.own === own ? true : nil } ?? false
  }

  private func addDependent(_ reader: Home) -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      // Those that have gone are swept out when they are half of all.
      if state.dependents.count >= 16, state.dependents.count.nonzeroBitCount == 1 {
        state.dependents.removeAll { $0.home == nil }
      }
      state.dependents.append(WeakHome(home: reader))
      return true
    }
  }

  /// Takes out the home that stands on another one, which is closed.
  func forget(mergedOnto owner: Home) -> Home? {
    state.withLock { $0.merged.removeValue(of: ObjectIdentifier(owner)) }
  }
}
