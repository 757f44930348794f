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
    var table = ProvenanceTable()
    /// For each node of the table, those whose builds read it.
    var readers: [[Int]] = []
    var expanded: Set<ObjectIdentifier> = []
    var pending = roots
    while let next = pending.popLast() {
      guard expanded.insert(ObjectIdentifier(next)).inserted else { continue }
      let reader = table.place(of: next)
      for read in next.reads {
        let place = table.place(of: read)
        while readers.count <= place { readers.append([]) }
        // An element of a collection that its own scope contributes is part of the same node.
        if place != reader { readers[place].append(reader) }
        pending.append(read)
      }
    }
    let found = table.all

    // Scopes of one place are told apart by age. The process has no place, and comes first.
    var texts: [String] = []
    for provenance in found { texts.append(provenance.owner.sortKey) }
    let byOwner = Self.order(texts)
    var scopes: [Scope] = []
    var owners = [Int](repeating: 0, count: found.count)
    var number = -1
    var last: UInt64?
    for index in byOwner {
      let mark = found[index].owner
      if mark.identity != last {
        // `s0` always stands for the process.
        number += number < 0 && mark.identity != 0 ? 2 : 1
        scopes.append(Scope(id: "s" + String(number), place: mark.place?.description))
        last = mark.identity
      }
      owners[index] = scopes.count - 1
    }
    self.scopes = scopes

    texts = []
    for index in found.indices { texts.append(found[index].sortKey(owner: owners[index])) }
    let byKey = Self.order(texts)
    var nodes: [Node] = []
    var places = [Int](repeating: 0, count: found.count)
    for index in byKey {
      let provenance = found[index]
      places[index] = nodes.count
      nodes.append(
        Node(
          id: "n" + String(nodes.count), key: IssueReporter.name(provenance.key),
          kind: provenance.kind, lifetime: provenance.lifetime, owner: scopes[owners[index]]))
    }
    self.nodes = nodes

    // What was read in the order of the nodes, so that each reader's reads are in order.
    var reads = [[Int]](repeating: [], count: nodes.count)
    for read in byKey where read < readers.count {
      for reader in readers[read] where reads[places[reader]].last != places[read] {
        reads[places[reader]].append(places[read])
      }
    }
    var edges: [Edge] = []
    for reader in nodes.indices {
      for read in reads[reader] { edges.append(Edge(from: nodes[reader].id, to: nodes[read].id)) }
    }
    self.edges = edges
  }

  /// The indices of some texts in the order of the texts.
  private static func order(_ texts: [String]) -> [Int] {
    // By hand, since `sorted` is compiled anew for each caller, to 5 KiB of code.
    var sorted: [Int] = []
    for index in texts.indices {
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if texts[index] < texts[sorted[middle]] { high = middle } else { low = middle + 1 }
      }
      sorted.insert(index, at: low)
    }
    return sorted
  }

  /// A number as text that sorts as the number does.
  @inline(never)
  fileprivate static func padded(_ number: UInt64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 20 - digits.utf8.count) + digits
  }
}

extension ScopeMark {
  /// Sorts by file, by line as a number, and by age.
  fileprivate var sortKey: String {
    let age = InjectedGraph.padded(identity)
    guard let place else { return "\0" + age }
    return place.fileID + ":" + InjectedGraph.padded(UInt64(place.lineNumber)) + "\0" + age
  }
}

extension Provenance {
  /// Sorts by name, by full name, by owner and by what gave the value.
  fileprivate func sortKey(owner: Int) -> String {
    let names = IssueReporter.name(key) + "\0" + _typeName(key)
    return names + "\0" + InjectedGraph.padded(UInt64(owner)) + "\0" + kind.rawValue
  }
}
