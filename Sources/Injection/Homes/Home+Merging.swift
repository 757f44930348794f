extension Home {
  /// Where a reader reads through an owner: what is new for the owner around the reader, on top of what
  /// the owner was created in.
  ///
  /// Kept by the reader's home, until that or the owner's is closed.
  static func merging(_ reader: Home, onto owner: Home) -> Home {
    if reader === owner || reader.contains(owner) { return reader }
    if owner.contains(reader) { return owner }
    // What is around the reader comes first; a scope of which nothing is new adds nothing.
    guard let outer = reader.outer else { return owner }
    if let known = reader.state.withLock({ $0.merged[ObjectIdentifier(owner)] }) { return known }
    var (base, top) = (owner, reader)
    if let own = reader.own, owner.holds(own), let around = owner.outer {
      // A scope that both have, on different others: once, where it stands in both.
      if owner.own === own {
        base = merging(outer, onto: around)
      } else {
        (base, top) = (merging(reader, onto: around), owner)
      }
    } else {
      base = merging(outer, onto: owner)
    }
    var spans = top.spans
    for span in base.spans where !spans.contains(where: { $0 === span }) { spans.append(span) }
    let fresh = Home(
      top.own, place: top.place, around: .home(base), spans: spans, reader: reader)
    let isOpen = owner.addDependent(reader)
    let (merged, isKept) = reader.state.withLock { state in
      if let known = state.merged[ObjectIdentifier(owner)] { return (known, false) }
      guard isOpen, state.phase == .open else { return (fresh, false) }
      state.merged.insert(fresh, for: ObjectIdentifier(owner))
      return (fresh, true)
    }
    // Nobody would close it.
    if !isKept { fresh.leaveSpans() }
    return merged
  }

  /// Whether what another home's scope does, and what is done around that, is part of what is done here.
  private func contains(_ other: Home) -> Bool {
    guard let own = other.own else { return other.outer == nil && other.world === world }
    // A scope brings with it all that is around it; a merged one stands on another's.
    guard holds(own), other.isMerged, let outer = other.outer else { return holds(own) }
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

  func forget(mergedOnto owner: Home) {
    let home = state.withLock { $0.merged.removeValue(of: ObjectIdentifier(owner)) }
    home?.close()
  }
}
