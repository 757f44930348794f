/// What a session is apart from its handle, which may go first.
///
/// It is **open**; from `end` on it **drains**, until no operation runs in it or no more time is left;
/// then it **tears down** its values, and has **ended**.
final class SessionLife: Sendable {
  enum Phase: Sendable {
    case open
    case draining(Task<Void, Never>)
    case tearingDown(Task<Void, Never>)
    case ended
  }

  struct State: Sendable {
    var phase = Phase.open
    var teardowns: [SessionTeardown] = []
    /// How many operations run in it.
    var running = 0
    /// Who waits until no more than so many do.
    var waiter: (remaining: Int, continuation: CheckedContinuation<Void, Never>)?

    /// Gives the waiter, if it has waited for long enough.
    mutating func takeWaiter(orTimeIsUp isUp: Bool = false) -> CheckedContinuation<Void, Never>? {
      guard let waiting = waiter, isUp || running <= waiting.remaining else { return nil }
      waiter = nil
      return waiting.continuation
    }
  }

  let span: Span
  let scope: Scope
  private let state = Guarded(State())

  /// The sessions whose teardowns the current task runs in.
  @TaskLocal private static var tornDown: [ObjectIdentifier] = []

  init(_ span: Span, _ scope: Scope) {
    self.span = span
    self.scope = scope
  }

  private var isTornDownByCaller: Bool { Self.tornDown.contains(ObjectIdentifier(self)) }

  private var isAroundCaller: Bool { Scope.bound?.isInside(scope) ?? false }

  var isEnded: Bool { state.withLock { if case .open = $0.phase { false } else { true } } }

  // MARK: Operations

  /// Begins an operation; gives the scope to enter.
  ///
  /// While it drains, those who are inside may still enter it anew; afterwards, its teardowns alone.
  func begin() -> Scope? {
    let isOpen = state.withLock { state in
      state.running += 1
      return switch state.phase {
      case .open: true
      case .draining: isAroundCaller
      case .tearingDown: isTornDownByCaller
      case .ended: false
      }
    }
    if !isOpen { IssueReporter.ranEndedSession(span) }
    return .observed(scope)
  }

  /// Ends an operation.
  func finish() {
    let waiter = state.withLock { state in
      state.running -= 1
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  // MARK: The end

  /// Registers a teardown, unless it is too late.
  func add(_ teardown: SessionTeardown) {
    let isOpen = state.withLock { state in
      guard case .open = state.phase else { return false }
      state.teardowns.append(teardown)
      return true
    }
    if !isOpen { IssueReporter.lateTeardown(span, key: teardown.name) }
  }

  /// The last handle has gone.
  func drop() {
    let names: [String] = state.withLock { state in
      if case .open = state.phase { state.teardowns.map(\.name) } else { [] }
    }
    if names.isEmpty { return }
    IssueReporter.droppedSession(span, keys: names)
    _ = beginEnd(.dropped, drain: .zero)
  }

  /// Begins the end, if nobody has; gives what is to be waited for.
  func beginEnd(_ outcome: InjectedSession.Outcome, drain limit: Duration) -> Task<Void, Never>? {
    if isTornDownByCaller { return nil }
    // An operation that ends its own session does not wait for itself.
    let own = isAroundCaller ? 1 : 0
    return state.withLock { state in
      switch state.phase {
      case .open:
        // Unstructured, so that the caller's cancellation does not reach it.
        let task = Task { await self.end(outcome, drain: limit, except: own) }
        state.phase = .draining(task)
        return task
      case .draining(let task), .tearingDown(let task): return task
      case .ended: return nil
      }
    }
  }

  private func end(
    _ outcome: InjectedSession.Outcome, drain limit: Duration, except own: Int
  ) async {
    if limit > .zero { await drain(limit, except: own) }
    let teardowns = state.withLock { state in
      if case .draining(let task) = state.phase { state.phase = .tearingDown(task) }
      return state.teardowns
    }
    await Self.$tornDown.withValue(Self.tornDown + [ObjectIdentifier(self)]) {
      await Scope.binding.withValue(InjectedValues(scope: scope)) {
        var run = Teardown(teardowns, outcome, life: self)
        // What is built meanwhile is torn down as well, until there is no more, and none is kept.
        while await run.next() {}
        span.close()
        while await run.next() {}
        run.reportIdle()
      }
    }
    span.end()
    state.withLock { state in
      state.phase = .ended
      state.teardowns = []
    }
  }

  private func drain(_ limit: Duration, except own: Int) async {
    let timer = Task {
      try? await Task.sleep(for: limit)
      self.state.withLock { $0.takeWaiter(orTimeIsUp: true) }?.resume()
    }
    await withCheckedContinuation { continuation in
      let waiter = state.withLock { state in
        state.waiter = (own, continuation)
        return state.takeWaiter()
      }
      waiter?.resume()
    }
    timer.cancel()
  }
}

/// The teardowns of one end.
private struct Teardown {
  private let teardowns: [SessionTeardown]
  private let outcome: InjectedSession.Outcome
  private let life: SessionLife
  private var seen: Set<ObjectIdentifier> = []
  /// Those that had nothing to do.
  private var idle: Set<Int>

  init(
    _ teardowns: [SessionTeardown], _ outcome: InjectedSession.Outcome, life: SessionLife
  ) {
    self.teardowns = teardowns
    self.outcome = outcome
    self.life = life
    idle = Set(teardowns.indices)
  }

  /// Tears down what was assigned and built and not seen yet; gives whether there was anything.
  mutating func next() async -> Bool {
    // What the session assigned is older than what was built from it.
    var all: [(home: Home, entry: Entry, id: ObjectIdentifier)] = []
    var link = life.scope.own
    while let current = link {
      if current.isAssigned {
        all.insert((life.scope.home, current, ObjectIdentifier(current)), at: 0)
      }
      link = current.next
    }
    for (home, instance) in life.span.kept {
      if let present = instance.present { all.append((home, present, ObjectIdentifier(instance))) }
    }
    let fresh = all.filter { seen.insert($0.id).inserted }
    for (home, entry, _) in fresh.reversed() {
      for (index, teardown) in teardowns.enumerated().reversed()
      where teardown.isFor(entry, at: home) {
        idle.remove(index)
        do {
          try await teardown.tearDown(entry, outcome)
        } catch {
          IssueReporter.teardownFailed(life.span, key: teardown.name, error: error)
        }
      }
    }
    return !fresh.isEmpty
  }

  /// Reports teardowns of values that are kept outside the session.
  func reportIdle() {
    for index in idle.sorted() {
      var home = life.scope.home.outer
      while let current = home {
        let instance = current.kept.first {
          $0.trace.holds(at: life.scope.home) && teardowns[index].isFor($0, at: life.scope.home)
        }
        if let instance {
          IssueReporter.keptElsewhere(life.span, key: instance.trace.key, at: current.mark)
          break
        }
        home = current.outer
      }
    }
  }
}
