import CModelObservation

// MARK: Nodes

extension Graph {
  /// Makes a node with one reference, its owner's.
  static func makeNode(_ kind: Node.Kind, body: NodeBody?, home: Home?) -> NodePointer {
    let node = NodePointer.allocate(capacity: 1)
    node.initialize(to: Node(kind: kind))
    if let body { node.pointee.body = Unmanaged.passRetained(body) }
    if let home { node.pointee.home = Unmanaged.passRetained(home) }
    if kind != .source && kind != .memo { node.pointee.isActive = true }
    return node
  }

  static func retain(_ node: NodePointer) {
    node.pointee.references += 1
  }

  static func release(_ node: NodePointer) {
    node.pointee.references -= 1
    guard node.pointee.references == 0 else { return }
    assert(node.pointee.subscribersHead == nil && node.pointee.dependenciesHead == nil)
    let body = node.pointee.body
    let home = node.pointee.home
    node.deinitialize(count: 1)
    node.deallocate()
    // The body's captured values are destroyed last: their deinitialisers may come back here.
    home?.release()
    body?.release()
  }

  /// Ends an observer: it is in nobody's list when this returns.
  func dispose(_ observer: NodePointer) {
    guard !observer.pointee.isDisposed else { return }
    observer.pointee.isDisposed = true
    Graph.retain(observer)
    observer.pointee.dependenciesTail = nil
    cutDependencies(of: observer, after: nil)
    Graph.release(observer)
  }

  /// Ends a source or a memo whose owner is gone.
  ///
  /// One-shot observers fire and iterators wake, since what they waited on cannot change again;
  /// effects do not run, because they would run inside the model's deinitialiser. Memos that used
  /// the node evaluate again when they are next read.
  func dropOwner(of node: NodePointer) {
    node.pointee.isDisposed = true
    noteWrite()
    node.pointee.lastVersion += 1
    node.pointee.version = node.pointee.lastVersion
    while let link = node.pointee.subscribersHead {
      let subscriber = link.pointee.subscriber
      switch subscriber.pointee.kind {
      case .memo: subscriber.pointee.isStale = true
      case .oneShot, .watcher:
        subscriber.pointee.color = .dirty
        enqueue(subscriber)
      case .source, .effect: break
      }
      cut(link)
    }
    if node.pointee.kind == .memo { cutDependencies(of: node, after: nil) }
    Graph.release(node)
    flushIfOutermost()
  }

  /// Ends `node` on the isolation that it belongs to: at once if that is where this runs.
  static func dropOwnerAtHome(of node: NodePointer) {
    Home.perform(at: node.pointee.home?.takeUnretainedValue(), with: node) {
      Graph.current.dropOwner(of: $0)
    }
  }
}

// MARK: Links

extension Graph {
  /// Removes every link after `last` in the order of reading, or all.
  func cutDependencies(of subscriber: NodePointer, after last: LinkPointer?) {
    while true {
      let next = last.map { $0.pointee.nextDependency } ?? subscriber.pointee.dependenciesHead
      guard let next else { return }
      cut(next)
    }
  }

  /// Removes a link from both its lists in O(1), then lets go of what nobody uses any more.
  func cut(_ link: LinkPointer) {
    let subscriber = link.pointee.subscriber
    let dependency = link.pointee.dependency
    if let previous = link.pointee.previousDependency {
      previous.pointee.nextDependency = link.pointee.nextDependency
    } else {
      subscriber.pointee.dependenciesHead = link.pointee.nextDependency
    }
    if let next = link.pointee.nextDependency {
      next.pointee.previousDependency = link.pointee.previousDependency
    }
    if subscriber.pointee.dependenciesTail == link {
      subscriber.pointee.dependenciesTail = link.pointee.previousDependency
    }
    // A run that already read this dependency must not mistake a later read for a repeated one.
    if dependency.pointee.lastReader == subscriber.pointee.run { dependency.pointee.lastReader = 0 }
    link.pointee.isCut = true
    if link.pointee.isActive {
      removeFromSubscribers(link)
      if dependency.pointee.subscribersHead == nil { deactivate(dependency) }
    }
    free(link)
    Graph.release(dependency)
  }

  func addToSubscribers(_ link: LinkPointer) {
    let dependency = link.pointee.dependency
    link.pointee.isActive = true
    link.pointee.previousSubscriber = dependency.pointee.subscribersTail
    if let tail = dependency.pointee.subscribersTail {
      tail.pointee.nextSubscriber = link
    } else {
      dependency.pointee.subscribersHead = link
    }
    dependency.pointee.subscribersTail = link
    if dependency.pointee.home == nil, let home = link.pointee.subscriber.pointee.home {
      dependency.pointee.home = home.retain()
    }
  }

