/// What was resolved while a graph is being recorded.
final class GraphRecording: Recording {
  private typealias Read = InjectedExplanation.Read

  /// `nil` once the recording has ended.
  private let seen = Guarded<[Read.ID: Read]?>([:])

  var hasEnded: Bool { seen.withLock { $0 == nil } }

  func note(_ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns?) {
    guard update == nil, let root = Read.of(answer, of: request, at: home) else { return }
    seen.withLock { seen in
      if seen == nil { return }
      var pending = [root]
      while let next = pending.popLast() {
        // Where a transient value was built more than once, the build that read more is shown.
        if let known = seen?[next.id], known.reads.count >= next.reads.count { continue }
        seen?[next.id] = next
        pending += next.reads
      }
    }
  }

  /// Ends the recording; gives what it saw, and all that this was built from.
  func end() -> [InjectedExplanation.Read] {
    seen.withLock { $0.take() }.map { Array($0.values) } ?? []
  }
}

extension InjectedExplanation.Read {
  /// Tells the values of a graph apart.
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let kind: InjectedSourceKind
    let owner: UInt64
  }

  private init(
    of keyType: any (Any & SendableMetatype).Type, _ kind: InjectedSourceKind,
    _ lifetime: InjectedLifetime, keptAt mark: Home.Mark?, reading all: [Self] = []
  ) {
    let keeper = mark?.number == 0 ? nil : mark
    let id = ID(key: ObjectIdentifier(keyType), kind: kind, owner: keeper?.scope ?? 0)
    var reads: [Self] = []
    // A decoration of a scope's own decoration is one with it; so is a contribution with the scope's others.
    for part in all.flatMap({ $0.id == id ? $0.reads : [$0] }) {
      guard let index = reads.firstIndex(where: { $0.id == part.id }) else {
        reads.append(part)
        continue
      }
      if reads[index].reads.count < part.reads.count { reads[index] = part }
    }
    self.init(
      key: IssueReporter.name(keyType), kind: kind, owner: keeper?.place.description, reads: reads,
      id: id, keyType: keyType, lifetime: lifetime, keeper: keeper)
  }

  private init(_ link: Override, at mark: Home.Mark) {
    let lifetime =
      (link.key as? any InjectedInterfaceKey.Type)?.lifetime
      ?? (link.key as? any MainActorInjectedKey.Type)?.lifetime
    self.init(of: link.key, link.kind(at: mark), lifetime ?? .cached, keptAt: mark)
  }

  static func of(_ trace: Trace, at home: Home) -> Self {
    // Each trace may have been read in many places.
    var known = Few<Self>()
    func value(of trace: Trace) -> Self {
      if let one = known[ObjectIdentifier(trace)] { return one }
      let one = Self(
        of: trace.key, trace.kind, trace.lifetime, keptAt: trace.keeper,
        reading: trace.reads.compactMap { source(of: $0) })
      known.insert(one, for: ObjectIdentifier(trace))
      return one
    }
    // `nil` for a key that is not the user's.
    func source(of read: Trace.Read) -> Self? {
      if read.key == ContextKey.self || read.key == SessionKey.self { return nil }
      if let part = read.part { return value(of: part) }
      return home.find(read.keyID, beyond: read.beyond).map {
        Self($0.link, at: home.ancestor(at: $0.distance).mark)
      }
    }
    return value(of: trace)
  }

  static func of(_ answer: Home.Answer, of request: Request, at home: Home) -> Self? {
    guard request.isBuilt else { return nil }
    if let trace = answer.entry.origin { return of(trace, at: home) }
    guard let link = answer.decider, let holder = home.holder(of: link) else { return nil }
    return Self(link, at: holder.mark)
  }
}

extension Override {
  func kind(at mark: Home.Mark) -> InjectedSourceKind {
    mark.isWorld ? .prepared : (self as? Recipe)?.kind ?? .override
  }
}
