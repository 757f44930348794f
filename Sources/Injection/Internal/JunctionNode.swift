/// Where a chain that an owner keeps for itself goes on in one that others run in.
///
/// It stands for the scope that it leads to, with that one's depth and identity, but does not hold
/// it: what is built there may hold the owner, and with it this chain, so that neither would ever be
/// freed. Once nobody runs in that scope any more, it leads to a copy of the overrides.
///
/// What is found beyond it may thus go before the chain does, and is never remembered on this side.
final class JunctionNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// The scope that it leads to.
  let target: CapturedScope

  init(to target: CapturedScope, running scope: ScopeNode) {
    self.target = target
    super.init(standingFor: scope)
  }

  override var isBelowOuter: Bool { false }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    preconditionFailure("A junction belongs to one chain: copies go on in the scope itself.")
  }
}

extension ScopeNode {
  /// What the chain leads to beyond its junctions: whoever holds this holds the whole chain.
  final var beyondJunctions: [ScopeNode] {
    var found: [ScopeNode] = []
    var node: ScopeNode? = isOnJunction ? self : nil
    while let current = node {
      node = current.up
      if current.isJunction, let node { found.append(node) }
    }
    return found
  }
}
