/// The scope that a default is built in.
///
/// It overrides nothing. While the build runs, its outer scope is the reader's, and what is read
/// through it is recorded. Once the build ends, its outer scope is the one that owns the result,
/// so that what the built object captured is its owner, not its first reader.
final class BuildNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  private let own: Build?
  /// Of a captured copy, which outlives the build.
  private let settlement: AtomicSettlement?

  /// Creates the scope of a build for a reader in `reader`.
  init(_ build: Build, reader: ScopeNode?) {
    self.own = build
    self.settlement = nil
    super.init(tag: Tag.build, key: Never.self, outer: reader, place: build.place)
  }

  /// Creates the captured copy.
  ///
  /// It does not hold the build, which holds the reader's running scope.
  private init(capturing node: BuildNode) {
    self.own = nil
    self.settlement = node.own?.settlement ?? node.settlement
    super.init(
      tag: Tag.build, key: Never.self, outer: nil, place: node.place, copyOf: node, captured: true,
      session: node.session)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    precondition(captured, "A build is never entered again.")
    return BuildNode(capturing: self)
  }

  /// The build, as long as its scope runs.
  var build: Build? { own ?? running?.asBuild?.own }

  private var end: AtomicSettlement.End? { (own?.knownSettlement ?? settlement)?.end.load() }

  /// The scope around it: see ``ScopeNode/up``.
  var settledUp: ScopeNode? {
    guard let end else { return isCaptured ? running?.up : outer }
    if isCaptured { return end.captured }
    // The owner is an ancestor of the reader, which this node keeps alive; beyond a junction it may
    // have gone.
    return end.running ?? (end.captured == nil ? nil : outer)
  }

  /// Whether the build has not ended yet.
  var isUnsettled: Bool { end == nil }

  /// Whether the scope around it is the reader's, which it holds itself.
  var isPlain: Bool {
    guard !isCaptured, let own else { return false }
    return !own.isSettled
  }

  /// Whether nobody but the caller can still get to the node, or to what it says of its end.
  ///
  /// Whoever has captured it has left a captured copy in its extras. Whoever runs in it holds it.
  static func isAbandoned(_ node: inout BuildNode) -> Bool {
    isKnownUniquelyReferenced(&node) && node.borrowedExtras == nil
  }
}

/// Where the value of a build belongs, once the build has ended.
final class AtomicSettlement: Sendable {
  /// The scope that owns the value, in both of its forms; both are `nil` for the process.
  final class End: Sendable {
    let captured: ScopeNode?
    weak let running: ScopeNode?

    init(owner: ScopeNode?) {
      captured = owner.map { CapturedScope.capturing($0).node }
      running = owner
    }
  }

  let end = LazyReference<End>()
}
