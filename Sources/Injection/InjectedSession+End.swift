extension InjectedSession {
  /// The sessions whose teardowns the current task runs in.
  @TaskLocal private static var ending: [ObjectIdentifier] = []

  private var isTornDownByCaller: Bool { Self.ending.contains(ObjectIdentifier(self)) }

  /// The scope for `run`, which only the session's own teardowns may still enter after `end()`.
  var openScope: ScopeNode {
    let scope: ScopeNode? = state.withLock { state in
      switch state.phase {
      case .open(let scope): scope
      case .ending(let scope, _): isTornDownByCaller ? scope : nil
      case .ended: nil
      }
    }
    guard let scope else { IssueReporter.ranEndedSession(session) }
    return scope
  }

  /// Ends the session: tears its values down, the one made last first, and lets go of them.
  ///
  /// Teardowns (``onEnd(_:_:)``) run one after the other, each exactly once, also when the caller
  /// is cancelled. A second call, at once or later, waits for the first one. A value that is built
  /// in the session meanwhile is torn down too. A teardown that calls `end()` does not wait for
  /// itself.
  ///
  /// Afterwards, nothing of the session can be read (see ``InjectedSession``), and its values are
  /// freed, save those that others hold. A task that still runs in the session keeps them in memory
  /// until it leaves.
  public func end() async {
    if isTornDownByCaller { return }
    let task: Task<Void, Never>? = state.withLock { state in
      switch state.phase {
      case .open(let scope):
        // Unstructured, so that the caller's cancellation does not reach it.
        let task = Task { await self.tearDown() }
        state.phase = .ending(scope, task)
        return task
      case .ending(_, let task): return task
      case .ended: return nil
      }
    }
    await task?.value
  }

  private func tearDown() async {
    await tearDownValues()
    // The scope is freed outside the lock: its values' deinitialisers may use the session.
    let last = state.withLock { state in
      defer { state = State(phase: .ended) }
      return state
    }
    withExtendedLifetime(last) {}
  }

  private func tearDownValues() async {
    let (phase, teardowns) = state.withLock { ($0.phase, $0.teardowns) }
    guard case .ending(let scope, _) = phase else { return }
    let nodes = scope.nodes(of: session)
    var seen: Set<ObjectIdentifier> = []
    await Self.$ending.withValue(Self.ending + [ObjectIdentifier(self)]) {
      await Scopes.binding.withValue(BoundScope(scope)) {
        var isComplete = false
        while !isComplete {
          let (fresh, counts) = Self.unseenEntries(of: nodes, &seen)
          for entry in fresh.reversed() { await tearDown(entry, by: teardowns, in: scope) }
          isComplete = Self.seal(nodes, afterSeeing: counts)
        }
      }
    }
    session.markEnded()
  }

  /// What was assigned and built in some nodes and not seen yet, and how much each has built.
  private static func unseenEntries(
    of nodes: [ScopeNode], _ seen: inout Set<ObjectIdentifier>
  ) -> (fresh: [Entry], counts: [Int]) {
    // What the session assigned is older than what was built from it.
    var made: [Entry] = nodes
    var counts: [Int] = []
    for node in nodes {
      let kept = node.requiredExtras.listInstances()
      made += kept
      counts.append(kept.count)
    }
    var fresh: [Entry] = []
    for entry in made where seen.insert(ObjectIdentifier(entry)).inserted { fresh.append(entry) }
    return (fresh, counts)
  }

  /// Whether no node has built anything since, so that none takes any more.
  private static func seal(_ nodes: [ScopeNode], afterSeeing counts: [Int]) -> Bool {
    for (index, node) in nodes.enumerated() {
      if !node.requiredExtras.seal(afterSeeing: counts[index]) { return false }
    }
    return true
  }

  private func tearDown(
    _ entry: Entry, by teardowns: [SessionTeardown], in scope: ScopeNode
  ) async {
    for teardown in teardowns.reversed() where teardown.applies(to: entry, in: scope) {
      do {
        try await teardown.run(entry)
      } catch {
        IssueReporter.teardownFailed(session, key: teardown.key, error: error)
      }
    }
  }
}
