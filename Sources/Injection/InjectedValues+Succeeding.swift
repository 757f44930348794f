extension InjectedValues {
  /// Puts these values in the place of earlier ones, and goes on with what is still right of those.
  ///
  /// ```swift
  /// values = InjectedValues.current
  ///   .overriding { $0.locale = locale }
  ///   .succeeding(values)
  /// ```
  ///
  /// For whoever sets a scope anew where it may be the same, as a tree of views does at each
  /// evaluation. Where both scopes stand on the same one, were made at the same place, and do the same
  /// to the same keys in the same order, the result is the earlier one, with all that was built in it.
  /// Else it is a scope of its own, which takes over each instance of the earlier scope whose keys all
  /// have the same values in both; what was built from anything else is built anew at its next read,
  /// and so is what has captured the earlier scope, where it could read anything later.
  /// The earlier scope stays as it was, for whoever has captured it, and is not kept alive.
  ///
  /// Objects are the same if they are identical, other values if their bytes or their parts are, or by
  /// `==` where their type is Equatable. What cannot be told, such as a closure that captures
  /// something, counts as another. A registration, decoration or contribution is the same if its
  /// closure is: the one of a literal that captures nothing.
  ///
  /// Unlike ``current``, the result keeps what is built in its scope as long as it is held. What is
  /// itself built there must not hold it.
  ///
  /// - Parameter earlier: What these values succeed; `nil` where they are the first.
  /// - Returns: The earlier values, or these.
  /// - Complexity: O(*n*) in the overrides of the two scopes, and where they differ O(*m* *d*), where
  ///   *m* is the number of instances of the earlier scope and *d* the depth of scopes.
  public func succeeding(_ earlier: InjectedValues?) -> InjectedValues {
    let node = RecordingNode.observing(enterable)
    guard let node, let old = earlier?.enterable else {
      return InjectedValues(reader: node, owner: nil)
    }
    return InjectedValues(reader: Succession(of: old, by: node).scope(), owner: nil)
  }
}
