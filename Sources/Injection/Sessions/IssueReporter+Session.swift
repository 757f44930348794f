extension IssueReporter {
  /// Reports a read through an ended span, once for each accessor and scope, captured or a task's, that it reads from.
  static func ended(_ span: Span, _ request: Request, from reader: Home.Mark) {
    if isReleasing.get() { return }
    // If a session or world around has ended as well, the outermost of these is named.
    let span = Array(span.chain).last { $0.phase == .ended } ?? span
    if span.isWorld { return endedWorld(span, request) }
    // Late readers may come without end, for as long as somebody holds the session.
    let read = "\(request.keyID) \(request.accessor) \(reader.scope)"
    guard span.isFirst(read, among: 1_000) else { return }
    // A build may read for a task or for an owner.
    let holder =
      if let bound = Scope.bound, bound.home.isIn(span) {
        bound.isOfBuild
          ? """
          It is read to build another service, for a task which still runs there, or an owner that was \
          created in it. Let the first finish before 'end()', and let go of the second.
          """
          : "It is held by the task, which still runs \(scopes()). Let such tasks finish before 'end()'."
      } else {
        """
        It is held by the captured scope of an owner that was created in it: an '@Injected' \
        property or an 'InjectedValues'. Let go of the owner, or create it in the next session.
        """
      }
    report(
      """
      '\(request.accessor)' read \(name(request.key)) through the session of \(span.place), which has \
      ended: what others still hold is given, or a value that nobody keeps. \(holder)
      """, at: span.place, to: span.test)
  }

  /// Says how a session has ended, and gives the fix: another one where a session around it has ended.
  private static func end(of span: Span, fix: String) -> (how: String, fix: String) {
    let ended = span.chain.filter { !$0.isWorld && $0.phase != .open }
    guard let around = ended.last, around !== span else { return ("which has ended", fix) }
    return (
      "which is inside that of \(around.place), which has ended",
      """
      Create it in values that were captured outside that one: \
      'start.run { InjectedSession { … } }'.
      """
    )
  }

  static func ranEndedSession(_ span: Span) {
    let end = end(of: span, fix: "Create a new 'InjectedSession', or ask 'isEnded'.")
    report(
      """
      'run' was called on the session of \(span.place), \(end.how), \(scopes()): nothing is kept \
      there any more. \(end.fix)
      """, to: span.test)
  }

  static func lateTeardown(_ span: Span, key: String) {
    let end = end(of: span, fix: "Register it before 'end()'.")
    report(
      """
      'onEnd' for \(key) was called on the session of \(span.place), \(end.how): it never \
      runs. \(end.fix)
      """)
  }

  static func madeTooLate(_ span: Span, key: any Any.Type) {
    guard span.isFirst("late \(ObjectIdentifier(key))") else { return }
    report(
      """
      \(name(key)) was made \(scopes()) when the session of \(span.place) had torn down its values: \
      nobody keeps this one, nor tears it down. Let who reads it finish before 'end()', and a \
      deinitialiser use what its object holds.
      """, at: span.place, of: span.test)
  }

  static func teardownFailed(_ span: Span, key: String, error: any Error) {
    report(
      "the teardown of \(key) failed, in the session of \(span.place): \(error)", of: span.test)
  }

  static func keptElsewhere(_ span: Span, _ trace: Trace, at mark: Home.Mark) {
    let keeper = mark.number == 0 ? "the process" : "the scope of \(mark.place)"
    let key = name(trace.key)
    // A key whose value an override makes may have no default to renew.
    let own = trace.slot.link == nil ? "renew(\(key).self)" : "register(\(key).self) { … }"
    report(
      """
      'onEnd' for \(key) in the session of \(span.place) had nothing to do: its value is kept by \
      \(keeper). For one of the session's own, write 'InjectedSession { $0.\(own) }'\
      \(trace.isPrepared ? ", and prepare it in 'run'" : "").
      """, at: span.place, of: span.test)
  }

  /// Reports a session that has not ended when its test does, which lets go of its values; not one that was dropped,
  /// which has been reported.
  static func openSession(_ span: Span) {
    guard span.isFirst("open") else { return }
    let keys = span.session.withLock { $0.teardowns }.map { $0.name() }
    report(
      """
      the session of \(span.place) had not ended when its test did: the teardown of \
      \(keys.joined(separator: ", ")) finds nothing any more, unless it had begun. 'await end()' in the \
      test.
      """, at: span.place, of: span.test, isWarning: true)
  }

  static func droppedSession(_ span: Span, keys: [String]) {
    _ = span.isFirst("open")
    report(
      """
      the session of \(span.place) was dropped without 'end()': the teardown of \
      \(keys.joined(separator: ", ")) runs now, in a task that nobody waits for. Keep the session, and \
      'await end()'.
      """, at: span.place, of: span.test)
  }
}

extension Span {
  /// Whether this span is another one, or inside it.
  func isInside(_ other: Span) -> Bool { chain.contains { $0 === other } }
}
