extension InjectedSession {
  /// Names how a session ended.
  public enum Outcome: Sendable {
    /// By `end()`.
    case finished
    /// By `end(throwing:)`, with the error.
    case failed(any Error)
    /// Without a call of `end`: its last handle has gone, or a session around it has ended.
    case dropped
  }

  /// Whether the end of this session, or of one around it, has begun; see ``end(throwing:drain:)``.
  public var isEnded: Bool { life.span.isEnding }

  /// Ends the session: tears down its values, the one made last first, and lets go of them.
  ///
  /// ```swift
  /// do {
  ///   try await session.run { try await serve(request) }
  ///   await session.end(drain: .seconds(5))
  /// } catch {
  ///   await session.end(throwing: error)
  /// }
  /// ```
  ///
  /// Teardowns (``onEnd(_:_:)-ad3d``) run one after the other, each exactly once, also when the caller
  /// is cancelled. A second call, at the same time or later, waits for the first one. A value that is built in
  /// the session meanwhile is torn down too, and a session that is opened inside is ended; but after a hundred
  /// rounds of this, the session keeps nothing more. A value or session with a teardown that comes after that,
  /// or after the last teardown, as from a deinitialiser, is reported. A teardown that calls `end()` does not
  /// wait for itself.
  ///
  /// Sessions inside this one that have teardowns and have not ended end first; of these, the one whose first
  /// teardown was registered last. A session inside that is ending already is waited for. This session's teardowns
  /// do not run for values of sessions inside. Where a teardown of a session inside ends this session, the end
  /// begins, and the teardown does not wait for it.
  ///
  /// With a time to drain, the end first waits for the operations that `run` has begun, here or in sessions
  /// inside, and for what these prepare. They may begin others inside; a `run` from outside is reported. A call
  /// of `end` from within an operation does not wait for that operation. Tasks that operations leave behind are
  /// not waited for. The end of a session inside drains for no longer than the end of this one.
  ///
  /// Where there is nothing to wait for and nothing to tear down, the caller's task does all before the call returns.
  ///
  /// Afterwards the session keeps nothing (see ``InjectedSession``): its values are freed, the one made last
  /// first, unless others hold them. Their deinitialisers still read the session's values through an `@Injected`
  /// of theirs. A prepared value (``AsyncInjectedKey``), which no reader could make anew, stays until the last
  /// operation that outlasts the end has ended.
  ///
  /// - Parameters:
  ///   - error: Why the session ends, for teardowns that ask.
  ///   - limit: How long to wait, at most, for operations that run in the session.
  public func end(throwing error: (any Error)? = nil, drain limit: Duration = .zero) async {
    await life.end(error.map { .failed($0) } ?? .finished, drain: limit)
  }

  /// Registers what to do with a key's value when the session ends.
  ///
  /// The teardown runs once for the key's value, if the session has one: assigned by the session, or built in
  /// it, before or after this call. A value that a scope inside has built is torn down as well, unless that
  /// scope has gone, and the value with it. Several teardowns of one key run in the reverse order of
  /// their registration. The teardown runs inside the session, where all that the session has can
  /// still be read, on no actor in particular, and is not cancelled.
  ///
  /// Where readers in the session are given a value that is kept outside, such as the process's, the end
  /// reports an issue: ``InjectedValues/renew(_:)`` gives the session a value of its own. If the key is
  /// asynchronous, prepare that value in ``run(_:)``.
  ///
  /// - Parameters:
  ///   - key: The key whose value is torn down.
  ///   - teardown: Receives the value. An error that it throws is reported as an issue which names
  ///     the key and the session; the other teardowns still run.
  public func onEnd<Key: InjectedInterfaceKey>(
    _ key: Key.Type, _ teardown: @escaping @Sendable (Key.Value) async throws -> Void
  ) {
    onEnd(key) { value, _ in try await teardown(value) }
  }

  /// Registers what to do with a key's value when the session ends, for a teardown that asks how.
  ///
  /// ```swift
  /// session.onEnd(UploadKey.self) { upload, outcome in
  ///   if case .finished = outcome { await upload.keep() } else { await upload.discard() }
  /// }
  /// ```
  ///
  /// Work whose errors the caller has to handle, such as a commit, is to be done before the end.
  ///
  /// - Parameters:
  ///   - key: The key whose value is torn down.
  ///   - teardown: Receives the value, and how the session ended. An error that it throws is reported.
  public func onEnd<Key: InjectedInterfaceKey>(
    _ key: Key.Type, _ teardown: @escaping @Sendable (Key.Value, Outcome) async throws -> Void
  ) {
    life.add(SessionTeardown(key, teardown))
  }

  /// Registers what to do, when the session ends, with the value of the key that an accessor
  /// forwards to.
  ///
  /// As ``onEnd(_:_:)-ad3d``. The accessor has to forward to exactly one key. To find this key, the end reads the
  /// accessor with the session's values of its type.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor of the key whose value is torn down.
  ///   - teardown: Receives the value. An error that it throws is reported.
  ///   - fileID: The file that registers, for messages.
  ///   - line: The line that registers, for messages.
  public func onEnd<V: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, V> & Sendable,
    _ teardown: @escaping @Sendable (V) async throws -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    onEnd(keyPath, { value, _ in try await teardown(value) }, fileID: fileID, line: line)
  }

  /// Registers what to do, when the session ends, with the value of the key that an accessor
  /// forwards to, for a teardown that asks how it ended.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor of the key whose value is torn down.
  ///   - teardown: Receives the value, and how the session ended. An error that it throws is reported.
  ///   - fileID: The file that registers, for messages.
  ///   - line: The line that registers, for messages.
  public func onEnd<V: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, V> & Sendable,
    _ teardown: @escaping @Sendable (V, Outcome) async throws -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    life.add(SessionTeardown(keyPath, teardown, at: SourcePlace(fileID, line)))
  }
}
