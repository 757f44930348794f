import Synchronization

/// The key that every default in a test's world reads, so that it is kept in that world.
enum WorldKey {}

/// The outermost node of all that a test runs: its own root, in place of the process's.
///
/// A chain that ends here sees nothing of the process: neither what was prepared at launch nor the
/// defaults that were built there.
final class WorldNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// What the test has prepared for itself.
  let prepared: PreparedValues

  init(_ state: SessionState) {
    self.prepared = PreparedValues()
    super.init(
      tag: Tag.world, key: WorldKey.self, outer: nil, place: state.place, session: state)
  }

  private init(copyOf world: WorldNode, captured: Bool) {
    self.prepared = world.prepared
    super.init(
      tag: Tag.world, key: WorldKey.self, outer: nil, place: world.place, copyOf: world,
      captured: captured,
      session: world.session)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    precondition(outer == nil, "A world stands on nothing.")
    return WorldNode(copyOf: self, captured: captured)
  }
}

extension ScopeNode {
  /// The world that the chain ends in; `nil` for the process.
  @inline(never)
  final var world: WorldNode? {
    // All of a world belongs to its session, or to one that was made in it.
    if !isInSession { return nil }
    var node: ScopeNode? = self
    while let current = node {
      // A captured build counts its depth anew.
      let end = current.ancestor(noDeeperThan: 1) ?? current
      if end.tag == Tag.world { return unsafeDowncast(end, to: WorldNode.self) }
      node = end.up
    }
    return nil
  }
}

/// Which test a world belongs to, and how to tell it of an issue from outside.
package final class TestIdentity: Sendable {
  private struct WeakState: Sendable {
    weak let state: SessionState?
  }

  /// What names the test in messages.
  package let name: String
  /// Records an issue as the test's own, from any thread; `nil` where the runner needs no help.
  package let record: (@Sendable (InjectionIssue) -> Void)?
  private let reported = Guarded<[String]>([])
  private let openSessions = Guarded<[WeakState]>([])

  package init(name: String, record: (@Sendable (InjectionIssue) -> Void)?) {
    self.name = name
    self.record = record
  }

  /// Whether an issue of this kind is the first one, so that a loop does not flood the test.
  func isFirst(_ issue: String) -> Bool {
    reported.withLock { reported in
      if reported.contains(issue) { return false }
      reported.append(issue)
      return true
    }
  }

  func add(_ session: SessionState) {
    openSessions.withLock { sessions in
      var open = [WeakState(state: session)]
      for other in sessions where other.state != nil { open.append(other) }
      sessions = open
    }
  }

  /// The sessions that were made in the test's world.
  var sessions: [SessionState] { openSessions.withLock { $0.compactMap(\.state) } }
}
