import Synchronization

/// What an exhaustive scope has seen: the overrides inside it, those that were read, and the keys
/// that were read without one.
final class Exhaustion: Recording {
  /// What tells overrides apart; those that one scope makes to one key count as one, wherever it stands: by
  /// the first of them.
  private struct ID: Hashable {
    private let key: ObjectIdentifier
    private let first: Injection.Override.Identity?

    init(_ override: Injection.Override, of home: Home) {
      key = override.keyID
      let links = home.layer.list?.links().filter { $0.keyID == override.keyID }
      first = links?.reduce(override) { $1 }.identity
    }
  }

  private struct Override: Sendable {
    let key: any Any.Type
    let place: SourcePlace
  }

  private struct State: ~Copyable, Sendable {
    /// The overrides of the scopes that were entered inside, in that order.
    var inside: [(id: ID, override: Override)] = []
    var known: Set<ID> = []
    var used: Set<ID> = []
    /// Those that an update has read, to put a changed value in their place perhaps.
    var changed: Set<ID> = []
    /// The reads of updates whose scopes were not entered yet.
    var updates: [UpdateRead] = []
    var defaults = Few<(key: any Any.Type, accessor: StaticString)>()
  }

  private struct UpdateRead: Sendable {
    let update: StandIns
    let key: ObjectIdentifier
    let decider: Injection.Override.Identity
    let id: ID
  }

  private let seen = Guarded(State())
  private let ended = Atomic(false)

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func end() { ended.store(true, ordering: .releasing) }

  /// Notes the overrides of a scope, and of those around it that it sees.
  func noteEntering(_ scope: Scope) {
    var next: Scope? = scope
    while let current = next, current.recordings.contains(where: { $0 === self }) {
      if current.own != nil { noteOverrides(of: current.home) }
      next = current.around
    }
    noteReads(ofUpdateOf: scope)
  }

  private func noteOverrides(of home: Home) {
    guard let list = home.layer.list?.links() else { return }
    for link in list where link.isUsers {
      let id = ID(link, of: home)
      let override = Override(key: link.key, place: home.place)
      seen.withLock { state in
        if state.known.insert(id).inserted { state.inside.append((id, override)) }
      }
    }
  }

  /// What an update has read, and left as it was, it has read for something else.
  private func noteReads(ofUpdateOf scope: Scope) {
    guard let update = scope.updateIfNoted else { return }
    let home = scope.home
    let reads = seen.withLock { $0.updates.filter { $0.update === update } }
    let used = reads.filter { home.find($0.key)?.link.identity == $0.decider }
    seen.withLock { state in
      state.used.formUnion(used.map(\.id))
      state.updates.removeAll { $0.update === update }
    }
  }

  func noteForUpdate(_ answer: Home.Answer, at home: Home, by update: StandIns) {
    noteParts(of: answer, at: home)
    guard let decider = answer.decider, let id = Self.id(of: answer, at: home) else { return }
    let read = UpdateRead(
      update: update, key: decider.keyID, decider: decider.identity, id: id)
    seen.withLock { state in
      state.changed.insert(id)
      state.updates.append(read)
    }
  }

  private static func id(of answer: Home.Answer, at home: Home) -> ID? {
    guard let decider = answer.decider else { return nil }
    return home.holder(of: decider).map { ID(decider, of: $0) }
  }

  func note(_ answer: Home.Answer, of request: Request, at home: Home) {
    noteParts(of: answer, at: home)
    if let decider = answer.decider, let id = Self.id(of: answer, at: home) {
      note(id, beyond: decider, at: home)
    } else if request.isBuilt {
      _ = seen.withLock { state in
        state.defaults.insert((request.key, request.accessor), for: request.keyID)
      }
    }
  }

  /// What it was built from was read for it, perhaps where nobody looked on.
  private func noteParts(of answer: Home.Answer, at home: Home) {
    for read in Trace.all(answer.entry.origin?.reads ?? []) where read.decider != nil {
      if let found = home.find(read.keyID, beyond: read.beyond) {
        note(ID(found.link, of: home.ancestor(at: found.distance)), beyond: found.link, at: home)
      }
    }
  }

  /// Notes an override that was read; what an update has read, to put this in its place, is used as a part of
  /// it.
  private func note(_ id: ID, beyond link: Injection.Override, at home: Home) {
    let beyond = home.overrides(of: link.keyID, beyond: link.identity)
      .map { ID($0.link, of: home.ancestor(at: $0.distance)) }
    seen.withLock { $0.used.formUnion([id] + beyond.filter($0.changed.contains)) }
  }

  func report(at place: SourcePlace) {
    end()
    var found = State()
    seen.withLock { swap(&found, &$0) }
    found.used.formUnion(found.updates.map(\.id))
    // A loop in the scope is told of once.
    var reported: Set<String> = []
    for (id, override) in found.inside.reversed() where !found.used.contains(id) {
      let unused = "\(ObjectIdentifier(override.key)) \(override.place)"
      guard reported.insert(unused).inserted else { continue }
      IssueReporter.unusedOverride(override.key, at: override.place, in: place)
    }
    for read in found.defaults.values {
      IssueReporter.readWithoutOverride(read.key, accessor: read.accessor, in: place)
    }
  }
}

extension Override {
  /// Whether a user has assigned, registered, decorated or contributed something here.
  var isUsers: Bool {
    key != SessionKey.self && key != ContextKey.self && !isCheck
  }

  /// Whether it only says what is to be checked.
  var isCheck: Bool { key == LostReadsKey.self || key == FailingLostReadsKey.self }
}
