extension Resolution {
  /// Reads what every default depends on: the context and, for a session's value, the session.
  func circumstances(of node: BuildNode) -> InjectedContext {
    let context = Self.context(in: node)
    Resolution(request, in: node).readSession()
    return context
  }

  private static func context(in reader: ScopeNode) -> InjectedContext {
    Resolution(.context, in: reader).entry().value(as: InjectedContext.self)
  }

  /// Reads the session that a value of the lifetime `session` is built for, inside the build.
  func readSession() {
    guard request.lifetime.kind == .session, let reader = reader?.asBuild else { return }
    let session = reader.nearest(ObjectIdentifier(SessionKey.self))
    if let session {
      checkSession(of: session)
    } else if Verification.current == nil,
      Self.context(in: reader) == .live
    {
      IssueReporter.noSession(request.key, accessor: request.accessor)
    }
    reader.build?.add(ObjectIdentifier(SessionKey.self), from: session)
  }

  /// Ends the process where an entry belongs to a session that has ended.
  ///
  /// Where the test has ended whose world it belongs to, that is an issue, and the value is given.
  func checkSession(of entry: Entry) {
    guard entry.isOfEndedSession, let session = entry.session else { return }
    guard session.isOfEndedWorld else { sessionHasEnded(session) }
    IssueReporter.endedWorld(
      session.test == nil ? session.world ?? session : session, key: request.key,
      accessor: request.accessor)
  }

  /// Says that what was read is gone with its session.
  func sessionHasEnded(_ session: SessionState?) -> Never {
    guard let session else { preconditionFailure("Only the scope of a session is ever sealed.") }
    IssueReporter.endedSession(session, key: request.key, accessor: request.accessor)
  }
}
