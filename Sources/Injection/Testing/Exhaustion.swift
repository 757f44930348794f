import Synchronization

/// What an exhaustive scope has seen: the overrides inside it, those that were read, and the keys
/// that were read without an override.
final class Exhaustion: Recording {
  private typealias ID = Override.Identity

  private struct State: ~Copyable, Sendable {
    /// The overrides of the scopes that were entered inside, in that order.
    var inside: [(id: ID, key: any Any.Type, place: SourcePlace)] = []
    var known: Set<ID> = []
    var used: Set<ID> = []
    /// The overrides that an update has read, to put a changed value in their place perhaps.
    var changed: Set<ID> = []
    /// The reads of updates whose scopes were not entered yet.
    var updates: [(update: StandIns, key: ObjectIdentifier, decider: ID, id: ID)] = []
    var defaults: [Request] = []
  }

  private let seen = Guarded(State())
  private let ended = Atomic(false)

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func end() { ended.store(true, ordering: .releasing) }

  /// Notes the overrides of a scope, and of the scopes around it whose reads the exhaustion sees.
  func noteEntering(_ scope: Scope) {
    let watched = sequence(first: scope, next: \.around).prefix {
      $0.recordings.contains { $0 === self }
    }
    for scope in watched where scope.own != nil { noteOverrides(of: scope.home) }
    // A value that the scope's update has read and left as it was has been read for something else: it is used.
    guard let update = scope.updateIfNoted else { return }
    let home = scope.home
    let reads = seen.withLock { $0.updates.filter { $0.update === update } }
    let used = reads.filter { home.find($0.key)?.link.identity == $0.decider }
    seen.withLock { state in
      state.used.formUnion(used.map(\.id))
      state.updates.removeAll { $0.update === update }
    }
  }

  /// Tells overrides apart; all overrides of one key in one scope, wherever the scope stands, count as the first
  /// of them.
  private static func id(of override: Override, in home: Home) -> ID {
    let links = home.layer.list?.links().filter { $0.keyID == override.keyID } ?? []
    return (links.last ?? override).identity
  }

  private func noteOverrides(of home: Home) {
    guard let list = home.layer.list?.links() else { return }
    for link in list where link.isUsers {
      let id = Self.id(of: link, in: home)
      let place = home.place
      seen.withLock { state in
        if state.known.insert(id).inserted { state.inside.append((id, link.key, place)) }
      }
    }
  }

  func note(_ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns?) {
    noteParts(of: answer, at: home)
    guard let decider = answer.decider, let holder = home.holder(of: decider) else {
      if update != nil || !request.isBuilt { return }
      return seen.withLock { state in
        if state.defaults.contains(where: { $0.key == request.key }) { return }
        state.defaults.append(request)
      }
    }
    guard let update else { return note(decider, of: holder, at: home) }
    let id = Self.id(of: decider, in: holder)
    seen.withLock { state in
      state.changed.insert(id)
      state.updates.append((update, decider.keyID, decider.identity, id))
    }
  }

  /// Notes the reads that an instance was built from, perhaps where nobody looked on.
  private func noteParts(of answer: Home.Answer, at home: Home) {
    for read in Trace.all(answer.entry.origin?.reads ?? []) where read.decider != nil {
      if let found = home.find(read.keyID, beyond: read.beyond) {
        note(found.link, of: home.ancestor(at: found.distance), at: home)
      }
    }
  }

  /// Notes an override that was read; an override that an update has read, to put this one in its place, is
  /// used as a part of this one.
  private func note(_ link: Override, of holder: Home, at home: Home) {
    let id = Self.id(of: link, in: holder)
    let beyond = home.overrides(of: link.keyID, beyond: link.identity)
      .map { Self.id(of: $0.link, in: home.ancestor(at: $0.distance)) }
    seen.withLock { $0.used.formUnion([id] + beyond.filter($0.changed.contains)) }
  }

  func report(at place: SourcePlace) {
    end()
    var found = State()
    seen.withLock { swap(&found, &$0) }
    found.used.formUnion(found.updates.map(\.id))
    // Scopes that a loop opens at one place are reported once.
    var reported: Set<String> = []
    for (id, key, made) in found.inside.reversed() where !found.used.contains(id) {
      guard reported.insert("\(ObjectIdentifier(key)) \(made)").inserted else { continue }
      IssueReporter.unusedOverride(key, at: made, in: place)
    }
    for request in found.defaults { IssueReporter.readWithoutOverride(request, in: place) }
  }
}

extension Override {
  /// Whether a user has assigned, registered, decorated or contributed something here.
  var isUsers: Bool { key != SessionKey.self && key != ContextKey.self && !isCheck }

  /// Whether it only says what is to be checked.
  var isCheck: Bool { key == LostReadsKey.self || key == FailingLostReadsKey.self }
}
