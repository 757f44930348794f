/// A session without its handle, which may go first.
struct SessionLife: Sendable {
  let span: Span
  let scope: Scope

  /// Begins an operation; gives the scope to enter.
  func begin() -> Scope? {
    if !span.beginOperation(), !span.admitsCaller { IssueReporter.ranEndedSession(span) }
    return .observed(scope)
  }

  func add(_ teardown: SessionTeardown) {
    let count = span.session.withLock { state in
      guard state.phase == .open || state.phase == .draining,
        // A session without teardowns ends with one around, whose end asks for teardowns under this lock.
        !state.teardowns.isEmpty || !span.isClosingAround
      else { return 0 }
      state.teardowns.append(teardown)
      return state.teardowns.count
    }
    if count == 0 { IssueReporter.lateTeardown(span, key: teardown.name()) }
    if count == 1 {
      span.tellOuter(of: self)
      // The session may have ended, and left those around, before it told them.
      if span.phase == .ended { span.leaveOuter() }
    }
  }

  func drop() {
    let teardowns = span.session.withLock { $0.teardowns }
    guard !teardowns.isEmpty, span.beginEnd() else { return }
    IssueReporter.droppedSession(span, keys: teardowns.map { $0.name() })
    // The teardowns are no part of the caller's operation: that may have held the session last by chance.
    SessionStay.binding.withValue(nil) { _ = beginTearDown(.dropped, drain: .zero) }
  }

  // MARK: The end

  /// Ends the session, or waits for whoever does.
  func end(_ outcome: InjectedSession.Outcome, drain limit: Duration) async {
    // The end does not wait for operations that wait for it; and no teardown, here or inside, waits for the end.
    let waits = !SessionStay.tearsDown(span)
    if waits { for operation in SessionStay.running(in: span) { operation.exclude(upTo: span) } }
    guard span.beginEnd() else {
      if waits { await span.waitForEnd() }
      return
    }
    if endAtOnce(drain: limit) { return }
    let task = beginTearDown(outcome, drain: limit)
    if waits { await task.value }
  }

  private func endAtOnce(drain limit: Duration) -> Bool {
    if limit > .zero, !span.session.withLock({ $0.isDrained }) { return false }
    let (hasTeardowns, isAlone) = span.session.withLock { state in
      state.phase = .tearingDown
      return (state.hasTeardowns, state.inside.isEmpty)
    }
    guard isAlone else { return false }
    let isIdle =
      !hasTeardowns
      || Scope.binding.withValue(InjectedValues(scope: scope)) {
        var run = Teardowns(of: self)
        guard run.next().isEmpty else { return false }
        span.close()
        guard run.next().isEmpty else { return false }
        run.reportIdle()
        return true
      }
    if isIdle { end() }
    return isIdle
  }

  /// Begins to tear down, in a task that the caller's cancellation does not reach.
  ///
  /// Where the session is another test's than the caller's, the task is detached: the caller's test has no part in
  /// the reads and calls there.
  private func beginTearDown(
    _ outcome: InjectedSession.Outcome, drain limit: Duration
  ) -> Task<Void, Never> {
    guard span.test?.isNotOfCaller ?? false else {
      return Task { await tearDown(outcome, drain: limit) }
    }
    let stay = SessionStay.current
    return Task.detached(priority: Task.currentPriority) {
      await SessionStay.binding.withValue(stay) { await tearDown(outcome, drain: limit) }
    }
  }

  private func tearDown(_ outcome: InjectedSession.Outcome, drain limit: Duration) async {
    if limit > .zero, span.phase == .draining { await span.drain(atMost: limit) }
    _ = await endSessionsInside()
    span.proceed(to: .tearingDown)
    let stay = SessionStay(in: span, isTeardown: true)
    await SessionStay.binding.withValue(stay) {
      await Scope.binding.withValue(InjectedValues(scope: scope)) {
        var run = Teardowns(of: self)
        // Values that are built meanwhile are torn down as well, until there are no more. Where operations go on
        // for ever, later values are not kept, and sessions that are opened inside later do not end with this one.
        for _ in 0..<100 {
          if await endSessionsInside() { continue }
          guard await run.tearDownNext(outcome) else { break }
        }
        span.close()
        while await run.tearDownNext(outcome) {}
        run.reportIdle()
      }
    }
    stay.end()
    end()
  }

  /// Ends the span first: an `add(_:)` that tells those around too late sees this, and takes the session out again.
  private func end() {
    span.end()
    span.leaveOuter()
    span.tellEnd()
  }

  /// Ends the sessions inside, whose values may be built from this one's; gives whether there were any.
  private func endSessionsInside() async -> Bool {
    let inside = span.sessionsInside
    for life in inside {
      if life.span.beginEnd() {
        await life.tearDown(.dropped, drain: .zero)
      } else {
        life.span.stopDraining()
        await life.span.waitForEnd()
      }
    }
    return !inside.isEmpty
  }
}
