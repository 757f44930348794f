import Synchronization

/// What was resolved while a graph is being recorded.
class Recording: @unchecked Sendable {
  // Unchecked: all state is atomic or behind a lock, also that of the subclass.

  private let seen = Guarded(ProvenanceTable())
  private let ended = Atomic(false)

  /// Whether the operation has returned; what is read after that is not seen.
  final var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func note(_ provenance: Provenance) {
    seen.withLock { seen in
      let place = seen.place(of: provenance)
      // The later one knows more where a transient value was built more than once.
      if seen.all[place].readCount < provenance.readCount { seen.all[place] = provenance }
    }
  }

  /// Ends the recording and gives what it saw.
  final func end() -> [Provenance] {
    ended.store(true, ordering: .releasing)
    return seen.withLock { $0.all }
  }
}

/// A node that shows to recordings what is read below it.
///
/// Nothing is remembered for a reader in such a node, and one stands on top of every override that
/// is entered below: so no read takes the fast path past a recording, and the fast path itself
/// knows nothing of recordings.
final class RecordingNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  let recordings: [Recording]

  @inline(never)
  init(
    _ recordings: [Recording], outer: ScopeNode?, place: SourcePlace, continues: Bool = false,
    copyOf origin: ScopeNode? = nil, captured: Bool = false
  ) {
    self.recordings = recordings
    super.init(
      tag: Tag.recording, key: Never.self, outer: outer, place: place, continues: continues,
      copyOf: origin,
      captured: captured, recorded: true)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    RecordingNode(
      recordings, outer: outer, place: place, continues: continues, copyOf: self,
      captured: captured)
  }

  /// Whether the node does nothing any more and keeps nothing.
  var hasEnded: Bool { !continues && recordings.allSatisfy(\.hasEnded) }

  /// Shows a value to the recordings that run around a reader; gives whether any does.
  static func note(
    _ provenance: @autoclosure () -> Provenance?, seenFrom observer: ScopeNode
  ) -> Bool {
    let running = running(around: observer)
    if !running.isEmpty, let provenance = provenance() {
      for recording in running { recording.note(provenance) }
    }
    return !running.isEmpty
  }

  /// A new node that belongs to a scope which an update makes, under what it belongs to.
  static func covering(_ scope: ScopeNode) -> ScopeNode {
    let running = running(around: scope)
    if running.isEmpty { return scope }
    return RecordingNode(running, outer: scope, place: scope.place, continues: true)
  }

  /// A scope to enter, so that the recordings of the task and of the scope see what is read in it.
  static func observing(_ scope: ScopeNode?) -> ScopeNode? {
    let inside = running(around: scope)
    let outside = running(around: Scopes.current).filter { one in !inside.contains { $0 === one }
    }
    if outside.isEmpty, inside.isEmpty || scope is RecordingNode { return scope }
    let place = scope?.place ?? Scopes.enclosing?.place ?? SourcePlace("process", 0)
    return RecordingNode(inside + outside, outer: scope, place: place)
  }

  /// The recordings that see what is read in a scope: those of the nearest node, which knows all.
  @inline(never)
  static func running(around scope: ScopeNode?) -> [Recording] {
    guard let scope, scope.isRecorded else { return [] }
    var node: ScopeNode? = scope
    while let current = node {
      if let recorded = current.asRecording {
        return recorded.recordings.filter { !$0.hasEnded }
      }
      node = current.up
    }
    return []
  }
}

extension Scopes {
  /// A node that an update has made, with a recording node on top where somebody records.
  @usableFromInline
  static func covered(_ scope: ScopeNode) -> ScopeNode { RecordingNode.covering(scope) }
}
