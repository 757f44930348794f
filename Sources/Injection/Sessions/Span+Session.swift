import Synchronization

/// What a session's span has beyond that of a test's world, behind a lock.
struct SessionState: Sendable {
  var teardowns: [SessionTeardown] = []
  /// The sessions inside that have teardowns, with the order in which they came.
  var inside = Few<(number: Int, life: SessionLife)>()
  var lastNumber = 0
  /// Operations that wait for the end themselves, so that it does not wait for them.
  var excluded: [SessionStay] = []
  /// The end, while it waits for operations.
  var draining: CheckedContinuation<Void, Never>?
  var isTimeUp = false
  /// Who waits for the end.
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether all has been done.
  var isOver = false
}

extension Span {
  /// How far it is: a session is **open**; from `end` on it **drains**, until no operation runs in it or no
  /// more time is left; then it **tears down** its values, and has **ended**.
  ///
  /// The lowest bits of ``progress``, which are only ever set; the others count operations.
  enum Phase: Int {
    case open = 0b000
    case draining = 0b001
    case tearingDown = 0b011
    case ended = 0b111
  }

  private static var operation: Int { 0b1000 }

  var phase: Phase { Self.phase(of: progress.load(ordering: .acquiring)) }

  private static func phase(of progress: Int) -> Phase {
    Phase(rawValue: progress & Phase.ended.rawValue) ?? .ended
  }

  func proceed(to phase: Phase) {
    progress.bitwiseOr(phase.rawValue, ordering: .acquiringAndReleasing)
  }

  /// The session around this one.
  private var outerSession: Span? { outer.flatMap { $0.isWorld ? nil : $0 } }
  private var outerSessions: some Sequence<Span> {
    sequence(first: self, next: \.outerSession).dropFirst()
  }

  /// Whether its end has begun, or that of a session around it.
  var isEnding: Bool { phase != .open || outerSession?.isEnding ?? false }

  // MARK: Operations

  /// Counts an operation, here and around; gives false where an end has begun.
  func beginOperation() -> Bool {
    let progress = progress.add(Self.operation, ordering: .acquiringAndReleasing).newValue
    return (outerSession?.beginOperation() ?? true) && Self.phase(of: progress) == .open
  }

  func endOperation() {
    let progress = progress.subtract(Self.operation, ordering: .acquiringAndReleasing).newValue
    switch Self.phase(of: progress) {
    case .open, .tearingDown: break
    case .draining: resumeIfDrained()
    case .ended: if progress / Self.operation == 0 { releaseOutlasting() }
    }
    outerSession?.endOperation()
  }

  /// Whether any operation runs.
  var hasOperations: Bool { progress.load(ordering: .acquiring) / Self.operation > 0 }

  /// Whether a caller may begin an operation, though an end has begun.
  ///
  /// While it drains, those who are inside may still enter it anew; afterwards, its teardowns alone.
  var admitsCaller: Bool {
    switch phase {
    case .open: break
    case .draining:
      let spans = Scope.bound?.home.spans ?? []
      if !spans.contains(where: { $0.isInside(self) }) { return false }
    case .tearingDown:
      if !SessionStay.tearsDown(self) { return false }
    case .ended: return false
    }
    return outerSession?.admitsCaller ?? true
  }

  private func isDrained(_ state: SessionState) -> Bool {
    if state.isTimeUp { return true }
    // Before those that are excluded: one that ends between the two must not stand for another.
    let running = progress.load(ordering: .acquiring) / Self.operation
    var excluded = Set(state.excluded.lazy.filter { !$0.isOver }.map { ObjectIdentifier($0) })
    for span in outerSessions {
      let others = span.session.withLock { $0.excluded.filter { !$0.isOver && $0.isInside(self) } }
      excluded.formUnion(others.map { ObjectIdentifier($0) })
    }
    return running <= excluded.count
  }

  private func resumeIfDrained() {
    let end = session.withLock { isDrained($0) ? $0.draining.take() : nil }
    end?.resume()
  }

  // MARK: The end

  /// Begins the end, unless somebody has.
  func beginEnd() -> Bool {
    var known = progress.load(ordering: .acquiring)
    while Self.phase(of: known) == .open {
      let (isBegun, current) = progress.compareExchange(
        expected: known, desired: known | Phase.draining.rawValue, ordering: .acquiringAndReleasing)
      if isBegun { return true }
      known = current
    }
    return false
  }

  /// Lets the end, and those of sessions inside, not wait for operations that wait for it.
  func exclude(_ operations: [SessionStay]) {
    if operations.isEmpty { return }
    session.withLock { if !$0.isOver { $0.excluded += operations } }
    for operation in operations {
      operation.forEachSpan(upTo: self) { $0.resumeIfDrained() }
    }
  }

  /// Whether operations run that are not to be excluded.
  var isBusy: Bool { session.withLock { !isDrained($0) } }

  /// Waits for the operations that run.
  func drain(atMost limit: Duration) async {
    // Clocks overflow beyond some centuries.
    let limit = min(limit, .seconds(1 << 31))
    let timer = Task {
      try? await Task.sleep(for: limit)
      stopDraining()
    }
    await withCheckedContinuation { continuation in
      session.withLock { $0.draining = continuation }
      resumeIfDrained()
    }
    timer.cancel()
  }

  /// Lets the end wait for no operation any longer.
  func stopDraining() {
    session.withLock { $0.isTimeUp = true }
    resumeIfDrained()
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

  /// Lets all go on who wait for the end.
  func tellEnd() {
    let old = session.withLock { state in
      defer { state = SessionState(isOver: true) }
      return state
    }
    for waiter in old.waiting { waiter.resume() }
  }

  /// Reports a value that was made when nothing is kept any more, if it should be torn down.
  func noteLate(_ instance: Instance, at home: Home) {
    // While it is open, nothing comes too late.
    guard !isWorld, phase != .open else { return }
    for teardown in session.withLock({ $0.teardowns }) where teardown.isFor(instance, at: home) {
      IssueReporter.madeTooLate(self, key: instance.trace.key)
    }
  }

  // MARK: Sessions inside

  /// Lets the ends of all around end a session before.
  func tellOuter(of life: SessionLife) {
    for span in outerSessions {
      span.session.withLock { state in
        if state.isOver { return }
        state.lastNumber += 1
        state.inside.insert((state.lastNumber, life), for: ObjectIdentifier(self))
      }
    }
  }

  func leaveOuter() {
    for span in outerSessions {
      // What is taken out is held by the caller.
      span.session.withLock { _ = $0.inside.removeValue(of: ObjectIdentifier(self)) }
    }
  }

  /// The sessions inside that have teardowns, the last one first.
  var sessionsInside: [SessionLife] {
    session.withLock { $0.inside.values }.sorted { $0.number > $1.number }.map(\.life)
  }
}
