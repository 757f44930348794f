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
    var pending = roots
    while let next = pending.popLast() {
      if let known = found[next.id], known.reads.count >= next.reads.count { continue }
      found[next.id] = next
      // An element of a collection that its own scope contributes is part of the same node.
      reads[next.id] = Set(next.reads.map(\.id)).subtracting([next.id])
      pending += next.reads
    }
    let sorted = found.values.map { (order: Order($0), value: $0) }
      .sorted { $0.order < $1.order }.map(\.value)

    // `s0` always stands for the process.
    let owners = Dictionary(grouping: sorted, by: { $0.owner?.number ?? 0 })
    let byPlace = owners.values.compactMap { $0.first }
      .sorted { Order.ofOwner($0) < Order.ofOwner($1) }
    var scopeOf: [UInt64: Scope] = [:]
    var number = 0
    for one in byPlace {
      let owner = one.owner?.number ?? 0
      if owner != 0 { number += 1 }
      scopeOf[owner] = Scope(
        id: owner == 0 ? "s0" : "s\(number)", place: owner == 0 ? nil : one.owner?.place.description
      )
    }
    scopes = byPlace.compactMap { scopeOf[$0.owner?.number ?? 0] }

    var nodes: [Node] = []
    var nodeOf: [Provenance.ID: Int] = [:]
    for one in sorted {
      guard let owner = scopeOf[one.owner?.number ?? 0] else { continue }
      nodeOf[one.id] = nodes.count
      nodes.append(
        Node(
          id: "n\(nodes.count)", key: IssueReporter.name(one.key), kind: one.kind,
          lifetime: one.lifetime, owner: owner))
    }
    self.nodes = nodes
    edges = sorted.flatMap { one in
      let from = nodeOf[one.id].map { nodes[$0].id } ?? ""
      return (reads[one.id] ?? []).compactMap { nodeOf[$0] }.sorted()
        .map { Edge(from: from, to: nodes[$0].id) }
    }
  }

  /// Sorts by name, by full name, by owner and by what gave the value.
  private struct Order: Comparable {
    let names: [String]
    let owner: [UInt64]
    let kind: String

    init(_ one: Provenance) {
      names = [IssueReporter.name(one.key), _typeName(one.key)]
      owner = Self.ofOwner(one).owner
      kind = one.kind.rawValue
    }

    private init(file: String, owner: [UInt64]) {
      names = [file]
      self.owner = owner
      kind = ""
    }

    /// Sorts by file, by line as a number, and by age; the process has none, and comes first.
    static func ofOwner(_ one: Provenance) -> Order {
      guard let owner = one.owner, owner.number != 0 else { return Order(file: "", owner: []) }
      return Order(
        file: owner.place.fileID, owner: [UInt64(owner.place.lineNumber), owner.number])
    }

    static func < (one: Order, two: Order) -> Bool {
      if one.names != two.names { return one.names.lexicographicallyPrecedes(two.names) }
      if one.owner != two.owner { return one.owner.lexicographicallyPrecedes(two.owner) }
      return one.kind < two.kind
    }
  }
}