  func removeFromSubscribers(_ link: LinkPointer) {
    let dependency = link.pointee.dependency
    link.pointee.isActive = false
    if let previous = link.pointee.previousSubscriber {
      previous.pointee.nextSubscriber = link.pointee.nextSubscriber
    } else {
      dependency.pointee.subscribersHead = link.pointee.nextSubscriber
    }
    if let next = link.pointee.nextSubscriber {
      next.pointee.previousSubscriber = link.pointee.previousSubscriber
    } else {
      dependency.pointee.subscribersTail = link.pointee.previousSubscriber
    }
    link.pointee.previousSubscriber = nil
    link.pointee.nextSubscriber = nil
  }

  /// Subscribes a memo to what it read, and in turn every memo that gains its first subscriber.
  func activate(_ node: NodePointer) {
    tellSubscribed(node, true)
    guard node.pointee.kind == .memo else { return }
    let base = thread.pointee.stack_count
    var memo = node
    memo.pointee.isActive = true
    memo.pointee.color = .clean
    var next = memo.pointee.dependenciesHead
    while true {
      guard let link = next else {
        if thread.pointee.stack_count == base { return }
        next = pop().pointee.nextDependency
        continue
      }
      let dependency = link.pointee.dependency
      let isFirst = dependency.pointee.subscribersHead == nil
      addToSubscribers(link)
      if isFirst && dependency.pointee.kind == .memo {
        push(link)
        memo = dependency
        memo.pointee.isActive = true
        memo.pointee.color = .clean
        next = memo.pointee.dependenciesHead
      } else {
        if isFirst { tellSubscribed(dependency, true) }
        next = link.pointee.nextDependency
      }
    }
  }

  /// Unsubscribes a memo that lost its last subscriber, and in turn those that it alone used.
  func deactivate(_ node: NodePointer) {
    tellSubscribed(node, false)
    guard node.pointee.kind == .memo else { return }
    let base = thread.pointee.stack_count
    becomePassive(node)
    var next = node.pointee.dependenciesHead
    while true {
      guard let link = next else {
        if thread.pointee.stack_count == base { return }
        next = pop().pointee.nextDependency
        continue
      }
      let dependency = link.pointee.dependency
      removeFromSubscribers(link)
      next = link.pointee.nextDependency
      guard dependency.pointee.subscribersHead == nil else { continue }
      tellSubscribed(dependency, false)
      if dependency.pointee.kind == .memo {
        push(link)
        becomePassive(dependency)
        next = dependency.pointee.dependenciesHead
      }
    }
  }

  /// Tells a shared node whether it has subscribers.
  private func tellSubscribed(_ node: NodePointer, _ isSubscribed: Bool) {
    guard node.pointee.isShared else { return }
    node.pointee.body?.takeUnretainedValue().subscriptionsChanged(node, isSubscribed: isSubscribed)
  }

  private func becomePassive(_ memo: NodePointer) {
    memo.pointee.isActive = false
    memo.pointee.validated =
      memo.pointee.color == .clean ? version : 0
    memo.pointee.color = .clean
  }

  func makeLink(
    from dependency: NodePointer, to subscriber: NodePointer, after previous: LinkPointer?
  ) -> LinkPointer {
    let link = LinkPointer.allocate(capacity: 1)
    let next = previous.map { $0.pointee.nextDependency } ?? subscriber.pointee.dependenciesHead
    link.initialize(
      to: Link(
        dependency: dependency, subscriber: subscriber, previousDependency: previous,
        nextDependency: next, version: dependency.pointee.version))
    if let previous {
      previous.pointee.nextDependency = link
    } else {
      subscriber.pointee.dependenciesHead = link
    }
    next?.pointee.previousDependency = link
    Graph.retain(dependency)
    return link
  }

  /// Frees a cut link, or keeps it until no check holds a pointer to it.
  private func free(_ link: LinkPointer) {
    guard thread.pointee.checks > 0 else {
      link.deallocate()
      return
    }
    link.pointee.nextSubscriber = thread.pointee.limbo?.assumingMemoryBound(to: Link.self)
    thread.pointee.limbo = UnsafeMutableRawPointer(link)
  }

  func emptyLimbo() {
    while let link = thread.pointee.limbo?.assumingMemoryBound(to: Link.self) {
      thread.pointee.limbo = UnsafeMutableRawPointer(link.pointee.nextSubscriber)
      link.deallocate()
    }
  }
}
