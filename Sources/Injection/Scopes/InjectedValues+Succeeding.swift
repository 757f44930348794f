extension InjectedValues {
  /// Puts these values in the place of earlier ones, and takes over what was built from the same overrides.
  ///
  /// ```swift
  /// values = InjectedValues.current
  ///   .overriding { $0.locale = locale }
  ///   .succeeding(values)
  /// ```
  ///
  /// For code that makes a scope again where little may have changed, as a tree of views does at each evaluation.
  /// An override that does the same as the earlier scope's override of its key *is* that override: what was built
  /// from it serves on, in the new scope. What was built from an override that differs is built anew at its next
  /// read. The result is the earlier scope where both do the same in the same order, on the same scope, were made
  /// at the same place and are seen by the same recordings. The earlier scope stays as it was, for whoever
  /// has captured it, and is not kept alive.
  ///
  /// Objects are the same if they are identical, other values if their bytes or their parts are, or by
  /// `==` where their type is Equatable. Values that cannot be compared differ. So do two closures that
  /// capture something, unless one is a copy of the other, and any two that are themselves the value of a
  /// key: put such a closure into a structure. A registration, decoration or contribution is the same if
  /// its closure is of the same literal and captures nothing; a contribution also needs the same `id` and
  /// `order`.
  ///
  /// - Parameter earlier: What these values succeed; `nil` where they are the first.
  /// - Returns: The earlier values, or these.
  /// - Complexity: O(*n* *d*) for *n* overrides and *d* scopes around, O(*k*²) for *k* of one key that differ,
  ///   and where the scopes differ O(*m* *p* *d*) for *m* instances of the earlier one, each built from *p* others.
  public func succeeding(_ earlier: InjectedValues?) -> InjectedValues {
    guard let scope = enterable else { return self }
    // A scope takes the places of others once: by the next time, others may know it.
    guard scope.beginSucceeding(), let old = earlier?.enterable, !old.isInside(scope),
      let ours = scope.own
    else { return InjectedValues(scope: scope) }
    let isSame = ours.takePlaces(of: old.own, under: scope.around?.home)
    if isSame, scope.stands(like: old) { return InjectedValues(scope: old) }
    // An earlier scope that is around this one keeps its instances, which serve here from there.
    if !scope.isInside(old), let home = old.homeIfMade { scope.home.adopt(from: home) }
    return InjectedValues(scope: scope)
  }
}

extension Override {
  /// Takes the places of another list's overrides that do the same to the same keys; gives whether the two
  /// lists do the same altogether.
  ///
  /// An override that stands around this list already keeps its place: no two of one chain are the same.
  fileprivate func takePlaces(of other: Override?, under outer: Home?) -> Bool {
    var isSame = count == other?.count
    var opposite = other
    // For each key, where the search for the next override goes on: below those whose places are taken.
    var rest: [ObjectIdentifier: Override?] = [:]
    for link in links() {
      var candidate = rest[link.keyID] ?? other?.first(for: link.keyID)
      while let current = candidate, !link.doesTheSame(as: current) {
        candidate = current.next?.first(for: link.keyID)
      }
      if candidate !== opposite || candidate == nil { isSame = false }
      opposite = opposite?.next
      if let candidate, outer?.holder(of: candidate) == nil {
        link.replace(candidate)
        noteTwin()
        other?.noteTwin()
        rest[link.keyID] = .some(candidate.next?.first(for: link.keyID))
      }
    }
    return isSame
  }
}

extension Scope {
  /// Whether another scope stands on the same scope, was made at the same place, and is seen by the same recordings.
  fileprivate func stands(like other: Scope) -> Bool {
    around?.effective === other.around?.effective && place.isSame(as: other.place)
      && recordings.elementsEqual(other.recordings, by: ===)
  }
}
