// MARK: What has come and gone in one run

extension Strand {
  /// Makes the running node depend on what its orphans depend on, at the end of its run, and cuts these off.
  func takeOver(fromOrphansOf node: Node) {
    node.hasOrphans = false
    var taken: [Int] = []
    // An orphan that is taken over from another one stands before the cursor then.
    var index = 0
    while index < node.cursor {
      if let orphan = node.dependencies[index].dependency, node.canTakeOver(from: orphan) {
        taken.append(index)
        for edge in orphan.dependencies {
          guard let dependency = edge.dependency else { continue }
          // Not the orphan's stand-in, which keeps the cell: a one-shot does not.
          if let standIn = dependency as? SharedSource {
            standIn.trackCell(self)
          } else {
            track(dependency)
          }
        }
      }
      index += 1
    }
    // The deinitialisers of their values may read, and may end the node.
    let wasTracking = isTracking
    isTracking = false
    node.isEnding = true
    for index in taken where index < node.dependencies.count { node.cut(index) }
    node.isEnding = false
    isTracking = wasTracking
  }
}

extension Node {
  /// Lets go of an orphan's edges, and of those of the orphans that go with it, without recursion.
  final func letGoOfEdges() {
    var nodes = dependencies.compactMap(\.dependency)
    dependencies = []
    while var node = nodes.popLast() {
      guard node.isOrphan, isKnownUniquelyReferenced(&node) else { continue }
      nodes += node.dependencies.compactMap(\.dependency)
      node.dependencies = []
    }
  }

  /// Whether the node, which is running, need not be told of an orphan's end: a memo or a watcher where the
  /// orphan was made in its run, any other observer always.
  final func hasOutlived(_ orphan: Node) -> Bool {
    orphan.isOrphan && (orphan.made >= run || kind == .effect || kind == .oneShot)
  }

  /// Whether what the current run has read of an orphan still holds; otherwise the node keeps the orphan, and is
  /// out of date with it.
  fileprivate final func canTakeOver(from orphan: Node) -> Bool {
    guard hasOutlived(orphan), !orphan.isStale else { return false }
    return orphan.dependencies.allSatisfy { edge in
      guard let dependency = edge.dependency else { return true }
      dependency.poll()
      // Another orphan may have been given its version by its end.
      return dependency.version == edge.version
        || hasOutlived(dependency) && dependency.version != Edge.neverKnown
    }
  }
}
