/// The phase of a span, and the state that a session's span has beyond a test's world; behind a lock.
struct SessionState: ~Copyable, Sendable {
  var phase = Span.Phase.open
  /// How many operations run, here and in sessions inside.
  var operations = 0
  /// How many of these wait for this end, or for one around, so that the end does not wait for them.
  var waitingOperations = 0
  var teardowns: [SessionTeardown] = []
  /// After the end: the keys that there were teardowns for.
  var tornDown: Set<ObjectIdentifier> = []
  /// The sessions inside that have teardowns, each with how many came before it.
  var inside: [ObjectIdentifier: (life: SessionLife, number: Int)] = [:]
  var insideCount = 0
  /// The continuation of the end, while that waits for operations.
  var draining: CheckedContinuation<Void, Never>?
  var isTimeUp = false
  var waiting: [CheckedContinuation<Void, Never>] = []
  var isOver = false

  /// Whether no operation is to be waited for.
  var isDrained: Bool { isTimeUp || operations <= waitingOperations }

  /// Whether there are teardowns, which may not all have run yet.
  var hasTeardowns: Bool { !teardowns.isEmpty && phase != .lettingGo && phase != .ended }

  /// Takes the continuation of the end, where that need not wait any more.
  mutating func takeDrained() -> CheckedContinuation<Void, Never>? {
    isDrained ? draining.take() : nil
  }
}

extension Span {
  /// How far it is: a session is **open**; from `end` on it **drains**, until no operation runs in it or no
  /// more time is left; then it **tears down** its values, **lets go** of them, and has **ended**.
  enum Phase { case open, draining, tearingDown, lettingGo, ended }

  var phase: Phase { session.withLock { $0.phase } }

  func proceed(to phase: Phase) { session.withLock { $0.phase = phase } }

  /// This span and the sessions around it, up to the test's world.
  private var sessions: some Sequence<Span> { chain.prefix { $0 === self || !$0.isWorld } }

  /// Whether the end of this span has begun, or that of a session around it.
  var isEnding: Bool { sessions.contains { $0.phase != .open } }

  // MARK: Operations

  /// Counts an operation, here and around; gives false where the end of one of these sessions has begun.
  func beginOperation() -> Bool {
    chain.reduce(true) { isOpen, span in
      span.session.withLock { state in
        state.operations += 1
        return isOpen && (state.phase == .open || span.isWorld)
      }
    }
  }

  /// Ends an operation, here and around; `last` is the outermost session whose end it waits for, if any.
  func endOperation(waitingFor last: Span? = nil) {
    var waits = last != nil
    for span in chain {
      let (end, isLast) = span.session.withLock { state in
        state.operations -= 1
        if waits { state.waitingOperations -= 1 }
        return (state.takeDrained(), state.phase == .ended && state.operations == 0)
      }
      end?.resume()
      if isLast { span.releaseOutlasting() }
      if span === last { waits = false }
    }
  }

  /// Keeps the end from waiting for an operation that waits for it; gives the end's continuation, if no other is left.
  func excludeOperation() -> CheckedContinuation<Void, Never>? {
    session.withLock { state in
      state.waitingOperations += 1
      return state.takeDrained()
    }
  }

  var hasOperations: Bool { session.withLock { $0.operations > 0 } }

  /// Whether a caller may begin an operation, though an end has begun.
  ///
  /// While a session drains, callers inside it may begin operations; while it tears down or lets go, its teardowns may.
  /// While it tears down, callers inside it may also begin operations in a session inside that still keeps values.
  var admitsCaller: Bool {
    sessions.allSatisfy { span in
      switch span.phase {
      case .open: true
      case .draining:
        Scope.bound?.home.isIn(span) == true || !SessionStay.running(in: span).isEmpty
      case .tearingDown:
        SessionStay.tearsDown(span)
          || span !== self && !isClosing && Scope.bound?.home.isIn(span) == true
      case .lettingGo: SessionStay.tearsDown(span)
      case .ended: false
      }
    }
  }

  // MARK: The end

  /// Begins the end, unless somebody has.
  func beginEnd() -> Bool {
    session.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .draining
      return true
    }
  }

  func drain(atMost limit: Duration) async {
    // Clocks overflow beyond some centuries.
    let limit = min(limit, .seconds(1 << 31))
    let timer = Task {
      try? await Task.sleep(for: limit)
      stopDraining()
    }
    await withCheckedContinuation { continuation in
      session.withLock { state in
        state.draining = continuation
        return state.takeDrained()
      }?.resume()
    }
    timer.cancel()
  }

  func stopDraining() {
    session.withLock { state in
      state.isTimeUp = true
      return state.takeDrained()
    }?.resume()
  }

  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let isOver = session.withLock { state in
        if !state.isOver { state.waiting.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  func tellEnd() {
    let keys = session.withLock { $0.teardowns }.compactMap { $0.key() }
    let old = session.withLock { state in
      var old = SessionState(
        phase: state.phase, operations: state.operations,
        waitingOperations: state.waitingOperations, tornDown: Set(keys), isOver: true)
      swap(&old, &state)
      return old
    }
    for waiter in old.waiting { waiter.resume() }
  }

  /// Reports a value that was made when nothing is kept any more, if it should be torn down.
  func noteLate(_ instance: Instance, at home: Home) {
    // While it is open, nothing comes too late.
    guard !isWorld, isEnding else { return }
    let (teardowns, keys) = session.withLock { ($0.teardowns, $0.tornDown) }
    if keys.contains(instance.trace.slot.key)
      || teardowns.contains(where: { $0.isFor(instance, at: home) })
    {
      IssueReporter.madeTooLate(self, key: instance.trace.key)
    }
  }

  // MARK: Sessions inside

  /// Tells the spans around of a session, so that each ends it before itself; a test's world reports it instead.
  func tellOuter(of life: SessionLife) {
    for span in chain.dropFirst() {
      span.session.withLock { state in
        if state.isOver { return }
        state.inside[ObjectIdentifier(self)] = (life, state.insideCount)
        state.insideCount += 1
      }
    }
  }

  func leaveOuter() {
    for span in chain.dropFirst() {
      // The caller holds what is taken out, so nothing is freed under the lock.
      span.session.withLock { _ = $0.inside.removeValue(forKey: ObjectIdentifier(self)) }
    }
  }

  /// The sessions inside that have teardowns; the one whose first teardown was registered last comes first.
  var sessionsInside: [SessionLife] {
    session.withLock { $0.inside.values.map(\.self) }.sorted { $0.number > $1.number }.map(\.life)
  }
}
