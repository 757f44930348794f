import Synchronization

/// What was resolved while a graph is being recorded.
final class GraphRecording: Recording {
  private let seen = Guarded<[Provenance]>([])
  private let ended = Atomic(false)

  /// Whether the operation has returned; what is read after that is not seen.
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func noteEntering(_ scope: Scope) {}

  func note(_ answer: Home.Answer, of request: Request, at home: Home) {
    guard let provenance = Provenance.of(answer, of: request, at: home) else { return }
    seen.withLock { seen in
      // The later one knows more where a transient value was built more than once.
      if let index = seen.firstIndex(where: { $0.id == provenance.id }) {
        if seen[index].reads.count < provenance.reads.count { seen[index] = provenance }
      } else {
        seen.append(provenance)
      }
    }
  }

  /// Ends the recording and gives what it saw.
  func end() -> [Provenance] {
    ended.store(true, ordering: .releasing)
    return seen.withLock { seen in
      defer { seen = [] }
      return seen
    }
  }
}

/// Where a value came from: what decided it, what keeps it, and what was read for it.
final class Provenance: Sendable {
  /// What tells the nodes of a graph apart.
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let kind: InjectedSourceKind
    let owner: UInt64
  }

  /// Those of the traces that were met, each of which may have been read in many places.
  private typealias Known = Few<Provenance>

  let key: any (Any & SendableMetatype).Type
  let kind: InjectedSourceKind
  let lifetime: InjectedLifetime
  /// Where it is kept; `nil` for the process.
  let owner: Home.Mark?
  /// What the build of the value read directly, in order.
  let reads: [Provenance]

  var id: ID { ID(key: ObjectIdentifier(key), kind: kind, owner: owner?.number ?? 0) }

  private init(_ trace: Trace, at home: Home, knowing known: inout Known) {
    key = trace.key
    kind = trace.kind
    lifetime = trace.lifetime
    owner = trace.keeper
    let id = ID(key: ObjectIdentifier(trace.key), kind: kind, owner: owner?.number ?? 0)
    var reads: [Provenance] = []
    for read in trace.reads {
      guard let one = Self.of(read, at: home, knowing: &known) else { continue }
      // What one scope puts on its own decoration or contribution is one with that.
      for part in one.id == id ? one.reads : [one]
      where !reads.contains(where: { $0.id == part.id }) { reads.append(part) }
    }
    self.reads = reads
  }

  /// The provenance of what was assigned, or not made.
  private init(_ link: Override, at mark: Home.Mark) {
    key = link.key
    kind = mark.isWorld ? .prepared : (link as? Recipe)?.kind ?? .override
    lifetime = Self.lifetime(of: link.key)
    owner = mark.isWorld ? nil : mark
    reads = []
  }

  /// The provenance of what was built with a trace that holds at a home.
  static func of(_ trace: Trace, at home: Home) -> Provenance {
    var known = Known()
    return Provenance(trace, at: home, knowing: &known)
  }

  /// The provenance of what was read; `nil` for what is no key of the user's.
  private static func of(_ read: Trace.Read, at home: Home, knowing known: inout Known)
    -> Provenance?
  {
    if read.key == ContextKey.self || read.key == SessionKey.self { return nil }
    if let part = read.part {
      if let one = known[ObjectIdentifier(part)] { return one }
      let one = Provenance(part, at: home, knowing: &known)
      known.insert(one, for: ObjectIdentifier(part))
      return one
    }
    guard let found = home.find(read.keyID, beyond: read.beyond) else { return nil }
    return Provenance(found.link, at: home.ancestor(at: found.distance).mark)
  }

  /// The provenance of what a read was given.
  static func of(_ answer: Home.Answer, of request: Request, at home: Home) -> Provenance? {
    guard request.isBuilt else { return nil }
    if let instance = answer.entry as? Instance { return of(instance.trace, at: home) }
    guard let link = answer.decider, let holder = home.holder(of: link) else { return nil }
    return Provenance(link, at: holder.mark)
  }

  private static func lifetime(of key: any Any.Type) -> InjectedLifetime {
    if let key = key as? any InjectedInterfaceKey.Type { return key.lifetime }
    return (key as? any MainActorInjectedKey.Type)?.lifetime ?? .cached
  }
}
