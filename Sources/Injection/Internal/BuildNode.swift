import Synchronization

/// The scope that a default is built in.
///
/// It overrides nothing. While the build runs, its outer scope is the reader's, and what is read
/// through it is recorded. Once the build ends, its outer scope is the one that owns the result,
/// so that what the built object captured is its owner, not its first reader.
final class BuildNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  private let own: Build?
  private let settlement: AtomicSettlement

  /// Creates the scope of a build for a reader in `reader`.
  init(_ build: Build, reader: ScopeNode?) {
    self.own = build
    self.settlement = build.settlement
    super.init(tag: Tag.build, key: Never.self, outer: reader, place: build.place)
  }

  /// Creates the captured copy.
  ///
  /// It does not hold the build, which holds the reader's running scope.
  private init(capturing node: BuildNode) {
    self.own = nil
    self.settlement = node.settlement
    super.init(
      tag: Tag.build, key: Never.self, outer: nil, place: node.place, copyOf: node, captured: true,
      session: node.session)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    precondition(captured, "A build is never entered again.")
    return BuildNode(capturing: self)
  }

  /// The build, as long as its scope runs.
  var build: Build? { own ?? (running as? BuildNode)?.own }

  override var up: ScopeNode? {
    guard let end = settlement.end.load() else { return isCaptured ? running?.up : outer }
    if isCaptured { return end.captured }
    // The owner is an ancestor of the reader, which this node keeps alive; beyond a junction it may
    // have gone.
    return end.running ?? (end.captured == nil ? nil : outer)
  }

  override var isBuilding: Bool { settlement.end.load() == nil }
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

/// One run of the code that makes a value.
final class Build: Sendable {
  let slot: Slot
  let key: any (Any & SendableMetatype).Type
  let accessor: StaticString
  let thread = ThreadID.current
  let place: SourcePlace
  /// The scope of the reader that the build runs for; `nil` once it has ended.
  ///
  /// Guarded by the lock of the registry, in which others ask about it: whoever still holds an ended
  /// build must not keep a scope, and what was built there, alive.
  private nonisolated(unsafe) var reader: ScopeNode?
  let settlement = AtomicSettlement()
  private let record = Guarded(BuildRecord())
  /// Held while user code runs; readers that can use the result wait for it here.
  private let gate = Guarded(())

  init(
    slot: Slot, key: any (Any & SendableMetatype).Type, accessor: StaticString, reader: ScopeNode?
  ) {
    self.slot = slot
    self.key = key
    self.accessor = accessor
    self.reader = reader
    self.place = reader?.place ?? SourcePlace("process", 0)
    // What is built in a test's world belongs there, whatever it reads.
    if let world = reader?.world {
      record.withLock { $0.add(ObjectIdentifier(WorldKey.self), from: world) }
    }
  }

  var recorded: BuildRecord { record.withLock { $0 } }

  func add(_ key: ObjectIdentifier, from scope: ScopeNode?) {
    record.withLock { $0.add(key, from: scope) }
  }

  func add(_ read: Provenance) {
    record.withLock { $0.add(read) }
  }

  func add(_ keys: Set<ObjectIdentifier>, from scope: ScopeNode?) {
    record.withLock {
      $0.keys.formUnion(keys)
      $0.deepen(to: scope)
    }
  }

  /// Runs `body` while readers of the same slot wait.
  func running<R>(_ body: () -> R) -> R { gate.withLock { _ in body() } }

  /// Returns once the build has ended.
  func wait() { gate.withLock { _ in } }

  /// Lets go of the reader's scope.
  ///
  /// The registry's lock is held.
  func forgetReader() { reader = nil }

  /// Lets go of the scope that owns the result; not under a lock, since that may free it.
  func forgetOwner() {
    let owner = record.withLock { record in
      defer { record.deepest = nil }
      return record.deepest
    }
    withExtendedLifetime(owner) {}
  }

  /// Whether a reader elsewhere is in the same scope, not counting builds.
  func isSurelyShared(with other: ScopeNode?) -> Bool {
    switch (Self.scope(around: reader), Self.scope(around: other)) {
    case (nil, nil): true
    case (let mine?, let theirs?): mine.isSameScope(as: theirs)
    default: false
    }
  }

  private static func scope(around reader: ScopeNode?) -> ScopeNode? {
    var node = reader
    while let current = node, current is BuildNode || current is RecordingNode {
      node = current.up
    }
    return node
  }

  /// Whether a reader elsewhere has, so far, the same values for all that the build has read.
  func isCompatible(with other: ScopeNode?) -> Bool {
    if reader === other { return true }
    return recorded.keys.allSatisfy { key in
      switch (reader?.nearest(key), other?.nearest(key)) {
      case (nil, nil): true
      case (let mine?, let theirs?): mine.isSameScope(as: theirs)
      default: false
      }
    }
  }
}

/// What a build has read so far.
struct BuildRecord: Sendable {
  /// Every key read, directly or through what was built for it.
  var keys: Set<ObjectIdentifier> = []
  /// The deepest scope that affected any of them.
  var deepest: ScopeNode?
  /// Whether the build runs for an update that prepares.
  var isPreliminary = false
  /// What was read directly, each once.
  private(set) var reads: [Provenance] = []

  /// Adds a key whose value came from `scope` (`nil`: from the process).
  mutating func add(_ key: ObjectIdentifier, from scope: ScopeNode?) {
    keys.insert(key)
    deepen(to: scope)
  }

  /// Adds what a direct read gave.
  mutating func add(_ read: Provenance) {
    if !reads.contains(where: { $0.id == read.id }) { reads.append(read) }
  }

  /// Notes that the value depends on a scope.
  mutating func deepen(to scope: ScopeNode?) {
    guard let scope else { return }
    if deepest.map({ $0.depth < scope.depth }) ?? true { deepest = scope }
  }
}
