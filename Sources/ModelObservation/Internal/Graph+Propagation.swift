import CModelObservation

// MARK: Push: marking what a write may have changed

extension Graph {
  /// Marks everything downstream of a changed source, and queues the observers among it.
  ///
  /// Outside a batch the direct subscribers are known to be out of date. Inside one the source may
  /// still go back to its former value, so they have to compare versions.
  func propagate(from source: NodePointer) {
    mark(subscribersOf: source, as: isBatching ? .check : .dirty)
  }

  /// Whether all that subscribes to `source` is a single effect.
  static func hasOneEffect(_ source: NodePointer) -> Bool {
    guard let link = source.pointee.subscribersHead, link == source.pointee.subscribersTail
    else { return false }
    return link.pointee.subscriber.pointee.kind == .effect
  }

  func mark(subscribersOf source: NodePointer, as color: Node.Color) {
    var direct = source.pointee.subscribersHead
    while let link = direct {
      direct = link.pointee.nextSubscriber
      if let below = mark(link.pointee.subscriber, as: color) { markAll(from: below) }
    }
  }

  /// Marks the links from `first` on, and what is downstream of them, depth first.
  private func markAll(from first: LinkPointer) {
    let base = thread.pointee.stack_count
    var next: LinkPointer? = first
    while true {
      guard let link = next else {
        if thread.pointee.stack_count == base { return }
        next = pop()
        continue
      }
      next = link.pointee.nextSubscriber
      if let below = mark(link.pointee.subscriber, as: .check) {
        if let next { push(next) }
        next = below
      }
    }
  }

  /// Marks one node, and gives its subscribers where they are to be marked as well.
  private func mark(_ node: NodePointer, as color: Node.Color) -> LinkPointer? {
    guard node.pointee.color == .clean else {
      if color == .dirty { node.pointee.color = .dirty }
      return nil
    }
    node.pointee.color = color
    if node.pointee.kind == .memo { return node.pointee.subscribersHead }
    enqueue(node)
    return nil
  }
}

// MARK: Pull: finding out whether it did

extension Graph {
  /// Whether the value of a memo, or the last run of an observer, may be out of date.
  func needsCheck(_ node: NodePointer) -> Bool {
    if node.pointee.isStale { return true }
    if node.pointee.isActive { return node.pointee.color != .clean }
    return node.pointee.validated < version
  }

  /// Brings a memo up to date, or tells whether an observer has to run.
  ///
  /// Walks down to the inputs that changed and evaluates from there upwards, without recursion:
  /// a chain of any length needs no call stack. Inputs are compared in the order in which they
  /// were read, and the first that differs settles it, so that nothing is evaluated which the new
  /// values make irrelevant.
  func refresh(_ root: NodePointer) -> Bool {
    noteOperation()
    thread.pointee.checks += 1
    let base = thread.pointee.stack_count
    let global = version
    var rootIsOutOfDate = false
    var node = root
    var next = node.pointee.dependenciesHead
    // The link that the walk has just come back up through.
    var settled: LinkPointer?
    Graph.retain(node)
    while true {
      var isOutOfDate = mustUpdate(node)
      if !isOutOfDate {
        switch compare(from: next, settled: settled) {
        case .same: break
        case .changed: isOutOfDate = true
        case .unknown(let link):
          push(link)
          node = link.pointee.dependency
          next = node.pointee.dependenciesHead
          settled = nil
          Graph.retain(node)
          continue
        }
      }
      if !isOutOfDate {
        node.pointee.color = .clean
        node.pointee.validated = global
      } else if node == root && root.pointee.kind != .memo {
        rootIsOutOfDate = true
      } else {
        update(memo: node, validAt: global)
      }
      Graph.release(node)
      guard thread.pointee.stack_count > base else { break }
      // User code may have cut the link, with the node above it evaluated anew or disposed of.
      let link = pop()
      node = link.pointee.subscriber
      settled = link.pointee.isCut ? nil : link
      next = link.pointee.isCut ? node.pointee.dependenciesHead : link
    }
    thread.pointee.checks -= 1
    if thread.pointee.checks == 0 && thread.pointee.limbo != nil { emptyLimbo() }
    return rootIsOutOfDate
  }

  private enum Comparison {
    case same
    case changed
    /// The memo at the other end has to be checked first.
    case unknown(LinkPointer)
  }

  private func compare(from first: LinkPointer?, settled: LinkPointer?) -> Comparison {
    var next = first
    while let link = next {
      let dependency = link.pointee.dependency
      if dependency.pointee.isShared {
        dependency.pointee.body?.takeUnretainedValue().poll(dependency)
      }
      if dependency.pointee.kind == .memo {
        // A memo that is being evaluated has no value to compare with yet: evaluating the node
        // shows whether it still reads it, which is a cycle, or not.
        if dependency.pointee.isRunning { return .changed }
        if link != settled, needsCheck(dependency), !dependency.pointee.isDisposed {
          return .unknown(link)
        }
      }
      if link.pointee.version != dependency.pointee.version { return .changed }
      next = link.pointee.nextDependency
    }
    return .same
  }

  private func mustUpdate(_ node: NodePointer) -> Bool {
    node.pointee.isStale || node.pointee.color == .dirty
      || (node.pointee.kind == .memo && !node.pointee.hasValue)
  }

  /// Evaluates a memo, and gives it a new version if its value changed.
  func update(memo: NodePointer, validAt global: UInt64) {
    let isUnannounced = memo.pointee.isActive && memo.pointee.color == .clean
    let version = memo.pointee.version
    thread.pointee.depth += 1
    memo.pointee.body?.takeUnretainedValue().update(memo)
    thread.pointee.depth -= 1
    memo.pointee.validated = global
    if isUnannounced && memo.pointee.version != version {
      mark(subscribersOf: memo, as: .check)
    }
  }
}
