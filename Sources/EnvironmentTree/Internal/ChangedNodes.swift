/// The nodes that are to be evaluated, by their depth.
struct ChangedNodes {
  /// None beyond the last one that has nodes, but while a round takes them out.
  private var levels: [[ViewNode]] = []

  var isEmpty: Bool { levels.isEmpty }

  var first: ViewNode? { levels.lazy.flatMap(\.self).first }

  mutating func append(_ node: ViewNode) {
    while levels.count <= node.depth { levels.append([]) }
    levels[node.depth].append(node)
  }

  /// Takes out those of one depth, in the order in which they came into the tree; gives nothing beyond the
  /// last.
  mutating func take(at depth: Int) -> [ViewNode]? {
    guard depth < levels.count else {
      // What is left has changed while those below it were evaluated.
      while levels.last?.isEmpty ?? false { levels.removeLast() }
      return nil
    }
    var nodes: [ViewNode] = []
    swap(&nodes, &levels[depth])
    return nodes.sorted { $0.id < $1.id }
  }
}
