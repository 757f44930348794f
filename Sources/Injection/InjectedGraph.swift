/// Shows what was resolved, what it was built from, and which scope owns it.
///
/// Nodes, edges and scopes are sorted, so that equal graphs give equal text. See
/// `InjectedValues.recordGraph`.
public struct InjectedGraph: Sendable, Hashable {
  /// Describes a scope that owns nodes.
  public struct Scope: Sendable, Hashable, Identifiable {
    /// The scope's name in this graph: `s0` is the process.
    public let id: String
    /// The `#fileID:line` that made the scope; `nil` for the process.
    public let place: String?
  }

  /// Describes a value that was resolved.
  public struct Node: Sendable, Hashable, Identifiable {
    /// The node's name in this graph.
    public let id: String
    /// The key's name.
    public let key: String
    /// What gave the value.
    public let kind: InjectedSourceKind
    /// The lifetime that the key declares.
    public let lifetime: InjectedLifetime
    /// The scope that owns the value.
    public let owner: Scope
  }

  /// Says that the value of one node was read while that of another was built.
  public struct Edge: Sendable, Hashable {
    /// The node that was built.
    public let from: Node.ID
    /// The node that was read.
    public let to: Node.ID
  }

  /// The scopes that own nodes, by place; the process first.
  public let scopes: [Scope]
  /// What was resolved, by key, kind and owner.
  public let nodes: [Node]
  /// What was read for what, in the order of the nodes.
  public let edges: [Edge]
}

extension InjectedGraph {
  /// Creates the graph of some values and all that they were built from.
  init(_ roots: [Provenance]) {
    var found: [Provenance.ID: Provenance] = [:]
    var reads: [Provenance.ID: Set<Provenance.ID>] = [:]
    var expanded: Set<ObjectIdentifier> = []
    var pending = roots
    while let next = pending.popLast() {
      guard expanded.insert(ObjectIdentifier(next)).inserted else { continue }
      if found[next.id] == nil { found[next.id] = next }
      reads[next.id, default: []].formUnion(
        // An element of a collection that its own scope contributes is part of the same node.
        next.reads.map(\.id).filter { $0 != next.id })
      pending += next.reads
    }
    // Scopes of one place are told apart by age; keys of one name, by their full names.
    let marks = found.values.reduce(into: [UInt64: ScopeMark]()) {
      $0[$1.owner.identity] = $1.owner
    }
    let ordered = marks.values.sorted {
      ($0.place?.sortKey ?? "", $0.identity) < ($1.place?.sortKey ?? "", $1.identity)
    }
    let offset = marks[0] == nil ? 1 : 0  // `s0` always stands for the process.
    var scopes: [UInt64: Scope] = [:]
    for (index, mark) in ordered.enumerated() {
      scopes[mark.identity] = Scope(id: "s\(index + offset)", place: mark.place?.description)
    }
    self.scopes = ordered.compactMap { scopes[$0.identity] }

    let rank = Dictionary(
      uniqueKeysWithValues: ordered.enumerated().map { ($1.identity, $0) })
    let sorted = found.values.sorted { one, other in
      let (left, right) = (IssueReporter.name(one.key), IssueReporter.name(other.key))
      if left != right { return left < right }
      let (fullLeft, fullRight) = (_typeName(one.key), _typeName(other.key))
      if fullLeft != fullRight { return fullLeft < fullRight }
      if one.owner.identity != other.owner.identity {
        return rank[one.owner.identity, default: 0] < rank[other.owner.identity, default: 0]
      }
      return one.kind.rawValue < other.kind.rawValue
    }
    var position: [Provenance.ID: Int] = [:]
    for (index, provenance) in sorted.enumerated() { position[provenance.id] = index }
    self.nodes = sorted.enumerated().map { index, provenance in
      Node(
        id: "n\(index)", key: IssueReporter.name(provenance.key), kind: provenance.kind,
        lifetime: provenance.lifetime,
        owner: scopes[provenance.owner.identity] ?? Scope(id: "s0", place: nil))
    }
    self.edges = sorted.enumerated().flatMap { index, provenance in
      reads[provenance.id, default: []].compactMap { position[$0] }.sorted()
        .map { Edge(from: "n\(index)", to: "n\($0)") }
    }
  }
}

extension SourcePlace {
  /// Sorts by file, then by line as a number.
  fileprivate var sortKey: String {
    let line = String(lineNumber)
    return fileID + ":" + String(repeating: "0", count: max(0, 10 - line.count)) + line
  }
}
