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
    var found: [Provenance] = []
    var places: [Provenance.ID: Int] = [:]
    var pending = roots
    while let next = pending.popLast() {
      if let place = places[next.id] {
        // The one that knows more.
        if found[place].reads.count >= next.reads.count { continue }
        found[place] = next
      } else {
        places[next.id] = found.count
        found.append(next)
      }
      pending += next.reads
    }
    let sorted = found.map { (order: $0.order, value: $0) }.sorted { $0.order < $1.order }
      .map(\.value)

    // One value for each owner stands for it; `s0` is always the process.
    var owners: [Provenance] = []
    for one in sorted where !owners.contains(where: { $0.id.owner == one.id.owner }) {
      owners.append(one)
    }
    owners.sort { $0.orderOfOwner < $1.orderOfOwner }
    let first = owners.first?.id.owner == 0 ? 0 : 1
    let scopes = owners.enumerated().map { index, one in
      Scope(
        id: "s\(index + first)", place: one.id.owner == 0 ? nil : one.owner?.place.description)
    }
    let nodes = sorted.enumerated().map { index, one in
      places[one.id] = index
      let owner = owners.firstIndex { $0.id.owner == one.id.owner } ?? 0
      return Node(
        id: "n\(index)", key: IssueReporter.name(one.key), kind: one.kind,
        lifetime: one.lifetime, owner: scopes[owner])
    }
    edges = sorted.enumerated().flatMap { index, one in
      one.reads.compactMap { places[$0.id] }.sorted()
        .map { Edge(from: nodes[index].id, to: nodes[$0].id) }
    }
    self.scopes = scopes
    self.nodes = nodes
  }
}

extension Provenance {
  /// By name, by full name, by owner and by what gave the value.
  fileprivate var order: (String, String, String, UInt, UInt64, String) {
    let (file, line, age) = orderOfOwner
    return (IssueReporter.name(key), _typeName(key), file, line, age, kind.rawValue)
  }

  /// By file, by line, and by age; the process has none, and comes first.
  fileprivate var orderOfOwner: (file: String, line: UInt, age: UInt64) {
    guard id.owner != 0, let place = owner?.place else { return ("", 0, 0) }
    return (place.fileID, place.lineNumber, id.owner)
  }
}
