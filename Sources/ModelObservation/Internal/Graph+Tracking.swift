import CModelObservation

// MARK: Recording what is read

extension Graph {
  /// Records that the running tracker read `dependency`.
  ///
  /// In the steady state a run reads what the last one read, in the same order: then this moves a
  /// cursor along the existing links, and allocates nothing.
  func track(_ dependency: NodePointer) {
    guard let subscriber = tracker else { return }
    let run = subscriber.pointee.run
    guard dependency.pointee.lastReader != run else { return }
    let previous = subscriber.pointee.dependenciesTail
    let next = previous.map { $0.pointee.nextDependency } ?? subscriber.pointee.dependenciesHead
    if let next, next.pointee.dependency == dependency {
      next.pointee.version = dependency.pointee.version
      subscriber.pointee.dependenciesTail = next
      dependency.pointee.lastReader = run
      return
    }
    guard !subscriber.pointee.isDisposed && !dependency.pointee.isDisposed else { return }
    dependency.pointee.lastReader = run
    let link = makeLink(from: dependency, to: subscriber, after: previous)
    subscriber.pointee.dependenciesTail = link
    guard subscriber.pointee.isActive else { return }
    let isFirst = dependency.pointee.subscribersHead == nil
    addToSubscribers(link)
    if isFirst { activate(dependency) }
  }

  /// Starts recording what `node` reads; `end` must follow.
  func begin(_ node: NodePointer) -> NodePointer? {
    noteOperation()
    let outer = tracker
    node.pointee.color = .clean
    node.pointee.isStale = false
    node.pointee.isRunning = true
    node.pointee.dependenciesTail = nil
    node.pointee.run = mo_next_run()
    node.pointee.outerRunning = running
    running = node
    tracker = node
    return outer
  }

  /// Stops recording, and drops the dependencies that the run did not read again.
  func end(_ node: NodePointer, outer: NodePointer?) {
    tracker = outer
    running = node.pointee.outerRunning
    node.pointee.outerRunning = nil
    node.pointee.isRunning = false
    let last = node.pointee.isDisposed ? nil : node.pointee.dependenciesTail
    cutDependencies(of: node, after: last)
  }

  /// Runs `body` without recording what it reads.
  func withoutTracking<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let outer = tracker
    tracker = nil
    defer { Graph.current.tracker = outer }
    return try body()
  }

  /// Makes the running tracker depend on all that `node` read.
  func trackDependencies(of node: NodePointer) {
    guard tracker != nil else { return }
    var next = node.pointee.dependenciesHead
    while let link = next {
      next = link.pointee.nextDependency
      track(link.pointee.dependency)
    }
  }
}
