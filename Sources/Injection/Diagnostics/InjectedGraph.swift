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
    var pending = roots
    while let next = pending.popLast() {
      if let known = found[next.id], known.reads.count >= next.reads.count { continue }
      found[next.id] = next
      pending += next.reads
    }
    let sorted = found.values.map { (order: $0.order, value: $0) }
      .sorted { $0.order < $1.order }.map(\.value)

    // One value for each owner stands for it; `s0` is always the process.
    let owners = Dictionary(sorted.map { ($0.id.owner, $0) }) { first, _ in first }
    let first = owners[0] == nil ? 1 : 0
    var scopes: [UInt64: Scope] = [:]
    var byPlace: [Scope] = []
    for one in owners.values.sorted(by: { $0.orderOfOwner < $1.orderOfOwner }) {
      let scope = Scope(
        id: "s\(byPlace.count + first)",
        place: one.id.owner == 0 ? nil : one.owner?.place.description)
      scopes[one.id.owner] = scope
      byPlace.append(scope)
    }
    self.scopes = byPlace

    var nodes: [Node] = []
    var numbers: [Provenance.ID: Int] = [:]
    for one in sorted {
      guard let owner = scopes[one.id.owner] else { continue }
      numbers[one.id] = nodes.count
      nodes.append(
        Node(
          id: "n\(nodes.count)", key: IssueReporter.name(one.key), kind: one.kind,
          lifetime: one.lifetime, owner: owner))
    }
    self.nodes = nodes
    edges = zip(sorted, nodes).flatMap { one, node in
      // An element of a collection that its own scope contributes is part of the same node.
      Set(one.reads.map(\.id)).subtracting([one.id]).compactMap { numbers[$0] }.sorted()
        .map { Edge(from: node.id, to: nodes[$0].id) }
    }
  }
}

extension Provenance {
  /// By name, by full name, by owner and by what gave the value.
  fileprivate var order: (String, String, UInt, UInt64, String) {
    let owner = orderOfOwner
    return (IssueReporter.name(key), _typeName(key), owner.1, owner.2, kind.rawValue)
  }

  /// By file, by line as a number, and by age; the process has none, and comes first.
  fileprivate var orderOfOwner: (String, UInt, UInt64) {
    guard id.owner != 0, let place = owner?.place else { return ("", 0, 0) }
    return (place.fileID, place.lineNumber, id.owner)
  }
}
