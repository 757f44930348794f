// MARK: Recording what is read

extension Strand {
  /// Records that the running node read `dependency`.
  ///
  /// In the steady state a run reads what the last one read, in the same order: then this moves a
  /// cursor along the existing edges, and allocates nothing.
  @inline(__always)
  func track(_ dependency: Node) {
    // Whoever asks: what the run has read once is recorded, and nothing else has its number.
    if dependency.lastReader != runNumber { record(dependency) }
  }

  private func record(_ dependency: Node) {
    guard isRecording, let subscriber = running else { return }
    let cursor = subscriber.cursor
    if cursor < subscriber.dependencies.count,
      subscriber.dependencies[cursor].dependency === dependency
    {
      subscriber.dependencies[cursor].version = dependency.version
    } else if !confirm(dependency, outOfOrderBy: subscriber) {
      return
    }
    subscriber.cursor = cursor + 1
    dependency.lastReader = subscriber.run
    if dependency.readsCells || dependency.isShared { subscriber.readsCells = true }
  }

  /// Brings the edge to `dependency` to the cursor, or makes one there.
  private func confirm(_ dependency: Node, outOfOrderBy subscriber: Node) -> Bool {
    guard !subscriber.isDisposed && !dependency.isDisposed else { return false }
    subscriber.shape &+= 1
    let cursor = subscriber.cursor
    let last = subscriber.dependencies.count - 1
    // Where something was left out, the edge is the next but one; where something new was read, an
    // edge has been put at the end. Otherwise it is made anew, and the old one cut after the run.
    for other in [cursor + 1, last] where other > cursor && other <= last {
      guard subscriber.dependencies[other].dependency === dependency else { continue }
      subscriber.exchangeEdges(cursor, other)
      subscriber.dependencies[cursor].version = dependency.version
      return true
    }
    let edge = Edge(dependency: dependency, version: dependency.version)
    if cursor > last {
      subscriber.dependencies.append(edge)
    } else {
      subscriber.replaceEdge(at: cursor, with: edge)
    }
    if subscriber.isActive {
      let isFirst = dependency.subscriberCount == 0
      subscriber.subscribe(cursor)
      if isFirst {
        dependency.activate()
      } else if dependency.color != .clean {
        // Written since it was read: nobody knew then that the running node would wait for it.
        mark(subscribersOf: dependency)
      }
    } else if dependency.subscriberCount == 0 && dependency.home !== subscriber.home {
      dependency.follow(readerOf: self)
    }
    return true
  }

  /// Starts recording what `node` reads; `end` must follow, with what this gives.
  func begin(_ node: Node) -> Bool {
    noteOperation()
    let wasTracking = isTracking
    node.color = .clean
    node.isStale = false
    node.isSuspect = false
    node.readsCells = false
    node.isRunning = true
    node.cursor = 0
    node.run = nextNumber()
    if isRunning { node.outerRunning = running }
    running = node
    node.startVersion = version
    runNumber = node.run
    isTracking = true
    return wasTracking
  }

  /// Stops recording, and drops the dependencies that the run did not read again.
  func end(_ node: Node, _ wasTracking: Bool) {
    isTracking = wasTracking
    running = node.outerRunning
    runNumber = node.outerRunning?.run ?? 0
    if runNumber != 0 { node.outerRunning = nil }
    // What goes with an edge may read the node, and is not to evaluate it in the middle of this.
    node.cutEdges(from: node.isDisposed ? 0 : node.cursor)
    node.isRunning = false
    if version != node.startVersion { node.noteOwnChanges() }
    // What was written on another strand meanwhile found it running.
    if node.color != .clean && node.isActive && node.kind != .memo { enqueue(node) }
    node.checkInvariants()
  }

  /// Runs `body` without recording what it reads.
  func withoutTracking<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let wasTracking = isTracking
    isTracking = false
    defer { Strand.current.isTracking = wasTracking }
    return try body()
  }

  /// Makes the running node depend on all that `node` read, as that has read it.
  func trackDependencies(of node: Node) {
    guard isRecording, let reader = running else { return }
    for edge in node.dependencies {
      guard let dependency = edge.dependency, dependency.lastReader != runNumber else { continue }
      track(dependency)
      if edge.version == dependency.version || dependency.lastReader != runNumber { continue }
      // Written since: nobody knew then that the running node reads it.
      reader.dependencies[reader.cursor - 1].version = edge.version
      if reader.isActive { mark(subscribersOf: dependency) }
    }
  }
}

extension Node {
  /// Has the run count as out of date that has left changed what it read: somebody may put that back, which
  /// it has not seen.
  fileprivate final func noteOwnChanges() {
    for index in dependencies.indices
    where dependencies[index].dependency?.version != dependencies[index].version {
      dependencies[index].version = Edge.neverMatching
    }
  }

  /// Compares each edge with what its dependency knows of it, in debug builds.
  final func checkInvariants() {
    #if DEBUG
      precondition(cursor == dependencies.count, "a run has confirmed all that is left")
      for (index, edge) in dependencies.enumerated() where edge.slot >= 0 {
        let subscription = edge.dependency?.subscriptions[edge.slot]
        precondition(subscription?.subscriber === self, "a slot has its edge's subscriber")
        precondition(subscription?.edge == index, "a slot has its edge's place")
      }
    #endif
  }
}
