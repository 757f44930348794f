import Synchronization

/// What was resolved while a graph is being recorded.
final class GraphRecording: Recording {
  private let seen = Guarded<[Provenance.ID: Provenance]>([:])
  private let ended = Atomic(false)

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func note(_ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns?) {
    guard update == nil, let root = Provenance.of(answer, of: request, at: home) else { return }
    seen.withLock { seen in
      var pending = [root]
      while let next = pending.popLast() {
        // Where a transient value was built more than once, the build that read more is shown.
        if let known = seen[next.id], known.reads.count >= next.reads.count { continue }
        seen[next.id] = next
        pending += next.reads
      }
    }
  }

  /// Ends the recording; gives what it saw, and all that this was built from.
  func end() -> [Provenance] {
    ended.store(true, ordering: .releasing)
    return seen.withLock { seen in
      defer { seen = [:] }
      return Array(seen.values)
    }
  }
}

/// Where a value came from: what decided it, what keeps it, and what was read for it.
final class Provenance: Sendable {
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let kind: InjectedSourceKind
    let owner: UInt64
  }

  let key: any (Any & SendableMetatype).Type
  let id: ID
  let lifetime: InjectedLifetime
  /// Where it is kept; `nil` for the process.
  let owner: Home.Mark?
  /// What the build of the value read directly, in order.
  let reads: [Provenance]
  /// The provenance as an explanation tells it.
  let explained: InjectedExplanation.Read

  private init(
    of key: any (Any & SendableMetatype).Type, _ kind: InjectedSourceKind,
    _ lifetime: InjectedLifetime, keptAt mark: Home.Mark?, reading all: [Provenance] = []
  ) {
    let owner = mark?.number == 0 ? nil : mark
    let id = ID(key: ObjectIdentifier(key), kind: kind, owner: owner?.scope ?? 0)
    var reads: [Provenance] = []
    // A decoration of a scope's own decoration is one with it; so is a contribution with the scope's others.
    for part in all.flatMap({ $0.id == id ? $0.reads : [$0] }) {
      guard let index = reads.firstIndex(where: { $0.id == part.id }) else {
        reads.append(part)
        continue
      }
      if reads[index].reads.count < part.reads.count { reads[index] = part }
    }
    self.key = key
    self.id = id
    self.lifetime = lifetime
    self.owner = owner
    self.reads = reads
    explained = InjectedExplanation.Read(
      key: IssueReporter.name(key), kind: kind, owner: owner?.place.description,
      reads: reads.map(\.explained))
  }

  private convenience init(_ link: Override, at mark: Home.Mark) {
    let lifetime =
      (link.key as? any InjectedInterfaceKey.Type)?.lifetime
      ?? (link.key as? any MainActorInjectedKey.Type)?.lifetime
    self.init(of: link.key, link.kind(at: mark), lifetime ?? .cached, keptAt: mark)
  }

  static func of(_ trace: Trace, at home: Home) -> Provenance {
    // Each trace may have been read in many places.
    var known = Few<Provenance>()
    func provenance(of trace: Trace) -> Provenance {
      if let one = known[ObjectIdentifier(trace)] { return one }
      let one = Provenance(
        of: trace.key, trace.kind, trace.lifetime, keptAt: trace.keeper,
        reading: trace.reads.compactMap { source(of: $0) })
      known.insert(one, for: ObjectIdentifier(trace))
      return one
    }
    // `nil` for a key that is not the user's.
    func source(of read: Trace.Read) -> Provenance? {
      if read.key == ContextKey.self || read.key == SessionKey.self { return nil }
      if let part = read.part { return provenance(of: part) }
      return home.find(read.keyID, beyond: read.beyond).map {
        Provenance($0.link, at: home.ancestor(at: $0.distance).mark)
      }
    }
    return provenance(of: trace)
  }

  static func of(_ answer: Home.Answer, of request: Request, at home: Home) -> Provenance? {
    guard request.isBuilt else { return nil }
    if let trace = answer.entry.origin { return of(trace, at: home) }
    guard let link = answer.decider, let holder = home.holder(of: link) else { return nil }
    return Provenance(link, at: holder.mark)
  }
}

extension Override {
  func kind(at mark: Home.Mark) -> InjectedSourceKind {
    mark.isWorld ? .prepared : (self as? Recipe)?.kind ?? .override
  }
}
