// MARK: Pull: finding out whether a marked node is out of date

extension Strand {
  /// Whether the value of a memo, or the last run of an observer, may be out of date.
  func needsCheck(_ node: Node) -> Bool {
    if node.isStale || node.isSuspect || node.isActive && node.color != .clean { return true }
    if node.readsCells, isOperating || isBatching {
      // An operation sees one version of a cell, also through memos evaluated before it: so these are
      // compared once in each operation, and after each write.
      return (cells?.number ?? 0) != node.lastVisits || node.compared < version
    }
    return (!node.isActive || node.readsCells) && node.validated < version
  }

  /// Brings a memo up to date, or tells whether an observer has to run.
  ///
  /// Walks down to the inputs that changed and evaluates from there upwards, without recursion:
  /// a chain of any length needs no call stack. Inputs are compared in the order in which they
  /// were read, and the first that differs settles it, so that nothing is evaluated which the new
  /// values make irrelevant.
  ///
  /// Evaluating runs user code, which may write. What it writes marks the nodes on the walk again,
  /// and those are compared anew.
  func refresh(_ root: Node) -> Bool {
    noteOperation()
    depth += 1
    checks += 1
    // The root may lie on a walk further out, whose fields are put back at the end.
    let (outerParent, outerIndex, outerShape) = (root.walkParent, root.walkIndex, root.walkShape)
    let (outerVersion, hadRepeated) = (root.walkVersion, root.hasRepeated)
    let wasOnWalk = root.isOnWalk
    defer {
      checks -= 1
      depth -= 1
      root.walkParent = outerParent
      root.walkIndex = outerIndex
      root.walkShape = outerShape
      root.walkVersion = outerVersion
      root.hasRepeated = hadRepeated
      root.isOnWalk = wasOnWalk
    }
    root.walkParent = nil
    enter(root)
    var node = root
    var index = 0
    // The edge that the walk has just come back up through.
    var settled = -1
    var repeats = 0
    while true {
      var isOutOfDate = mustUpdate(node)
      if !isOutOfDate {
        switch compare(node, from: index, settled: settled) {
        case .same: break
        case .changed: isOutOfDate = true
        case .unknown(let edge, let dependency):
          node.walkIndex = edge
          node.walkShape = node.shape
          enter(dependency)
          dependency.walkParent = node
          node = dependency
          index = 0
          settled = -1
          continue
        }
      }
      if !isOutOfDate {
        let isMarkedAgain =
          node.isActive && node.color != .checking
          || (!node.isActive || node.readsCells) && version != node.walkVersion
        if isMarkedAgain && !node.isDisposed {
          // The first repeat of a node is not counted: an evaluation below it may have written.
          if node.hasRepeated { repeats += 1 }
          if repeats <= Strand.repeatLimit {
            node.hasRepeated = true
            node.walkVersion = version
            if node.isActive && node.color != .dirty { node.color = .checking }
            index = 0
            settled = -1
            continue
          }
          isOutOfDate = true
        }
      }
      if !isOutOfDate {
        node.color = .clean
        noteValid(node, at: node.walkVersion)
        node.isSuspect = false
      } else if node === root && root.kind != .memo {
        if node.color == .checking { node.color = .dirty }
        return true
      } else {
        update(memo: node)
      }
      if node === root { return false }
      guard let above = node.walkParent else { return false }
      node.walkParent = nil
      node.isOnWalk = false
      node = above
      if node.shape == node.walkShape {
        index = node.walkIndex
        settled = index
      } else {
        // User code has evaluated the node meanwhile, or ended one of its inputs.
        index = 0
        settled = -1
      }
    }
  }

  /// How often one walk compares anew before it takes a node for out of date.
  private static let repeatLimit = 100

  private func enter(_ node: Node) {
    node.isOnWalk = true
    node.walkVersion = version
    node.hasRepeated = false
    node.wasMarked = node.color == .check || node.color == .dirty
    if node.color != .dirty { node.color = .checking }
  }

  private enum Comparison {
    case same
    case changed
    /// The memo at the other end has to be checked first.
    case unknown(Int, Node)
  }

  private func compare(_ node: Node, from first: Int, settled: Int) -> Comparison {
    var index = first
    while index < node.dependencies.count {
      if let dependency = node.dependencies[index].dependency {
        if dependency.isShared { dependency.poll() }
        if dependency.kind == .memo {
          // A memo that is being evaluated, or checked further out, has no value to compare with
          // yet: evaluating the node shows whether it still reads that memo, which is a cycle.
          if dependency.isRunning { return .changed }
          if index != settled, needsCheck(dependency), !dependency.isDisposed {
            return dependency.isOnWalk ? .changed : .unknown(index, dependency)
          }
        }
        // The dependency may have come to read cells only after the node was evaluated.
        if dependency.readsCells { node.readsCells = true }
        if node.dependencies[index].version != dependency.version { return .changed }
      }
      index += 1
    }
    return .same
  }

  private func mustUpdate(_ node: Node) -> Bool {
    node.isStale || node.color == .dirty || (node.kind == .memo && !node.hasValue)
  }

  /// Evaluates a memo, and gives it a new version if its value changed.
  private func update(memo: Node) {
    let isUnannounced = !memo.wasMarked
    let version = memo.version
    let start = self.version
    memo.update()
    noteValid(memo, at: start)
    if isUnannounced && memo.version != version {
      mark(subscribersOf: memo)
    }
  }
}
