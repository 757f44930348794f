import Synchronization

/// One link in a chain of scopes: what it does to one key, and the chain outside it.
///
/// Scopes are a persistent list: entering one allocates a node for each override and copies nothing.
/// The nodes of one scope know each other by the depth of the chain that they stand on. A chain is either **running** (bound to
/// the task-local, or reached from there) or **captured** (held by owners). A running chain keeps
/// what was built in it; a captured one is a copy of its overrides only, so an object that captures
/// its own scope does not keep itself alive.
@usableFromInline
class ScopeNode: Entry, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// The metatype of the key that the node affects; `Never` where it affects none.
  let key: any Any.Type
  /// What the node stands on.
  ///
  /// A long chain is freed in a loop, not by recursion: the compiler makes one for a class that
  /// refers to itself.
  final let outer: ScopeNode?
  /// An ancestor further out, for walks in logarithmic time; `nil` where there is none to skip to.
  private final let skip: Unmanaged<ScopeNode>?
  final let depth: Int32
  /// How deep the chain is that the node's scope stands on; the same for all nodes of one scope.
  final let base: Int32
  final let isCaptured: Bool
  /// Whether a recording may see what is read here; see ``RecordingNode``.
  @usableFromInline final let isRecorded: Bool
  /// Whether an update that prepares ran around the node when it was made.
  final let mayBePreparing: Bool
  /// Whether there is a junction further out, beyond which the chain holds nothing.
  final let isOnJunction: Bool
  /// Whether the chain has copies of scopes in it that run elsewhere; see ``Scopes/graft(_:on:)``.
  final private(set) var isOnGraft: Bool
  final let place: SourcePlace
  private let lazyIdentity: LazyNumber
  private let lazyExtras = LazyReference<ScopeExtras>()
  /// In a captured chain, the running one that it is a copy of, while anybody runs in it.
  private let runningOrigin: Origin?

  @usableFromInline
  @inline(never)
  init(
    tag: UInt8 = Tag.other, key: any Any.Type, outer: ScopeNode?, place: SourcePlace,
    continues: Bool = false, copyOf origin: ScopeNode? = nil, captured: Bool = false,
    session: SessionState? = nil, recorded: Bool = false
  ) {
    self.key = key
    let link = outer?.link(continues: continues) ?? .first
    self.isRecorded = recorded || link.isRecorded || origin?.isRecorded ?? false
    self.mayBePreparing = tag == Tag.preparation || link.mayBePreparing
    self.isOnJunction = link.isOnJunction
    self.isOnGraft = link.isOnGraft
    self.depth = link.depth
    self.base = link.base
    self.skip = link.skip
    self.isCaptured = captured
    self.place = place
    self.lazyIdentity = origin.map { LazyNumber(sharing: $0.lazyIdentity) } ?? LazyNumber()
    self.runningOrigin = captured ? origin.map(Origin.init) : nil
    let session = continues ? outer?.session : session ?? outer?.session?.inherited
    self.outer = outer
    super.init(tag: tag, session: session)
  }

  /// Creates a node that stands for a scope which it does not hold.
  init(standingFor scope: ScopeNode) {
    self.key = Never.self
    self.outer = nil
    self.skip = nil
    self.depth = scope.depth
    self.base = scope.base
    self.isCaptured = false
    self.isRecorded = scope.isRecorded
    self.mayBePreparing = scope.mayBePreparing
    self.isOnJunction = true
    self.isOnGraft = scope.isOnGraft
    self.place = scope.place
    self.lazyIdentity = LazyNumber(sharing: scope.lazyIdentity)
    self.runningOrigin = nil
    super.init(tag: Tag.junction, session: scope.session)
  }

  /// What a node takes from the one that it stands on.
  private struct Link {
    var depth: Int32 = 1
    var base: Int32 = 0
    var isRecorded = false
    var mayBePreparing = false
    var isOnJunction = false
    var isOnGraft = false
    var skip: Unmanaged<ScopeNode>?

    static let first = Link()
  }

  private final func link(continues: Bool) -> Link {
    Link(
      depth: depth + 1, base: continues ? base : depth, isRecorded: isRecorded,
      mayBePreparing: mayBePreparing, isOnJunction: isOnJunction, isOnGraft: isOnGraft,
      skip: skipOver)
  }

  /// A running node, for its captured copy.
  private final class Origin: Sendable {
    weak let node: ScopeNode?

    init(_ node: ScopeNode) { self.node = node }
  }

  /// A copy of the chain on another one.
  final func copied(onto base: ScopeNode) -> ScopeNode {
    var nodes: [ScopeNode] = []
    var node: ScopeNode? = self
    while let current = node {
      nodes.append(current)
      node = current.up
    }
    return nodes.reversed().reduce(base) { $1.copy(outer: $0, captured: false) }
  }

  /// A copy of this node that knows the running scope which it stands for, on another chain.
  final func graft(on base: ScopeNode) -> ScopeNode {
    let graft = copy(outer: base, captured: false)
    _ = graft.requiredExtras.graftOrigin.storeIfNil(self)
    graft.isOnGraft = true  // Nobody else knows the copy yet.
    return graft
  }

  /// A copy of this node on another chain.
  func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    ScopeNode(
      key: key, outer: outer, place: place, continues: continues, copyOf: self, captured: captured)
  }

  /// The scope around this one; `nil` stands for the process, or is the end of a world.
  final var up: ScopeNode? {
    isLoose ? looseUp : outer
  }

  /// The scope around a build or a junction; out of line, since chains are walked in many places.
  @inline(never)
  private final var looseUp: ScopeNode? {
    asBuild?.settledUp ?? asJunction?.target.resolvable()
  }

  /// Whether a build still runs in this node, so that its readers are recorded.
  final var isBuilding: Bool { asBuild?.isUnsettled ?? false }

  /// Whether the scope around the node is the one that it was made on.
  var isBelowOuter: Bool { true }

  /// Adds a read to the build that runs in this node.
  ///
  /// - Parameters:
  ///   - read: The read.
  ///   - chain: The reader's chain.
  ///   - isFirst: Whether no build further in has it among what it read directly.
  /// - Returns: Whether a build runs.
  func add(
    _ read: borrowing RecordedRead, in chain: Unmanaged<ScopeNode>, isFirst: Bool
  ) -> Bool { false }

  /// Whether the node belongs to the same scope as the one that it stands on.
  final var continues: Bool { outer?.base == base }

  /// Whether the node assigns a value to a key.
  @inline(__always)
  final func overrides(_ key: ObjectIdentifier) -> Bool { keyID == key && tag == Tag.override }

  @inline(__always)
  final var keyID: ObjectIdentifier { ObjectIdentifier(key) }
}

