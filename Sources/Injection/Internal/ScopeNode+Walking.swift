extension ScopeNode {
  /// The nearest scope of this chain that affects a key.
  ///
  /// - Complexity: O(*n*) in the nodes of the chain.
  @inline(never)
  final func nearest(_ key: ObjectIdentifier) -> ScopeNode? {
    Self.walk(from: .passUnretained(self)) { $0.keyID == key ? $0 : nil }
  }

  /// Goes outward from the inner end of a chain until `visit` gives something.
  ///
  /// Counts no references, except where a build's outer scope has changed or can change, and beyond
  /// a junction: the caller holds the chain.
  @inline(__always)
  static func walk<Result>(
    from chain: Unmanaged<ScopeNode>?, _ visit: (ScopeNode) -> Result?
  ) -> Result? {
    // Each node is held by the one inside it; only what a build gives once it has ended, or a
    // captured one while it runs, and what a junction leads to, is held here.
    var anchor: ScopeNode?
    var next = chain
    while let node = next {
      if let result = node._withUnsafeGuaranteedRef(visit) {
        withExtendedLifetime(anchor) {}
        return result
      }
      if node._withUnsafeGuaranteedRef({ $0.isLoose && !$0.isBelowOuter }) {
        let outer = withExtendedLifetime(anchor) { node._withUnsafeGuaranteedRef { $0.up } }
        anchor = outer
        next = outer.map { .passUnretained($0) }
      } else {
        next = node._withUnsafeGuaranteedRef { $0.heldOuter }
      }
    }
    withExtendedLifetime(anchor) {}
    return nil
  }
}
