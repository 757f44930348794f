import Synchronization

/// What an exhaustive scope has seen: the overrides inside it, those that were read, and the keys
/// that were read without one.
///
/// A recording, since every read below it has to be seen: see ``RecordingNode``.
final class Exhaustion: Recording, @unchecked Sendable {
  // Unchecked: all state is behind the lock.

  /// What tells overrides apart; those that one scope makes to one key count as one.
  private struct ID: Equatable {
    let key: ObjectIdentifier
    let scope: UInt64

    init(_ node: ScopeNode) {
      key = node.keyID
      scope = ScopeMark(node).identity
    }
  }

  private struct State: Sendable {
    var overrides: [Override] = []
    var defaults: [(key: any Any.Type, accessor: StaticString)] = []

    /// The index of an override, which is added unless it is there.
    mutating func index(of node: ScopeNode) -> Int {
      let id = ID(node)
      for index in overrides.indices where overrides[index].id == id { return index }
      overrides.append(Override(id: id, key: node.key, place: node.place))
      return overrides.count - 1
    }
  }

  private struct Override: Sendable {
    let id: ID
    let key: any Any.Type
    let place: SourcePlace
    /// Whether it was entered inside the exhaustive scope.
    var isInside = false
    var isUsed = false
  }

  private let seen = Guarded(State())

  override func note(_ provenance: Provenance) {}

  /// Notes the overrides of a scope that is entered, with the exhaustive scopes around it.
  static func noteEntering(_ scope: ScopeNode) {
    let exhaustions = around(scope)
    guard !exhaustions.isEmpty else { return }
    var node: ScopeNode? = scope
    while let current = node, current.base == scope.base {
      if current.affectsKey {
        for exhaustion in exhaustions { exhaustion.add(current) }
      }
      node = current.up
    }
  }

  /// Notes that an override was used, with the exhaustive scopes that it is in.
  static func noteUse(of scope: ScopeNode) {
    guard scope.isRecorded else { return }
    for exhaustion in around(scope) {
      exhaustion.noteUse(scope)
    }
  }

  private func noteUse(_ node: ScopeNode) {
    seen.withLock { state in
      let index = state.index(of: node)
      state.overrides[index].isUsed = true
    }
  }

  /// Notes that a key's default was used, with the exhaustive scopes that the reader is in.
  static func noteDefault(
    of key: any (Any & SendableMetatype).Type, accessor: StaticString, for reader: ScopeNode?
  ) {
    guard let reader, reader.isRecorded else { return }
    for exhaustion in around(reader) {
      exhaustion.seen.withLock { state in
        if !state.defaults.contains(where: { $0.key == key }) {
          state.defaults.append((key, accessor))
        }
      }
    }
  }

  /// The exhaustive scopes around a node, and its own.
  private static func around(_ scope: ScopeNode) -> [Exhaustion] {
    var found: [Exhaustion] = []
    var node: ScopeNode? = scope
    while let current = node, current.isRecorded {
      for case let exhaustion as Exhaustion in current.asRecording?.recordings ?? []
      where !exhaustion.hasEnded && !found.contains(where: { $0 === exhaustion }) {
        found.append(exhaustion)
      }
      node = current.up
    }
    return found
  }

  private func add(_ node: ScopeNode) {
    seen.withLock { state in
      let index = state.index(of: node)
      state.overrides[index].isInside = true
    }
  }

  /// Ends the scope and reports what it found.
  func report(at place: SourcePlace) {
    _ = end()
    let found = seen.withLock { $0 }
    for override in found.overrides.reversed() where override.isInside && !override.isUsed {
      IssueReporter.unusedOverride(override.key, at: override.place, in: place)
    }
    for read in found.defaults {
      IssueReporter.readWithoutOverride(read.key, accessor: read.accessor, in: place)
    }
  }
}

extension ScopeNode {
  /// Whether a user has assigned, registered, decorated or contributed something here.
  var affectsKey: Bool {
    key != Never.self && key != WorldKey.self && key != SessionKey.self
      && key != LostReadsKey.self && key != ContextKey.self
  }
}
