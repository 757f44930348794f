import Synchronization

/// What was resolved while a graph is being recorded.
final class GraphRecording: Recording {
  private let seen = Guarded<[Provenance]>([])
  private let ended = Atomic(false)

  /// Whether the operation has returned; what is read after that is not seen.
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func noteEntering(_ scope: Scope) {}

  func note(_ answer: Home.Answer, of request: Request, at home: Home) {
    guard let provenance = Provenance(answer, of: request, at: home) else { return }
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
    return seen.withLock { $0 }
  }
}

/// Where a value came from: what decided it, what keeps it, and what was read for it.
struct Provenance: Sendable {
  /// What tells the nodes of a graph apart.
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let kind: InjectedSourceKind
    let owner: UInt64
  }

  let key: any (Any & SendableMetatype).Type
  let kind: InjectedSourceKind
  let lifetime: InjectedLifetime
  /// Where it is kept; `nil` for the process.
  let owner: Home.Mark?
  /// What the build of the value read directly, in order.
  let reads: [Provenance]

  var id: ID { ID(key: ObjectIdentifier(key), kind: kind, owner: owner?.number ?? 0) }

  /// The provenance of what was built with a trace.
  init(_ trace: Trace) {
    self.init(
      key: trace.key, kind: trace.kind, lifetime: trace.lifetime, owner: trace.owner,
      reads: Self.all(of: trace))
  }

  private init(
    key: any (Any & SendableMetatype).Type, kind: InjectedSourceKind, lifetime: InjectedLifetime,
    owner: Home.Mark?, reads: [Provenance]
  ) {
    self.key = key
    self.kind = kind
    self.lifetime = lifetime
    self.owner = owner
    self.reads = reads
  }

  private static func all(of trace: Trace) -> [Provenance] {
    var found: [Provenance] = []
    for read in trace.reads {
      guard let one = Provenance(read) else { continue }
      if !found.contains(where: { $0.id == one.id }) { found.append(one) }
    }
    return found
  }

  /// The provenance of what was read; `nil` for what is no key of the user's.
  init?(_ read: Trace.Read) {
    if read.key == ContextKey.self || read.key == SessionKey.self { return nil }
    if let part = read.part {
      self.init(part)
      return
    }
    guard read.decider != nil else { return nil }
    let isPrepared = read.owner?.isWorld ?? true
    self.init(
      key: read.key, kind: isPrepared ? .prepared : .override,
      lifetime: Self.lifetime(of: read.key), owner: isPrepared ? nil : read.owner, reads: [])
  }

  /// The provenance of what a read was given.
  init?(_ answer: Home.Answer, of request: Request, at home: Home) {
    if let instance = answer.entry as? Instance {
      guard request.isBuilt else { return nil }
      self.init(instance.trace)
      return
    }
    self.init(
      Trace.Read(
        key: request.key, beyond: nil, decider: answer.decider?.identity,
        owner: answer.decider.flatMap { home.holder(of: $0)?.mark }, part: nil))
  }

  private static func lifetime(of key: any Any.Type) -> InjectedLifetime {
    if let key = key as? any InjectedInterfaceKey.Type { return key.lifetime }
    return (key as? any MainActorInjectedKey.Type)?.lifetime ?? .cached
  }
}
