/// The nodes that are to be evaluated, by their depth.
struct ChangedNodes {
  /// The nodes of each depth; the last level has some, except while a round takes the nodes out.
  private var levels: [[ViewNode]] = []

  var isEmpty: Bool { levels.isEmpty }

  var first: ViewNode? { levels.lazy.flatMap(\.self).first }

  mutating func append(_ node: ViewNode) {
    while levels.count <= node.depth { levels.append([]) }
    levels[node.depth].append(node)
  }

  /// Takes out the nodes of one depth, in the order in which they came into the tree; gives nil below the last level.
  mutating func take(at depth: Int) -> [ViewNode]? {
    guard depth < levels.count else {
      // The nodes that are left have changed while nodes below them were evaluated: they are the next round's.
      while levels.last?.isEmpty ?? false { levels.removeLast() }
      return nil
    }
    var nodes: [ViewNode] = []
    swap(&nodes, &levels[depth])
    return nodes.sorted { $0.id < $1.id }
  }
}
