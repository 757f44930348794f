import CModelObservation

// MARK: Running observers

extension Graph {
  /// Queues an observer for the end of the outermost change.
  func enqueue(_ observer: NodePointer) {
    guard !observer.pointee.isQueued else { return }
    observer.pointee.isQueued = true
    Graph.retain(observer)
    if let tail = queueTail {
      tail.pointee.queueNext = observer
    } else {
      queueHead = observer
    }
    queueTail = observer
  }

  private func dequeue() -> NodePointer? {
    guard let observer = queueHead else { return nil }
    queueHead = observer.pointee.queueNext
    if queueHead == nil { queueTail = nil }
    observer.pointee.queueNext = nil
    observer.pointee.isQueued = false
    return observer
  }

  /// Runs what is queued, unless a batch, a run or a flush is still in progress.
  @inline(__always)
  func flushIfOutermost() {
    if thread.pointee.depth == 0 && thread.pointee.queue_head != nil { flush() }
    if thread.pointee.depth == 0 && thread.pointee.snapshots_count > 0 { dropSnapshots() }
  }

  /// Ends a batch that `depth += 1` began.
  func endBatch() {
    thread.pointee.depth -= 1
    flushIfOutermost()
  }

  private func flush() {
    thread.pointee.depth += 1
    thread.pointee.is_flushing = true
    thread.pointee.flush = mo_next_run()
    let outer = tracker
    tracker = nil
    while let observer = dequeue() {
      settle(observer)
      Graph.release(observer)
    }
    tracker = outer
    thread.pointee.is_flushing = false
    thread.pointee.depth -= 1
  }

  /// Does what a change asks of one observer, if it is really concerned.
  private func settle(_ observer: NodePointer) {
    guard !observer.pointee.isDisposed else { return }
    switch observer.pointee.kind {
    case .watcher:
      // It checks on its own isolation's time. Until then it stays marked, so it wakes once.
      observer.pointee.body?.takeUnretainedValue().update(observer)
    case .oneShot:
      guard refresh(observer), !observer.pointee.isDisposed else { return }
      dispose(observer)
      observer.pointee.body?.takeUnretainedValue().update(observer)
      Graph.release(observer)
    case .effect:
      settleAncestors(of: observer)
      guard !observer.pointee.isDisposed, refresh(observer), !observer.pointee.isDisposed
      else { return }
      run(effect: observer)
    case .source, .memo: break
    }
  }

  /// Runs the effects that `observer` was made in before it, from the outermost inwards: what they
  /// read may say that `observer` should not exist any more.
  private func settleAncestors(of observer: NodePointer) {
    guard let body = EffectBody.of(observer), body.parent != nil else { return }
    while !observer.pointee.isDisposed {
      var outermost: EffectBody?
      var ancestor = body.parent
      while let effect = ancestor {
        if effect.node.pointee.color != .clean && effect.node.pointee.isQueued {
          outermost = effect
        }
        ancestor = effect.parent
      }
      guard let outermost else { return }
      let node = outermost.node
      Graph.retain(node)
      defer { Graph.release(node) }
      if refresh(node), !node.pointee.isDisposed { run(effect: node) }
      // A run that queued its own effect again must not keep this loop going.
      if node.pointee.color != .clean { return }
    }
  }

  /// Runs an effect, recording what it reads.
  func run(effect node: NodePointer) {
    countRun(of: node)
    Graph.retain(node)
    node.pointee.body?.takeUnretainedValue().update(node)
    Graph.release(node)
  }

  /// Stops an effect that keeps changing what it reads.
  private func countRun(of node: NodePointer) {
    if node.pointee.flush != thread.pointee.flush {
      node.pointee.flush = thread.pointee.flush
      node.pointee.loops = 0
    }
    node.pointee.loops += 1
    guard node.pointee.loops <= Graph.runLimit else {
      fatalError(
        """
        The observer made at \(node.pointee.name) ran \(Graph.runLimit) times in one update: it keeps \
        changing what it observes. Read with `untracked`, or write only where the value differs.
        """)
    }
  }

  /// How often one effect may run before its flush is taken for an endless loop.
  static let runLimit: Int32 = 1_000
}

// MARK: Values from before a batch

extension Graph {
  /// Keeps `owner` until the batch ends; then its `snapshot` is dropped.
  func rememberSnapshot(of owner: SourceNode) {
    if thread.pointee.snapshots_count == thread.pointee.snapshots_capacity {
      mo_grow_snapshots()
    }
    thread.pointee.snapshots[thread.pointee.snapshots_count] =
      Unmanaged.passRetained(owner).toOpaque()
    thread.pointee.snapshots_count += 1
  }

  private func dropSnapshots() {
    while thread.pointee.snapshots_count > 0 {
      thread.pointee.snapshots_count -= 1
      guard let owner = thread.pointee.snapshots[thread.pointee.snapshots_count] else { continue }
      Unmanaged<SourceNode>.fromOpaque(owner).takeRetainedValue().dropSnapshot()
    }
  }
}
