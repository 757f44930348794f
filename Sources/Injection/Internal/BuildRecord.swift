/// A read, as the builds around the reader record it.
struct RecordedRead {
  let key: ObjectIdentifier
  /// What its value was built from.
  let others: KeySet
  /// What it gave; `nil` where that is no source.
  let provenance: Provenance?
}

/// What a build has read so far.
struct BuildRecord: ~Copyable, Sendable {
  /// Every key read, directly or through what was built for it.
  var keys = KeySet()
  /// The deepest scope that affected any of them.
  ///
  /// Not counted: it is part of the chain that the build was started in, which the build's reader
  /// holds until the build has ended, and `beyond` where the reader does not.
  private var borrowedDeepest: Unmanaged<ScopeNode>?
  /// Where the value also depends on a scope of another branch: the scope beside which it is kept.
  var branch: ScopeNode?
  /// What the reader's chain leads to beyond its junctions, held until the build has ended.
  var beyond: [ScopeNode]
  /// Whether the build has ended, and nobody asks any more where a key came from.
  var isTaken = false
  /// Whether the build runs for an update that prepares.
  var isPreliminary = false
  /// Whether the value, or part of it, may hold the scope that it was built in, and read from it later.
  var holdsScope = false
  /// What was read directly, each once.
  private(set) var reads = ProvenanceList()

  /// Creates the record of a build that has read nothing yet.
  init(beyond: [ScopeNode] = []) {
    self.beyond = beyond
  }

  /// Adds a key whose value came from `scope` (`nil`: from the process).
  mutating func add(_ key: ObjectIdentifier, from scope: ScopeNode?) {
    keys.insert(key)
    deepen(to: scope)
  }

  /// Adds what a direct read gave.
  mutating func add(_ read: Provenance) {
    reads.add(read)
  }

  /// Takes out what was read directly.
  mutating func takeReads() -> ProvenanceList {
    var taken = ProvenanceList()
    swap(&taken, &reads)
    return taken
  }

  /// Notes that the value depends on a scope.
  mutating func deepen(to scope: ScopeNode?) {
    guard let scope, !isTaken else { return }
    let depth = borrowedDeepest?._withUnsafeGuaranteedRef { $0.depth } ?? 0
    if scope.depth > depth { deepest = scope }
  }

  /// The deepest scope that affected any of them.
  var deepest: ScopeNode? {
    get { borrowedDeepest?.takeUnretainedValue() }
    set { borrowedDeepest = newValue.map { .passUnretained($0) } }
  }
}
