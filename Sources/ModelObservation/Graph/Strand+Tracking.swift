// MARK: Recording what is read

extension Strand {
  /// Records that the running node read `dependency`.
  ///
  /// In the steady state a run reads what the last one read, in the same order: then this moves a
  /// cursor along the existing edges, and allocates nothing.
  @inline(__always)
  func track(_ dependency: Node) {
    // Asked before all else: only a node that this run has recorded already has the run's number.
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
    // Where this run leaves out a read of the last one, the edge is right after the cursor; where it reads
    // something new, the displaced edge is at the end. Otherwise an edge is made, and the old one cut later.
    for other in [cursor + 1, last] where other > cursor && other <= last {
      guard subscriber.dependencies[other].dependency === dependency else { continue }
      subscriber.exchangeEdges(cursor, other)
      subscriber.dependencies[cursor].version = dependency.version
      return true
    }
    if dependency.lastReader != 0 { dependency.isReadTwice = true }
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
        // Marked since it was read, when the running node was no subscriber yet.
        mark(subscribersOf: dependency)
      }
    } else if dependency.subscriberCount == 0 && dependency.home !== subscriber.home {
      dependency.follow(readerOf: self)
    }
    return true
  }

  /// Starts recording what `node` reads; `end` must follow, and takes the result.
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
    if isRunning { node.outerRunning = running } else { outermostRun = node.run }
    running = node
    node.startVersion = version
    runNumber = node.run
    isTracking = true
    return wasTracking
  }

  /// Stops recording, and drops the dependencies that the run did not read again.
  func end(_ node: Node, _ wasTracking: Bool) {
    // The value of an orphan may hold a model, which goes with it and leaves others.
    while node.hasOrphans { takeOver(fromOrphansOf: node) }
    isTracking = wasTracking
    running = node.outerRunning
    runNumber = node.outerRunning?.run ?? 0
    if runNumber != 0 { node.outerRunning = nil }
    // A deinitialiser that runs as an edge is cut may read the node. The node still counts as running, so
    // that it is not evaluated in the middle of this.
    node.cutEdges(from: node.isDisposed ? 0 : node.cursor)
    // What has made it suspect may have come and gone in the run.
    if node.isSuspect { node.isSuspect = node.dependencies.contains { $0.isSuspect } }
    node.isRunning = false
    if version != node.startVersion { node.noteOwnChanges() }
    // A write on another strand may have marked the node meanwhile, and not run it, since it was running.
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

  /// Makes the running node depend on all that `node` read, in the versions that `node` read.
  func trackDependencies(of node: Node) {
    guard isRecording, let reader = running else { return }
    for edge in node.dependencies {
      guard let dependency = edge.dependency, dependency.lastReader != runNumber else { continue }
      track(dependency)
      if edge.version == dependency.version || dependency.lastReader != runNumber { continue }
      // Written since `node` read it, when the running node was no subscriber yet.
      reader.dependencies[reader.cursor - 1].version = edge.version
      if reader.isActive { mark(subscribersOf: dependency) }
    }
  }
}

extension Node {
  /// Makes those edges out of date whose dependency the run has written, and left changed, after reading it.
  ///
  /// The version that was read may come back, where another node puts the former value back; but this
  /// run may have gone on with the value that it wrote.
  fileprivate final func noteOwnChanges() {
    for index in dependencies.indices
    where dependencies[index].dependency?.version != dependencies[index].version {
      dependencies[index].version = Edge.neverMatching
    }
  }

  /// Compares each edge with its dependency's subscription, in debug builds.
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
