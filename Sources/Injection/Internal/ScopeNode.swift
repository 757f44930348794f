import Synchronization

/// One link in a chain of scopes: what it does to one key, and the chain outside it.
///
/// Scopes are a persistent list: entering one allocates a node for each override and copies nothing.
/// The nodes of one scope know each other by the depth of the chain that they stand on. A chain is
/// either **running** (bound to the task-local, or reached from there) or **captured** (held by
/// owners). A running chain keeps what was built in it; a captured one is a copy of its overrides
/// only, so an object that captures its own scope does not keep itself alive.
@usableFromInline
class ScopeNode: Entry, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// The metatype of the key that the node affects; `Never` where it affects none.
  let key: any Any.Type
  /// What the node stands on: retained until the node goes.
  ///
  /// Unmanaged, so that the node itself says how a long chain is freed; see `deinit`.
  final let heldOuter: Unmanaged<ScopeNode>?
  /// An ancestor further out, for walks in logarithmic time; `nil` where there is none to skip to.
  private final let skip: Unmanaged<ScopeNode>?
  /// How deep that ancestor is, and the one that it skips to itself; -1 where there is none.
  ///
  /// Known here, so that a node on top need not look there.
  private final let skipDepths: (first: Int32, second: Int32)
  final let depth: Int32
  /// How deep the chain is that the node's scope stands on; the same for all nodes of one scope.
  final let base: Int32
  @usableFromInline final let traits: Traits
  final let place: SourcePlace
  private let lazyIdentity: LazyNumber
  private let lazyExtras = LazyReference<ScopeExtras>()
  /// In a captured chain, the running one that it is a copy of, while anybody runs in it; retained.
  private let heldOrigin: Unmanaged<Origin>?

  @usableFromInline
  @inline(never)
  init(
    tag: UInt8 = Tag.other, key: any Any.Type, outer: ScopeNode?, place: SourcePlace,
    continues: Bool = false, copyOf origin: ScopeNode? = nil, captured: Bool = false,
    session: SessionState? = nil, recorded: Bool = false, grafted: Bool = false
  ) {
    self.key = key
    let link = Link(to: outer, continues: continues)
    var traits = link.traits
    if recorded || origin?.isRecorded ?? false { traits.insert(.recorded) }
    if tag == Tag.preparation { traits.insert(.preparing) }
    if captured { traits.insert(.captured) }
    if grafted { traits.insert(.onGraft) }
    if tag == Tag.build { traits.insert(.onBuild) }
    self.traits = traits
    self.depth = link.depth
    self.base = link.base
    self.skip = link.skip
    self.skipDepths = link.skipDepths
    self.place = place
    self.lazyIdentity = origin.map { LazyNumber(sharing: $0.lazyIdentity) } ?? LazyNumber()
    self.heldOrigin = captured ? origin.map { .passRetained(Origin($0)) } : nil
    let session = continues ? outer?.session : session ?? outer?.session?.inherited
    self.heldOuter = outer.map { .passRetained($0) }
    super.init(tag: tag, session: session)
  }

  /// Creates the node of an assignment: as the general form does, but each scope pays for this one.
  @usableFromInline
  init(
    assigning key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    captured: Bool
  ) {
    let link = Link(to: outer, continues: continues)
    self.key = key
    self.traits = captured ? link.traits.union(.captured) : link.traits
    self.depth = link.depth
    self.base = link.base
    self.skip = link.skip
    self.skipDepths = link.skipDepths
    self.place = place
    self.lazyIdentity = LazyNumber()
    self.heldOrigin = nil
    self.heldOuter = outer.map { .passRetained($0) }
    super.init(
      tag: Tag.override, session: continues ? outer?.session : outer?.session?.inherited)
  }

  /// Creates a node that stands for a scope which it does not hold.
  init(standingFor scope: ScopeNode) {
    self.key = Never.self
    self.heldOuter = nil
    self.skip = nil
    self.skipDepths = (-1, -1)
    self.depth = scope.depth
    self.base = scope.base
    self.traits = scope.traits.inherited.union(.onJunction)
    self.place = scope.place
    self.lazyIdentity = LazyNumber(sharing: scope.lazyIdentity)
    self.heldOrigin = nil
    super.init(tag: Tag.junction, session: scope.session)
  }

  /// What a node takes from the one that it stands on.
  private struct Link {
    var depth: Int32 = 1
    var base: Int32 = 0
    var traits: Traits = []
    var skip: Unmanaged<ScopeNode>?
    var skipDepths: (first: Int32, second: Int32) = (-1, -1)

    @inline(__always)
    init(to outer: ScopeNode?, continues: Bool) {
      guard let outer else { return }
      depth = outer.depth + 1
      base = continues ? outer.base : outer.depth
      traits = outer.traits.inherited
      // Skew-binary jump pointers, which restart at builds and junctions, whose outer scope can
      // still change.
      if outer.isLoose { return }
      let (first, second) = outer.skipDepths
      if second >= 0, outer.depth - first == first - second,
        let farther = outer.skip?._withUnsafeGuaranteedRef({ $0.skip })
      {
        skip = farther
        skipDepths = (second, farther._withUnsafeGuaranteedRef { $0.skipDepths.first })
      } else {
        skip = .passUnretained(outer)
        skipDepths = (outer.depth, first)
      }
    }
  }

  /// Lets go of the node outside, and frees a long chain without a stack as long as it.
  ///
  /// A node whose last reference goes frees the next one, and that the one after it. Each 64th frees
  /// the rest in a loop: there the next node is held while one goes, so that the freeing ends with it.
  /// The compiler makes such a loop for a class that refers to itself, but counts two references more
  /// for each node.
  deinit {
    heldOrigin?.release()
    guard let heldOuter else { return }
    if depth % 64 != 0 { return heldOuter.release() }
    var last = heldOuter.takeRetainedValue()
    while isKnownUniquelyReferenced(&last), let next = last.outer { last = next }
  }

  /// What the node stands on.
  final var outer: ScopeNode? { heldOuter?.takeUnretainedValue() }

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
  final var continues: Bool { heldOuter?._withUnsafeGuaranteedRef { $0.base } == base }

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
  final var running: ScopeNode? { heldOrigin?._withUnsafeGuaranteedRef { $0.node } }

  /// The innermost scope of this chain that is no deeper than `depth`.
  final func ancestor(noDeeperThan depth: Int32) -> ScopeNode? {
    var node = self
    while node.depth > depth {
      if node.skipDepths.first >= depth, let far = node.skip {
        node = far.takeUnretainedValue()
      } else if let outer = node.up {
        node = outer
      } else {
        return nil
      }
    }
    return node
  }

  /// Whether this scope is, or encloses, the one that `inner` stands for.
  ///
  /// Counts no reference, but where the way outward can change: the caller holds the chain.
  final func encloses(_ inner: ScopeNode) -> Bool {
    var node = Unmanaged.passUnretained(inner)
    while let next = node._withUnsafeGuaranteedRef({ $0.fixedStep(to: depth) }) { node = next }
    return node._withUnsafeGuaranteedRef { node in
      if node.depth <= depth { return isSameScope(as: node) }
      return node.ancestor(noDeeperThan: depth)?.isSameScope(as: self) ?? false
    }
  }

  /// The next node on the way to a depth; `nil` where that is reached, and where the way can change.
  @inline(__always)
  private final func fixedStep(to depth: Int32) -> Unmanaged<ScopeNode>? {
    if self.depth <= depth { return nil }
    if skipDepths.first >= depth { return skip }
    return isLoose ? nil : heldOuter
  }
}
