import Synchronization

/// What all parts of one session share: where it was made, and whether it has ended.
///
/// Every entry of a session refers to it, in each copy of the session's scope that owners hold. It
/// holds nothing itself, so that no captured scope keeps a session's values alive.
@usableFromInline
final class SessionState: Sendable {
  let place: SourcePlace
  private let ended = Atomic(false)

  init(place: SourcePlace) {
    self.place = place
  }

  var isEnded: Bool { ended.load(ordering: .acquiring) }

  func markEnded() { ended.store(true, ordering: .releasing) }
}

/// The outermost node of a session's scope, which overrides the key that session values read.
///
/// The session's own overrides continue its scope, and inherit its state.
final class SessionNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  init(
    _ state: SessionState, outer: ScopeNode?, copyOf origin: ScopeNode? = nil,
    captured: Bool = false
  ) {
    super.init(
      key: SessionKey.self, outer: outer, place: state.place, copyOf: origin, captured: captured,
      session: state)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    guard let session else { preconditionFailure("A session's node has its state.") }
    return SessionNode(session, outer: outer, copyOf: self, captured: captured)
  }
}

extension ScopeNode {
  /// The nodes of a session's scope, outermost first; this one is the innermost.
  func nodes(of session: SessionState) -> [ScopeNode] {
    var nodes: [ScopeNode] = []
    var node: ScopeNode? = self
    while let current = node, current.session === session {
      nodes.append(current)
      node = current.up
    }
    return nodes.reversed()
  }
}
