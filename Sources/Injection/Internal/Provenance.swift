/// Where a value comes from and what it was built from.
///
/// Holds neither the value nor a scope, so that a graph keeps nothing alive.
final class Provenance: Sendable {
  /// What makes two reads the same node of a graph.
  struct ID: Hashable {
    let key: ObjectIdentifier
    let kind: InjectedSourceKind
    let owner: UInt64
  }

  let key: any (Any & SendableMetatype).Type
  let kind: InjectedSourceKind
  let lifetime: InjectedLifetime
  /// The scope that keeps the value.
  let owner: ScopeMark
  private let list: ProvenanceList

  init(
    _ key: any (Any & SendableMetatype).Type, _ kind: InjectedSourceKind,
    _ lifetime: InjectedLifetime, owner: ScopeMark, reads: ProvenanceList = ProvenanceList()
  ) {
    self.key = key
    self.kind = kind
    self.lifetime = lifetime
    self.owner = owner
    self.list = reads
  }

  /// The provenance of a value that is not settled yet.
  static let unknown = Provenance(Never.self, .default, .transient, owner: .process)

  /// The provenance of an assigned value; one object for each scope.
  static func assigned(in scope: ScopeNode, of request: Request, isPrepared: Bool) -> Provenance {
    let extras = scope.requiredExtras
    return extras.assigned.load()
      ?? extras.assigned.storeIfNil(
        Provenance(
          request.key, isPrepared ? .prepared : .override, request.lifetime,
          owner: isPrepared ? .process : ScopeMark(scope)))
  }

  /// What the build of the value read directly, in order.
  var reads: [Provenance] { list.all }

  /// How much the build of the value read directly.
  var readCount: Int { list.count }

  /// Whether it is the same node of a graph as another one, with the same reads.
  func isLike(_ other: Provenance) -> Bool {
    let (mine, theirs) = (reads, other.reads)
    guard id == other.id, mine.count == theirs.count else { return false }
    for index in mine.indices where mine[index].id != theirs[index].id { return false }
    return true
  }

  var id: ID { ID(key: ObjectIdentifier(key), kind: kind, owner: owner.identity) }
}

/// A scope as provenance names it: by a number that its nodes and copies share, and its place.
struct ScopeMark: Sendable {
  /// The scope outside every other.
  static let process = ScopeMark(nil)

  /// Zero stands for the process.
  let identity: UInt64
  let place: SourcePlace?

  init(_ scope: ScopeNode?) {
    var first = scope
    while let node = first, node.continues { first = node.outer }
    identity = first?.identity ?? 0
    place = first?.place
  }
}
