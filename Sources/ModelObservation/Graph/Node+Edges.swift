// MARK: Making, moving and cutting

extension Node {
  /// Subscribes to the dependency of an edge.
  final func subscribe(_ index: Int) {
    guard let dependency = dependencies[index].dependency else { return }
    dependencies[index].slot = dependency.subscriptions.count
    dependency.subscriptions.append(Subscription(subscriber: self, edge: index))
    dependency.subscriberCount += 1
    if dependency.home !== home { dependency.follow(home) }
  }

  /// Ends the subscription of an edge; the order of the others is kept.
  final func unsubscribe(_ index: Int) {
    guard let dependency = dependencies[index].dependency else { return }
    let slot = dependencies[index].slot
    dependencies[index].slot = -1
    dependency.subscriberCount -= 1
    if slot == dependency.subscriptions.count - 1 {
      dependency.subscriptions.removeLast()
      while let last = dependency.subscriptions.last, last.subscriber == nil {
        dependency.subscriptions.removeLast()
      }
    } else {
      dependency.subscriptions[slot].subscriber = nil
      if dependency.subscriptions.count > 2 * dependency.subscriberCount + 16 {
        dependency.closeGaps()
      }
    }
    dependency.followAnother(than: home)
  }

  private func closeGaps() {
    var place = 0
    for slot in subscriptions.indices {
      let subscription = subscriptions[slot]
      guard let subscriber = subscription.subscriber else { continue }
      subscriber.dependencies[subscription.edge].slot = place
      subscriptions[place] = subscription
      place += 1
    }
    subscriptions.removeSubrange(place...)
  }

  /// Puts an edge in place of another, which moves to the end, since the run has not confirmed it yet.
  final func replaceEdge(at index: Int, with edge: Edge) {
    let displaced = dependencies[index]
    dependencies[index] = edge
    dependencies.append(displaced)
    noteMove(to: dependencies.count - 1)
  }

  final func exchangeEdges(_ first: Int, _ second: Int) {
    dependencies.swapAt(first, second)
    noteMove(to: first)
    noteMove(to: second)
  }

  private func noteMove(to index: Int) {
    let edge = dependencies[index]
    if edge.slot >= 0 { edge.dependency?.subscriptions[edge.slot].edge = index }
  }

  /// Cuts an edge, and leaves a gap: the others keep their order.
  final func cut(_ index: Int) {
    guard let dependency = dependencies[index].dependency else { return }
    shape &+= 1
    // A stand-in that the current run has read again has another edge, and stays.
    if dependency.lastReader != run, let source = dependency as? SharedSource {
      standIns[source.key] = nil
    }
    let isSubscribed = dependencies[index].slot >= 0
    if isSubscribed { unsubscribe(index) }
    dependencies[index].dependency = nil
    if isSubscribed && dependency.subscriberCount == 0 { dependency.deactivate() }
  }

  /// Cuts every edge from `index` on.
  final func cutEdges(from index: Int) {
    if isDisposed { standIns = [:] }
    while dependencies.count > index {
      // The last reference to the dependency may go here, and with it what its closure captured, whose
      // deinitialisers may use this node.
      let last = dependencies.count - 1
      cut(last)
      if dependencies.count > last { dependencies.removeLast() }
    }
    cursor = min(cursor, index)
  }
}

// MARK: Subscribing

extension Node {
  /// Subscribes a memo to what it read, and in turn every memo that gains its first subscriber.
  final func activate() {
    subscriptionsChanged(isSubscribed: true)
    guard kind == .memo else { return }
    let strand = Strand.current
    var list: Node? = self
    becomeActive(strand)
    while let memo = list {
      list = memo.next
      memo.next = nil
      for index in memo.dependencies.indices {
        guard let dependency = memo.dependencies[index].dependency else { continue }
        let isFirst = dependency.subscriberCount == 0
        memo.subscribe(index)
        if isFirst {
          dependency.subscriptionsChanged(isSubscribed: true)
          if dependency.kind == .memo {
            dependency.becomeActive(strand)
            dependency.next = list
            list = dependency
          }
        }
        // A dependency that is marked already would not mark the memo later.
        if dependency.color != .clean && memo.color == .clean {
          memo.color = .check
          strand.mark(subscribersOf: memo)
        }
      }
    }
    if color != .clean { strand.mark(subscribersOf: self) }
  }

  /// Activates a memo, and marks it if anything was written since it was valid: writes skip passive memos.
  private func becomeActive(_ strand: Strand) {
    isActive = true
    color = validated < strand.version ? .check : .clean
  }

