/// The scope that a default is built in.
///
/// It overrides nothing. While the build runs, its outer scope is the reader's, and what is read
/// through it is recorded. Once the build ends, its outer scope is the one that owns the result,
/// so that what the built object captured is its owner, not its first reader.
final class BuildNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// Retained until the node goes; unmanaged, so that walks count no reference to it.
  private let heldBuild: Unmanaged<Build>?
  /// Of a captured copy, which outlives the build.
  private let settlement: AtomicSettlement?

  /// Creates the scope of a build for a reader in `reader`.
  init(_ build: Build, reader: ScopeNode?) {
    self.heldBuild = .passRetained(build)
    self.settlement = nil
    super.init(tag: Tag.build, key: Never.self, outer: reader, place: build.place)
  }

  /// Creates the captured copy.
  ///
  /// It does not hold the build, which holds the reader's running scope.
  private init(capturing node: BuildNode) {
    self.heldBuild = nil
    self.settlement = node.own?.settlement ?? node.settlement
    super.init(
      tag: Tag.build, key: Never.self, outer: nil, place: node.place, copyOf: node, captured: true,
      session: node.session)
  }

  deinit {
    heldBuild?.release()
  }

  private var own: Build? { heldBuild?.takeUnretainedValue() }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    precondition(captured, "A build is never entered again.")
    return BuildNode(capturing: self)
  }

  /// The build, as long as its scope runs.
  @inline(never)
  var build: Build? { own ?? running?.asBuild?.own }

  private var end: AtomicSettlement.End? { (own?.knownSettlement ?? settlement)?.end.load() }

  /// Whether the build has not ended yet.
  var isUnsettled: Bool {
    if let heldBuild { return heldBuild._withUnsafeGuaranteedRef { !$0.isSettled } }
    return settlement?.end.borrowed == nil
  }

  /// The scope around it: see ``ScopeNode/up``.
  var settledUp: ScopeNode? {
    guard let end else { return isCaptured ? running?.up : outer }
    if isCaptured { return end.captured }
    // The owner is an ancestor of the reader, which this node keeps alive; beyond a junction it may
    // have gone.
    return end.running ?? (end.captured == nil ? nil : outer)
  }

  override var isBelowOuter: Bool {
    guard !isCaptured, let heldBuild else { return false }
    return heldBuild._withUnsafeGuaranteedRef { !$0.isSettled }
  }

  override func add(
    _ read: borrowing RecordedRead, in chain: Unmanaged<ScopeNode>, isFirst: Bool
  ) -> Bool {
    guard isUnsettled else { return false }
    if let heldBuild {
      heldBuild._withUnsafeGuaranteedRef {
        $0.add(read, in: chain, insideOf: depth, isFirst: isFirst)
      }
      return true
    }
    guard let build else { return false }
    build.add(read, in: chain, insideOf: depth, isFirst: isFirst)
    return true
  }

  /// Whether anybody else still holds the node, or has captured it and not only a scope inside it.
  static func isHeld(_ node: consuming BuildNode) -> Bool {
    guard isKnownUniquelyReferenced(&node) else { return true }
    weak let captured = node.extras?.captured.load()
    _ = consume node
    return captured != nil
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
