/// What a session is apart from its handle, which may go first.
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
        // Where it has none yet, it ends with one around: that asks under this lock.
        !state.teardowns.isEmpty || !span.isClosingAround
      else { return 0 }
      state.teardowns.append(teardown)
      return state.teardowns.count
    }
    if count == 0 { IssueReporter.lateTeardown(span, key: teardown.name()) }
    if count == 1 {
      span.tellOuter(of: self)
      // Somebody may have ended it meanwhile.
      if span.phase == .ended { span.leaveOuter() }
    }
  }

  func drop() {
    let teardowns = span.session.withLock { $0.teardowns }
    guard !teardowns.isEmpty, span.beginEnd() else { return }
    IssueReporter.droppedSession(span, keys: teardowns.map { $0.name() })
    // Not as a part of what the caller does, who may have held it last by chance.
    SessionStay.binding.withValue(nil) { _ = beginTearDown(.dropped, drain: .zero) }
  }

  // MARK: The end

  /// Ends the session, or waits for whoever does.
  func end(_ outcome: InjectedSession.Outcome, drain limit: Duration) async {
    // What waits for the end is not waited for; a teardown, here or inside, does not wait at all.
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
  /// It is no task of the caller's test where the session is another one's: what is read and called there
  /// is not that test's affair.
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
        // What is built meanwhile is torn down as well, until there is no more; where that does not
        // end, since operations go on, what comes then is not kept. Nor does a session inside end with it.
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

  /// Ends the span first: a teardown that is registered meanwhile enters the session around.
  private func end() {
    span.end()
    span.leaveOuter()
    span.tellEnd()
  }

  /// Ends the sessions inside, whose values were made of this one's; gives whether there were any.
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
