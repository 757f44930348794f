extension InjectedValues {
  /// Puts these values in the place of earlier ones, and goes on with what is still right of those.
  ///
  /// ```swift
  /// values = InjectedValues.current
  ///   .overriding { $0.locale = locale }
  ///   .succeeding(values)
  /// ```
  ///
  /// For whoever sets a scope anew where it may be the same, as a tree of views does at each evaluation.
  /// An override that does the same as the one of its key in the earlier scope *is* the same one: what was
  /// built from it serves on, in the new scope. Where both scopes stand on the same one and do the same in
  /// the same order, the result is the earlier one. What was built from anything else is built anew at its
  /// next read. The earlier scope stays as it was, for whoever has captured it, and is not kept alive.
  ///
  /// Objects are the same if they are identical, other values if their bytes or their parts are, or by
  /// `==` where their type is Equatable. What cannot be told, such as a closure that captures
  /// something, counts as another. A registration, decoration or contribution is the same if its
  /// closure is: the one of a literal that captures nothing.
  ///
  /// - Parameter earlier: What these values succeed; `nil` where they are the first.
  /// - Returns: The earlier values, or these.
  /// - Complexity: O(*n* *d*) for *n* overrides and *d* scopes around, O(*k*²) for *k* of one key that differ,
  ///   and where the scopes differ O(*m* *p* *d*) for *m* instances of the earlier one, each built from *p* others.
  public func succeeding(_ earlier: InjectedValues?) -> InjectedValues {
    guard let scope = enterable else { return self }
    // What has succeeded something already is a scope that others know.
    guard scope.beginSucceeding(), let old = earlier?.enterable, !old.isInside(scope),
      let ours = scope.own
    else { return InjectedValues(scope: scope) }
    let isSame = ours.takePlaces(of: old.own, under: scope.around?.home)
    if isSame, scope.stands(like: old) { return InjectedValues(scope: old) }
    // What is around stays where it is.
    if !scope.isInside(old), let home = old.homeIfMade { scope.home.adopt(from: home) }
    return InjectedValues(scope: scope)
  }
}

extension Override {
  /// Takes the places of those of another list that do the same to the same keys; gives whether the two
  /// lists do the same altogether.
  ///
  /// Not of those that are around the list already: two of one chain are never the same.
  fileprivate func takePlaces(of other: Override?, under outer: Home?) -> Bool {
    var isSame = count == other?.count
    var opposite = other
    // Of each key, those that none has taken the place of yet.
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
        rest[link.keyID] = .some(candidate.next?.first(for: link.keyID))
      }
    }
    return isSame
  }
}

extension Scope {
  /// Whether another scope stands on the same one, came from the same place, and is seen by the same.
  fileprivate func stands(like other: Scope) -> Bool {
    func base(_ scope: Scope) -> Scope? { scope.around?.effective }
    return base(self) === base(other) && place.isSame(as: other.place)
      && recordings.elementsEqual(other.recordings) { $0 === $1 }
  }
}
