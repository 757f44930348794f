/// What a build has read so far.
struct BuildRecord: Sendable {
  /// Every key read, directly or through what was built for it.
  var keys = KeySet()
  /// The deepest scope that affected any of them.
  var deepest: ScopeNode?
  /// Whether the build runs for an update that prepares.
  var isPreliminary = false
  /// What was read directly, each once.
  private(set) var reads = ProvenanceList()

  /// Adds a key whose value came from `scope` (`nil`: from the process).
  mutating func add(_ key: ObjectIdentifier, from scope: ScopeNode?) {
    keys.insert(key)
    deepen(to: scope)
  }

  /// Adds what a direct read gave.
  mutating func add(_ read: Provenance) {
    reads.add(read)
  }

  /// Notes that the value depends on a scope.
  mutating func deepen(to scope: ScopeNode?) {
    guard let scope else { return }
    if deepest.map({ $0.depth < scope.depth }) ?? true { deepest = scope }
  }
}