  /// Unsubscribes a memo that lost its last subscriber, and in turn those that it alone used.
  final func deactivate() {
    subscriptionsChanged(isSubscribed: false)
    guard kind == .memo else { return }
    var list: Node? = self
    becomePassive()
    while let memo = list {
      list = memo.next
      memo.next = nil
      for index in memo.dependencies.indices {
        guard let dependency = memo.dependencies[index].dependency else { continue }
        memo.unsubscribe(index)
        guard dependency.subscriberCount == 0 else { continue }
        dependency.subscriptionsChanged(isSubscribed: false)
        if dependency.kind == .memo {
          dependency.becomePassive()
          dependency.next = list
          list = dependency
        }
      }
    }
  }

  private func becomePassive() {
    isActive = false
    validated = color == .clean && !readsCells ? Strand.current.version : 0
    compared = 0
    color = .clean
  }
}

// MARK: Ending

extension Node {
  /// Ends an observer: when this returns, no dependency lists it as a subscriber.
  final func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    Strand.perform { strand in
      // Cells' stand-ins may now follow an observer that is left, which then learns of a change that this
      // node would have been told of: at the end, not in the middle of the cutting.
      strand.beginBatch()
      cutEdges(from: 0)
      strand.endBatch()
    }
  }

  /// Ends a source or a memo whose owner is gone.
  ///
  /// Memos that read it are evaluated again at their next read. One-shots that wait for such memos fire as
  /// soon as their isolation is free, or at the end of this where they have none: see
  /// `OneShot.inputEnded`. Iterators wake. No effect runs for it: this is inside the model's deinitialiser.
  ///
  /// A node that was made in a run which still goes on is an *orphan* instead: its model has come and gone in
  /// that run, as another one would in the next. The run is not told of the orphan's end, but depends on what
  /// the orphan has read: so the orphan keeps its edges until the run ends, and takes over what they lead to.
  final func dropOwner() {
    Strand.perform { strand in
      // In a batch: a one-shot that fires here may change any reader, so it waits until all are cut off.
      strand.beginBatch()
      defer { strand.endBatch() }
      isOrphan = strand.isRunning && madeWithin == strand.outermostRun
      isDisposed = !isOrphan
      let run = strand.running
      if isOrphan { run?.hasOrphans = true }
      let isReadByRunAlone =
        lastReader == strand.runNumber && !isReadTwice && run?.hasOutlived(self) ?? false
      // Passive memos that have read the node find out by its version.
      if lastReader != 0 && !isReadByRunAlone {
        strand.noteWrite()
        advance()
      }
      let readers = subscriptions
      if isDisposed {
        subscriptions = []
        subscriberCount = 0
      }
      for reader in readers {
        if let subscriber = reader.subscriber { tell(subscriber, by: reader.edge) }
      }
      if isDisposed { cutEdges(from: 0) }
    }
  }

  /// Tells a subscriber that the node has ended, and cuts the edge, unless the subscriber needs the orphan.
  private func tell(_ subscriber: Node, by edge: Int) {
    subscriber.shape &+= 1
    // The current run has not read the node, and cannot any more.
    let isLeftOut = edge >= subscriber.cursor
    let isKnown =
      subscriber.isOrphan
      ? isOrphan && made >= subscriber.made : subscriber.isRunning && subscriber.hasOutlived(self)
    if isKnown { subscriber.hasOrphans = true }
    if isDisposed {
      subscriber.dependencies[edge].dependency = nil
      subscriber.dependencies[edge].slot = -1
    } else if isLeftOut || !isKnown && subscriber.kind != .memo {
      subscriber.cut(edge)
    }
    guard !isLeftOut && !isKnown else { return }
    switch subscriber.kind {
    case .memo:
      if isDisposed { subscriber.isStale = true } else { subscriber.isSuspect = true }
      subscriber.noteEndedInput()
    case .watcher:
      subscriber.color = .dirty
      subscriber.update()
    case .source, .effect, .oneShot: break
    }
  }

  /// Tells everything that is derived from the memo that one of the memo's inputs has ended.
  private func noteEndedInput() {
    var list: Node? = self
    var ended: [OneShot] = []
    while let memo = list {
      list = memo.next
      memo.next = nil
      for reader in memo.subscriptions {
        guard let subscriber = reader.subscriber else { continue }
        switch subscriber.kind {
        case .memo:
          guard !subscriber.isSuspect else { continue }
          subscriber.isSuspect = true
          subscriber.next = list
          list = subscriber
        case .watcher:
          subscriber.color = subscriber.color == .dirty ? .dirty : .check
          subscriber.update()
        case .oneShot:
          if let oneShot = subscriber as? OneShot { ended.append(oneShot) }
        case .source, .effect: break
        }
      }
    }
    for oneShot in ended { oneShot.inputEnded() }
  }

  /// Ends `node` on the isolation that it belongs to: at once if that is where this runs.
  static func dropOwnerAtHome(of node: Node) {
    Home.perform(at: node.home, with: node) { $0.dropOwner() }
  }
}
