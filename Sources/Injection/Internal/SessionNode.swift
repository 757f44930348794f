import Synchronization

/// What all parts of one session, or of one test's world, share: where it was made, and whether it
/// has ended.
///
/// Every entry of it refers to this, in each copy of its scope that owners hold. It holds no value,
/// so that no captured scope keeps any alive.
@usableFromInline
final class SessionState: Sendable {
  /// What ended it.
  private enum End {
    static let none: UInt8 = 0
    static let own: UInt8 = 1
    static let world: UInt8 = 2
  }

  let place: SourcePlace
  /// The test whose world it is; `nil` for a session.
  let test: TestIdentity?
  /// The world that a session was made in.
  let world: SessionState?
  private let ended = Atomic(End.none)

  /// Creates the state of a session.
  init(place: SourcePlace, in world: SessionState?) {
    self.place = place
    self.test = nil
    self.world = world
    world?.test?.add(self)
  }

  /// Creates the state of a world.
  init(place: SourcePlace, test: TestIdentity) {
    self.place = place
    self.test = test
    self.world = nil
  }

  /// What the scopes inside it belong to: nothing of a session, but all of a world.
  var inherited: SessionState? { test == nil ? world : self }

  var isEnded: Bool { ended.load(ordering: .acquiring) != End.none }

  /// Whether it is a world that has ended, or a session that has outlived its world.
  var isOfEndedWorld: Bool {
    let end = ended.load(ordering: .acquiring)
    return end == End.world || (end == End.own && test != nil)
  }

  /// Whether two worlds are those of one test, be it of several cases.
  @inline(never)
  func isOfSameTest(as other: SessionState) -> Bool {
    self === other
      || test?.name == other.test?.name && place.description == other.place.description
  }

  /// Ends it, and with a world the sessions that are still open in it.
  func markEnded() {
    ended.store(End.own, ordering: .releasing)
    for session in test?.sessions ?? [] {
      _ = session.ended.compareExchange(
        expected: End.none, desired: End.world, ordering: .releasing)
    }
  }
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
