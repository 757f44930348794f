extension InjectedSession {
  /// The sessions whose teardowns the current task runs in.
  @TaskLocal private static var ending: [ObjectIdentifier] = []

  private var isTornDownByCaller: Bool { Self.ending.contains(ObjectIdentifier(self)) }

  /// The scope for `run`, which only the session's own teardowns should still enter after `end()`.
  var openScope: Scope {
    let isOpen = state.withLock { state in
      switch state.phase {
      case .open: true
      case .ending: isTornDownByCaller
      case .ended: false
      }
    }
    if !isOpen { IssueReporter.ranEndedSession(span) }
    return scope
  }

  /// Whether ``end()`` has been called.
  public var isEnded: Bool {
    state.withLock { if case .open = $0.phase { false } else { true } }
  }

  /// Ends the session: tears its values down, the one made last first, and lets go of them.
  ///
  /// Teardowns (``onEnd(_:_:)``) run one after the other, each exactly once, also when the caller
  /// is cancelled. A second call, at once or later, waits for the first one. A value that is built
  /// in the session meanwhile is torn down too. A teardown that calls `end()` does not wait for
  /// itself.
  ///
  /// Afterwards the session keeps nothing (see ``InjectedSession``): its values are freed, the last one
  /// made first, save those that others hold. What their deinitialisers read is what the session had.
  public func end() async {
    if isTornDownByCaller { return }
    let task: Task<Void, Never>? = state.withLock { state in
      switch state.phase {
      case .open:
        // Unstructured, so that the caller's cancellation does not reach it.
        let task = Task { await self.tearDown() }
        state.phase = .ending(task)
        return task
      case .ending(let task): return task
      case .ended: return nil
      }
    }
    await task?.value
  }

  private func tearDown() async {
    let teardowns = state.withLock { $0.teardowns }
    var seen: Set<ObjectIdentifier> = []
    await Self.$ending.withValue(Self.ending + [ObjectIdentifier(self)]) {
      await Scope.binding.withValue(InjectedValues(scope: scope)) {
        // What is built meanwhile is torn down as well, until there is no more, and none is kept.
        while await tearDown(unseen: &seen, by: teardowns) {}
        span.close()
        while await tearDown(unseen: &seen, by: teardowns) {}
      }
    }
    span.end()
    state.withLock { $0 = State(phase: .ended) }
  }

  /// Tears down what was assigned and built and not seen yet; gives whether there was anything.
  private func tearDown(
    unseen seen: inout Set<ObjectIdentifier>, by teardowns: [SessionTeardown]
  ) async -> Bool {
    // What the session assigned is older than what was built from it.
    var all: [(home: Home, entry: Entry, id: ObjectIdentifier)] = []
    var link = scope.own
    while let current = link {
      if current.isAssigned { all.insert((scope.home, current, ObjectIdentifier(current)), at: 0) }
      link = current.next
    }
    for (home, instance) in span.kept {
      if let present = instance.present { all.append((home, present, ObjectIdentifier(instance))) }
    }
    let fresh = all.filter { seen.insert($0.id).inserted }
    for (home, entry, _) in fresh.reversed() {
      for teardown in teardowns.reversed() {
        do {
          try await teardown.run(entry, at: home)
        } catch {
          IssueReporter.teardownFailed(span, key: teardown.name, error: error)
        }
      }
    }
    return !fresh.isEmpty
  }
}
