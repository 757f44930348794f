extension Home {
  /// Where a reader reads through an owner: what is new for the owner around the reader, on top of what
  /// the owner was created in.
  ///
  /// Made once for what it is: a scope, and the home that it stands on. Known to the home where that
  /// scope stands by itself, until this or what it stands on is closed.
  static func merging(_ reader: Home, onto owner: Home) -> Home {
    if reader === owner { return reader }
    if reader.contains(owner) { return reader }
    if owner.contains(reader) { return owner }
    // What is around the reader comes first. A scope that both have is there once, where it stands in
    // both; where they have two in different orders, the owner's order is taken.
    var inside: [Home] = []
    var (mine, theirs) = (reader, owner)
    // Many are looked for among as many.
    lazy var layers = Set(owner.layerIDs)
    while mine !== theirs, let outer = mine.outer {
      let isTheirs =
        inside.count < 16
        ? owner.holds(mine.layer) : layers.contains(ObjectIdentifier(mine.layer))
      if !isTheirs {
        inside.append(mine)
        mine = outer
      } else if theirs.holds(mine.layer), let around = theirs.outer {
        inside.append(theirs)
        if theirs.layer === mine.layer { mine = outer }
        theirs = around
      } else {
        mine = outer
      }
    }
    return inside.reversed().reduce(theirs) { $1.standing(on: $0) }
  }

  /// What this home's scope does, on another home: one for all who read there, whichever way they came.
  func standing(on base: Home) -> Home {
    let original = (original ?? self).live
    if original.outer === base { return original }
    if let known = original.standing(knownOn: base) { return known }
    assert(!base.holds(layer), "Each scope is there once.")
    let fresh = Home(
      layer, in: base.world, on: base, goesWithBuild: original.goesWithBuild,
      spans: original.spans, original: original, grounds: base.layerIDs)
    let known = original.remember(fresh, on: base)
    // Nobody would close it: it keeps nothing.
    if known !== fresh { fresh.close() }
    return known ?? fresh
  }

  /// The same, if it is there.
  func standing(knownOn base: Home) -> Home? {
    state.withLock { $0.standing[ObjectIdentifier(base)] }
  }

  /// This home, without what it is merged onto and is not among some layers, nor around what is.
  func standing(onThoseOf layers: Set<ObjectIdentifier>) -> Home {
    guard let original, var base = outer else { return self }
    // A scope brings with it all that is around it, which may be merged as well.
    let layers = layers.union(original.layerIDs)
    while !layers.contains(ObjectIdentifier(base.layer)), let outer = base.outer { base = outer }
    return standing(on: base.standing(onThoseOf: layers))
  }

  /// Knows a merged home until this one or what it stands on is closed; gives the one that is known, unless
  /// one of them is closed.
  private func remember(_ merged: Home, on base: Home) -> Home? {
    let known: Home? = state.withLock { state in
      if let known = state.standing[ObjectIdentifier(base)] { return known }
      guard state.phase == .open else { return nil }
      state.standing.insert(merged, for: ObjectIdentifier(base))
      return merged
    }
    guard known === merged else { return known }
    let others = base.state.withLock { $0.phase == .open ? $0.dependents.append(self) : nil }
    // What was looked at goes outside the lock.
    if withExtendedLifetime(others, { others != nil }) { return merged }
    _ = forget(mergedOn: base)
    return nil
  }

  /// Whether what another home's scope does, and what is done around that, is part of what is done here,
  /// in that order.
  private func contains(_ other: Home) -> Bool {
    var mine: Home? = self
    for theirs in other.chain {
      while let home = mine, home.layer !== theirs.layer { mine = home.outer }
      guard let home = mine else { return false }
      if home === theirs { return true }
    }
    return true
  }

  func holds(_ layer: Layer) -> Bool {
    outward { home, _ in home.layer === layer ? true : nil } ?? false
  }

  /// Takes out the home that stands on another one, which is closed.
  func forget(mergedOn base: Home) -> Home? {
    state.withLock { $0.standing.removeValue(of: ObjectIdentifier(base)) }
  }
}
