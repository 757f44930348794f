import Synchronization

/// What an owner holds of the scope that it was created in.
///
/// It holds the scope's overrides strongly, and what was built in it weakly: while anybody runs in
/// the scope, reads share what they built; after that, an owner rebuilds into a chain of its own,
/// which lives as long as this.
@usableFromInline
final class CapturedScope: HeldByWrapper, @unchecked Sendable {
  // Unchecked because of the superclass: both properties are Sendable and never change.

  let node: ScopeNode
  private let late = LazyReference<ScopeNode>()

  private init(_ node: ScopeNode) {
    self.node = node
    super.init(isScope: true)
  }

  /// The scope that the current task runs in, as an owner may hold it; `nil` outside every scope.
  @usableFromInline static var ofCaller: CapturedScope? {
    guard let running = Scopes.running else { return OpenScopes.testWorld.map(capturing) }
    return running._withUnsafeGuaranteedRef { scope in
      let known = scope.borrowedExtras?._withUnsafeGuaranteedRef { $0.captured.load() }
      return known ?? capturing(scope)
    }
  }

  /// A scope, as an owner may hold it.
  ///
  /// Made once per scope.
  static func capturing(_ scope: ScopeNode) -> CapturedScope {
    if let known = scope.extras?.captured.load() ?? scope.asJunction?.target { return known }
    // Outermost first, without recursion: chains can be long.
    var pending: [ScopeNode] = []
    var outer: ScopeNode? = nil
    var next: ScopeNode? = scope
    while let node = next {
      if let known = node.extras?.captured.load() ?? node.asJunction?.target {
        outer = known.node
        break
      }
      pending.append(node)
      next = node.up
    }
    var result: CapturedScope?
    for node in pending.reversed() {
      let fresh = CapturedScope(node.copy(outer: outer, captured: true))
      let kept = node.requiredExtras.captured.storeIfNil(fresh)
      outer = kept.node
      result = kept
    }
    return result ?? capturing(scope)
  }

  /// Whether a reader inherits all that the scope has, so that the reader's scopes alone decide.
  @usableFromInline
  func isInherited(by reader: Unmanaged<ScopeNode>?) -> Bool {
    guard let reader else { return settledNode == nil }
    if isScope(of: reader) { return true }
    return reader._withUnsafeGuaranteedRef { reader in
      guard let created = Self.hasEnded(node) ? settledNode : node else { return true }
      return !reader.isKnownApart(from: created) && created.encloses(reader)
    }
  }

  /// A captured chain that no task has run in yet.
  static func detached(_ node: ScopeNode) -> CapturedScope { CapturedScope(node) }

  /// The captured scope without the builds and recordings that have ended; `nil` for the process.
  var settledNode: ScopeNode? {
    var node: ScopeNode? = self.node
    while let current = node, Self.hasEnded(current) { node = current.up }
    return node
  }

  private static func hasEnded(_ node: ScopeNode) -> Bool {
    if let build = node.asBuild { return !build.isUnsettled }
    return node.asRecording?.hasEnded ?? false
  }

  /// A running chain to resolve in; `nil` for the process.
  func resolvable() -> ScopeNode? {
    guard let node = settledNode else { return nil }
    return node.running ?? late.load() ?? late.storeIfNil(Self.revive(node, holdsOuter: false))
  }

  /// A running chain to enter: the one that others run in, else a new one.
  func enterable() -> ScopeNode? {
    settledNode.map { $0.running ?? Self.revive($0, holdsOuter: true) }
  }

  /// A running copy of a captured chain, on the part of it that others still run in.
  ///
  /// Whoever runs in the copy holds that part. Whoever only keeps it does not: see ``JunctionNode``.
  private static func revive(_ scope: ScopeNode, holdsOuter: Bool) -> ScopeNode {
    var pending: [ScopeNode] = []
    var outer: ScopeNode?
    var next: ScopeNode? = scope
    while let node = next {
      // Not between two nodes of one scope.
      if let running = node.running, pending.last?.continues != true {
        outer = holdsOuter ? running : JunctionNode(to: CapturedScope(node), running: running)
        break
      }
      if node.tag != Entry.Tag.build { pending.append(node) }
      next = node.up
    }
    for node in pending.reversed() { outer = node.copy(outer: outer, captured: false) }
    guard let outer else { preconditionFailure("A scope that is captured has at least one node.") }
    return outer
  }
}
