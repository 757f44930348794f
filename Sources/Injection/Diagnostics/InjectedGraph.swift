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
  /// Which node was built from which, in the order of the nodes.
  public let edges: [Edge]
}

extension InjectedGraph {
  init(_ recorded: [InjectedExplanation.Read]) {
    let sorted = recorded.sorted { $0.order < $1.order }
    let places = Dictionary(uniqueKeysWithValues: zip(sorted.map(\.id), sorted.indices))
    // One value for each owner stands for it; `s0` is always the process.
    let owners = Dictionary(sorted.map { ($0.id.owner, $0) }) { first, _ in first }
      .values.sorted { $0.orderOfOwner < $1.orderOfOwner }
    let first = owners.first?.owner == nil ? 0 : 1
    let scopes = owners.enumerated().map { index, one in
      Scope(id: "s\(index + first)", place: one.owner)
    }
    let known = Dictionary(uniqueKeysWithValues: zip(owners.map(\.id.owner), scopes))
    self.scopes = scopes
    nodes = sorted.enumerated().map { index, one in
      Node(
        id: "n\(index)", key: one.key, kind: one.kind, lifetime: one.lifetime,
        owner: known[one.id.owner] ?? scopes[0])
    }
    edges = sorted.enumerated().flatMap { index, one in
      one.reads.compactMap { places[$0.id] }.sorted()
        .map { Edge(from: "n\(index)", to: "n\($0)") }
    }
  }
}

extension InjectedExplanation.Read {
  /// The order of nodes: by the key's name and full name, by owner, and by kind.
  fileprivate var order: (String, String, String, UInt, UInt64, String) {
    let (file, line, age) = orderOfOwner
    return (key, _typeName(keyType), file, line, age, kind.rawValue)
  }

  /// The order of owners: by file, by line, and by age; the process has none of these, and comes first.
  fileprivate var orderOfOwner: (file: String, line: UInt, age: UInt64) {
    guard let keeper else { return ("", 0, 0) }
    return (keeper.place.fileID, keeper.place.lineNumber, keeper.number)
  }
}
