extension InjectedSession {
  /// Names how a session ended.
  public enum Outcome: Sendable {
    /// By `end()`.
    case finished
    /// By `end(throwing:)`, with the error.
    case failed(any Error)
    /// Without an end of its own: its last handle has gone, or a session around it has ended.
    case dropped
  }

  /// Whether ``end(throwing:drain:)`` has been called, on this session or on one around it.
  public var isEnded: Bool { life.span.isEnding }

  /// Ends the session: tears its values down, the one made last first, and lets go of them.
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
  /// is cancelled. A second call, at once or later, waits for the first one. A value that is built
  /// in the session meanwhile is torn down too, and a session that is opened inside is ended, as long as
  /// that comes to an end: after a hundred rounds nothing more is kept. One that comes then, or when all is torn down, by a deinitialiser perhaps, is
  /// reported. A teardown that calls `end()` does not wait for itself.
  ///
  /// Sessions inside this one that have teardowns and have not ended end first, the last one made first;
  /// one that is ending already is waited for. Their values are theirs: teardowns of this session are not
  /// for them. A teardown inside that ends this session begins its end, and does not wait for it.
  ///
  /// With a time to drain, the operations that `run` has begun, here or in sessions inside, and what they
  /// prepare go on before that, and may begin others inside; whoever comes from outside is reported. A
  /// call from within an operation does not wait for that one. Tasks that the operations leave behind are
  /// not waited for. The end of a session inside drains for no longer than that of this one.
  ///
  /// Where nothing runs and nothing is torn down, all is done when the call returns, by the caller's task.
  ///
  /// Afterwards the session keeps nothing (see ``InjectedSession``): its values are freed, the last one
  /// made first, save those that others hold. What their deinitialisers read through an `@Injected` of
  /// theirs is what the session had. What was prepared (``AsyncInjectedKey``), and so is made by nobody
  /// who reads it, stays until the last operation that outlasts the end has ended.
  ///
  /// - Parameters:
  ///   - error: Why the session ends, for teardowns that ask.
  ///   - limit: How long to wait, at most, for operations that run in the session.
  public func end(throwing error: (any Error)? = nil, drain limit: Duration = .zero) async {
    await life.end(error.map { .failed($0) } ?? .finished, drain: limit)
  }

  /// Registers what to do with a key's value when the session ends.
  ///
  /// It runs once for the key's value, if the session has one: assigned by the session, or built in
  /// it, be it before or after this call. One that a scope inside has built is torn down as well, unless that
  /// scope has gone, and the value with it. Several teardowns of one key run in the reverse order of
  /// their registration. The teardown runs inside the session, where all that the session has can
  /// still be read, on no actor in particular, and is not cancelled.
  ///
  /// Where readers in the session are given a value that is kept outside, by the process perhaps, the end
  /// reports an issue: ``InjectedValues/renew(_:)`` gives the session one of its own, which is prepared in
  /// ``run(_:)`` where the key is asynchronous.
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
  /// What a caller has to hear of, as of a commit that fails, is done before the end.
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
  /// As ``onEnd(_:_:)-ad3d``. The accessor has to forward to exactly one key; the session's values of the
  /// accessor's type are asked, at the end, whether it gives them.
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