extension ScopeNode {
  /// A number that a scope and its copies share.
  final var identity: UInt64 { lazyIdentity.required }

  /// The same number; 0 where nobody has asked for it yet.
  final var knownIdentity: UInt64 { lazyIdentity.known }

  /// Whether two nodes are the same scope, or copies of it.
  final func isSameScope(as other: ScopeNode) -> Bool {
    if self === other { return true }
    return knownIdentity != 0 && knownIdentity == other.knownIdentity
  }

  /// The nearest scope of this chain that affects a key.
  ///
  /// - Complexity: O(*n*) in the nodes of the chain.
  @inline(never)
  final func nearest(_ key: ObjectIdentifier) -> ScopeNode? {
    Self.walk(from: .passUnretained(self)) { $0.keyID == key ? $0 : nil }
  }

  @inline(__always)
  final var extras: ScopeExtras? { lazyExtras.load() }

  /// The extras, to be used while the node is alive.
  @inline(__always)
  final var borrowedExtras: Unmanaged<ScopeExtras>? { lazyExtras.borrowed }

  @inline(never)
  final var requiredExtras: ScopeExtras {
    lazyExtras.load() ?? lazyExtras.storeIfNil(ScopeExtras())
  }

  /// The running chain that this captured one is a copy of, while anybody runs in it.
  final var running: ScopeNode? { runningOrigin?.node }

  /// Whether the scope around the node can change.
  @inline(__always)
  final var isLoose: Bool { tag >= Tag.build }

  /// Whether the chain goes on in a scope that it does not hold.
  @inline(__always)
  final var isJunction: Bool { tag == Tag.junction }

  /// Where a node on top of this one skips to (skew-binary jump pointers, restarting at builds and
  /// junctions, whose outer scope can still change).
  private final var skipOver: Unmanaged<ScopeNode>? {
    if isLoose { return nil }
    guard let far = skip else { return .passUnretained(self) }
    let (farDepth, next) = far._withUnsafeGuaranteedRef { ($0.depth, $0.skip) }
    guard let farther = next else { return .passUnretained(self) }
    let fartherDepth = farther._withUnsafeGuaranteedRef { $0.depth }
    return depth - farDepth == farDepth - fartherDepth ? farther : .passUnretained(self)
  }

  /// The innermost scope of this chain that is no deeper than `depth`.
  final func ancestor(noDeeperThan depth: Int32) -> ScopeNode? {
    var node = self
    while node.depth > depth {
      if let far = node.skip?._withUnsafeGuaranteedRef({ $0 }), far.depth >= depth {
        node = far
      } else if let outer = node.up {
        node = outer
      } else {
        return nil
      }
    }
    return node
  }

  /// Whether this scope is, or encloses, the one that `inner` stands for.
  final func encloses(_ inner: ScopeNode) -> Bool {
    inner.ancestor(noDeeperThan: depth)?.isSameScope(as: self) ?? false
  }

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
        next = node._withUnsafeGuaranteedRef { $0.outer.map { .passUnretained($0) } }
      }
    }
    withExtendedLifetime(anchor) {}
    return nil
  }

  @inline(__always)
  final var asBuild: BuildNode? {
    tag == Tag.build ? unsafeDowncast(self, to: BuildNode.self) : nil
  }

  final var asJunction: JunctionNode? {
    tag == Tag.junction ? unsafeDowncast(self, to: JunctionNode.self) : nil
  }

  final var asRecording: RecordingNode? {
    tag == Tag.recording ? unsafeDowncast(self, to: RecordingNode.self) : nil
  }

  final var asRecipe: RecipeNode? {
    tag == Tag.recipe ? unsafeDowncast(self, to: RecipeNode.self) : nil
  }
}
