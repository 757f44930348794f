extension IssueReporter {
  /// A read that resolves to what a session had.
  static func endedSession(
    _ session: SessionState, key: any Any.Type, accessor: StaticString
  ) -> Never {
    var node = Scopes.current
    while let scope = node, scope.session !== session { node = scope.up }
    let holder =
      node == nil
      ? """
      It is held by the captured scope of an owner that was created in it: an '@Injected' \
      property or an 'InjectedValues'. Let go of the owner, or create it in the next session.
      """
      : """
      It is held by the task, which still runs in \(scopes()). Let such tasks finish before 'end()'.
      """
    trap(
      """
      '\(accessor)' read \(name(key)) through the session of \(session.place), which has ended. \
      \(holder)
      """)
  }

  /// An operation that would enter a session after its end.
  static func ranEndedSession(_ session: SessionState) -> Never {
    trap(
      """
      'run' was called on the session of \(session.place), which has ended, in \(scopes()). \
      Create a new 'InjectedSession'.
      """)
  }

  static func lateTeardown(_ session: SessionState, key: any Any.Type) {
    report(
      """
      'onEnd' for \(name(key)) was called on the session of \(session.place), which has ended: it \
      never runs. Register it before 'end()'.
      """)
  }

  static func teardownFailed(_ session: SessionState, key: any Any.Type, error: any Error) {
    report(
      "the teardown of \(name(key)) failed, in the session of \(session.place): \(error)")
  }

  static func droppedSession(_ session: SessionState, keys: [any Any.Type]) {
    report(
      """
      the session of \(session.place) was dropped without 'end()': the teardown of \(names(keys, separator: ", ")) never \
      runs. Keep the session, and 'await end()'.
      """, at: session.place, to: session.world?.test)
  }
}
