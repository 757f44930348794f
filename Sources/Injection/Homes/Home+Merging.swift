extension Home {
  /// Gives the home where a reader reads through an owner: the reader's layers that are new to the owner, on the
  /// owner's home.
  ///
  /// There is one merged home for each scope and home that it stands on. The original knows it, until the
  /// original or the home beneath is closed.
  static func merging(_ reader: Home, onto owner: Home) -> Home {
    if reader === owner { return reader }
    if reader.contains(owner) { return reader }
    if owner.contains(reader) { return owner }
    // The reader's layers come first. A scope that both have is there once, where the owner has it. But a layer of
    // the reader's around it that overrides a key of it stays around it, and so around what the owner has inside it.
    var inside: [Home] = []
    var (mine, theirs) = (reader, owner)
    // For long chains, where each of many layers is looked for among many.
    lazy var layers = Set(owner.layerIDs)
    lazy var new = reader.chain.filter { !layers.contains(ObjectIdentifier($0.layer)) }
    var count = 0
    while let outer = mine.outer {
      let isTheirs =
        inside.count < 16
        ? owner.holds(mine.layer) : layers.contains(ObjectIdentifier(mine.layer))
      if !isTheirs {
        inside.append(mine)
        count += 1
      } else if theirs.stands(on: mine) {
        break
      } else if new.dropFirst(count).contains(where: { $0.layer.shares(keyWith: mine.layer) }) {
        while theirs.holds(mine.layer), let around = theirs.outer {
          inside.append(theirs)
          theirs = around
        }
      }
      mine = outer
    }
    return inside.reversed().reduce(theirs) { $1.standing(on: $0) }
  }

  /// Gives the home of this scope on another home: one for all readers there, whichever way they came.
  func standing(on base: Home) -> Home {
    let original = (original ?? self).live
    if original.outer === base { return original }
    if let known = original.standing(knownOn: base) { return known }
    assert(!base.holds(layer), "Each scope is there once.")
    let fresh = Home(
      layer, in: base.world, on: base, goesWith: original.goesWith,
      spans: original.spans, original: original, grounds: base.layerIDs)
    let known = original.remember(fresh, on: base)
    // Nobody would close a home that nobody knows. Closed now, it keeps nothing.
    if known !== fresh { fresh.close() }
    return known ?? fresh
  }

  /// Gives the same, if it has been made.
  func standing(knownOn base: Home) -> Home? {
    state.withLock { $0.standing[ObjectIdentifier(base)] }
  }

  /// Gives the home of this scope on fewer homes: leaves out those beneath whose layers are not among some.
  ///
  /// A home beneath that stands by itself keeps all that is around it.
  func standing(onThoseOf layers: Set<ObjectIdentifier>) -> Home {
    guard let original, var base = outer else { return self }
    // The layers around the original stay, though they may have been merged as well.
    let layers = layers.union(original.layerIDs)
    while !layers.contains(ObjectIdentifier(base.layer)), let outer = base.outer { base = outer }
    return standing(on: base.standing(onThoseOf: layers))
  }

  /// Notes a merged home, until this home or `base` is closed; gives the one that is known from then on, or `nil`
  /// where either is closed.
  private func remember(_ merged: Home, on base: Home) -> Home? {
    let known: Home? = state.withLock { state in
      if let known = state.standing[ObjectIdentifier(base)] { return known }
      guard state.phase == .open else { return nil }
      state.standing.insert(merged, for: ObjectIdentifier(base))
      return merged
    }
    guard known === merged else { return known }
    let others = base.state.withLock { $0.phase == .open ? $0.dependents.append(self) : nil }
    // The homes that were looked at are let go of outside the lock.
    if withExtendedLifetime(others, { others != nil }) { return merged }
    _ = forget(mergedOn: base)
    return nil
  }

  /// Whether the layers of another home, and of those around it, are all among the layers here, in the same order.
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

  private func stands(on other: Home) -> Bool {
    outward { home, _ in home === other ? true : nil } ?? false
  }

  /// Takes out the merged home on `base`, which is closed, and gives it.
  func forget(mergedOn base: Home) -> Home? {
    state.withLock { $0.standing.removeValue(of: ObjectIdentifier(base)) }
  }
}
