// MARK: Running observers

extension Strand {
  /// Queues an observer for the end of the outermost change.
  func enqueue(_ observer: Node) {
    guard !observer.isQueued else {
      // While the queue waits for an access to end, the watcher's task may have checked, and wait again.
      if observer.kind == .watcher { observer.update() }
      return
    }
    observer.isQueued = true
    if let last = queueLast {
      last.next = observer
    } else {
      queueFirst = observer
    }
    queueLast = observer
  }

  private func dequeue() -> Node? {
    guard let observer = queueFirst else { return nil }
    queueFirst = observer.next
    if observer.next == nil { queueLast = nil }
    observer.next = nil
    observer.isQueued = false
    return observer
  }

  /// Runs what is queued, unless a batch, a run, a flush or an access in place is in progress.
  @inline(__always)
  func flushIfOutermost() {
    guard !isBatching else {
      if depth == 0 && (hasQueue || hasBatch) { park() }
      return
    }
    if hasQueue { runQueue() }
    if hasBatch { dropSnapshots() }
  }

  func endBatch() {
    depth -= 1
    flushIfOutermost()
  }

  /// Runs the only observer of a change, and then the observers of what that one changes.
  func settle(only observer: Node) {
    let isMarked = observer.color == .check || observer.color == .dirty
    observer.color = .dirty
    // An observer that was marked is in the queue of another task's operation, further out on the stack.
    if !isMarked { runQueue(after: observer) }
    flushIfOutermost()
  }

  private func runQueue(after first: Node? = nil) {
    depth += 1
    flush = nextNumber()
    if let first { settle(first) }
    while let observer = dequeue() { settle(observer) }
    depth -= 1
  }

  /// Runs one observer if a value that it read has really changed, or wakes it to find out.
  private func settle(_ observer: Node) {
    // An observer that runs on another strand is queued again when that run ends.
    guard !observer.isDisposed, observer.color != .clean, !observer.isRunning else { return }
    switch observer.kind {
    case .watcher:
      // Its task checks once its isolation is free. Until then the watcher stays marked, so it wakes once.
      observer.update()
    case .oneShot:
      let hasLostInput = (observer as? OneShot)?.takeLostInput() ?? false
      guard hasLostInput || isOutOfDate(observer), !observer.isDisposed else { return }
      observer.dispose()
      observer.update()
    case .effect:
      guard let effect = observer as? Effect, !park(behindAncestorsOf: effect) else { return }
      settleAncestors(of: effect)
      guard isOutOfDate(effect), !effect.isDisposed else { return }
      run(effect)
    case .source, .memo: break
    }
  }

  private func isOutOfDate(_ observer: Node) -> Bool {
    observer.color == .dirty || refresh(observer)
  }

  /// Runs the effects that `effect` was made in before it if they are out of date, from the outermost
  /// inwards: they may find that `effect` should not exist any more.
  ///
  /// Effects that read cells are checked once even if unmarked, since they may not have been told yet.
  private func settleAncestors(of effect: Effect) {
    guard effect.parent != nil else { return }
    var asked: [Effect] = []
    while !effect.isDisposed {
      var outermost: Effect?
      var ancestor = effect.parent
      while let above = ancestor {
        let mayHaveChanged =
          above.color == .clean
          ? needsCheck(above) && !asked.contains { $0 === above } : above.isQueued
        if mayHaveChanged && !above.isRunning { outermost = above }
        ancestor = above.parent
      }
      guard let outermost else { return }
      asked.append(outermost)
      if refresh(outermost), !outermost.isDisposed { run(outermost) }
      // A run that queued its own effect again must not keep this loop going.
      if outermost.color != .clean { return }
    }
  }

  /// Runs an effect, unless it keeps changing what it reads.
  private func run(_ effect: Effect) {
    if effect.flush != flush {
      effect.flush = flush
      effect.runsInFlush = 0
    }
    effect.runsInFlush += 1
    guard effect.runsInFlush <= Strand.runLimit else {
      fatalError(
        """
        The observer made at \(effect.name) ran \(Strand.runLimit) times in one update: it keeps \
        changing what it observes. Read with `untracked`, or write only where the value differs.
        """)
    }
    effect.update()
  }

  /// How often one effect may run before its flush is taken for an endless loop.
  static let runLimit = 1_000
}

// MARK: Values from before a batch

extension Strand {
  /// Has `node` drop its snapshot when the batch ends.
  func rememberSnapshot(of node: Node) {
    node.nextInBatch = batch
    batch = node
  }

  /// Whether a memo that is evaluated now may get its former value back: the change in progress has written
  /// something, which it or an observer may write back.
  var mayRevert: Bool { (depth > 1 || isAccessing) && version != baseVersion }

  private func dropSnapshots() {
    // Taken out first: deinitialisers of the values may read cells, and see them as they are by then.
    let visits = takeVisits()
    while let node = batch {
      batch = node.nextInBatch
      node.nextInBatch = nil
      node.dropSnapshot()
    }
    visits?.end()
  }
}
