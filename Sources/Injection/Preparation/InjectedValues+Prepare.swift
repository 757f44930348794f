extension InjectedValues {
  /// Makes the values of asynchronous keys, so that they can be read from then on.
  ///
  /// ```swift
  /// do {
  ///   try await InjectedValues.prepare(DatabaseKey.self, ConfigurationKey.self)
  /// } catch {
  ///   showRetryButton()  // a later call prepares what is not prepared yet
  /// }
  /// ```
  ///
  /// The keys are prepared in parallel, for the scope that the caller runs in. A key that is
  /// prepared already is left as it is. Callers that want the same key at the same time wait for
  /// one run of its ``AsyncInjectedKey/liveValue()``. Nothing runs for a key that a scope around the
  /// caller assigns or registers, nor in previews. In tests it runs `testValue()`.
  ///
  /// A value belongs to the deepest scope that overrides a key that it was made from; one that was
  /// made from no override is the whole process's. A scope inside which overrides such a key has to
  /// prepare its own. As all that is built in a scope, a value lives as long as anybody holds the scope.
  ///
  /// Where a key fails, the others are still prepared before the error is thrown. A caller that is
  /// cancelled stops waiting; the run itself is cancelled only when nobody waits for it any more,
  /// and a later call starts anew once that run has ended. Until then it holds the scope that it was begun
  /// in. Keys that need each other end the process with a message that gives their path.
  ///
  /// In a session, a run is one of its operations, also when nobody waits for it any more: an
  /// ``InjectedSession/end(throwing:drain:)`` that drains waits for it. A value that is made for a session
  /// which has ended meanwhile is let go of without a teardown; if there was one for it, that is reported.
  ///
  /// - Parameter keys: The keys to prepare.
  /// - Throws: The first error of a ``AsyncInjectedKey/liveValue()``, or `CancellationError` where the
  ///   caller is cancelled while it waits, or the session or scope of the value has ended when the run does.
  public static func prepare<each Key: AsyncInjectedKey>(
    _ keys: repeat (each Key).Type
  ) async throws {
    var jobs: [@Sendable () async throws -> Void] = []
    for key in repeat each keys { jobs.append(preparation(of: key)) }
    if jobs.count == 1 { return try await jobs[0]() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for job in jobs { group.addTask { try await job() } }
      try await group.waitForAll()
    }
  }

  /// Apart: with `-cross-module-optimization`, the compiler of 6.3.1 ends at a closure over an element of a
  /// pack.
  private static func preparation<Key: AsyncInjectedKey>(
    of key: Key.Type
  ) -> @Sendable () async throws -> Void {
    {
      PreparedKeys.current?.note(key)
      guard key.lifetime.isLasting else {
        IssueReporter.preparedValueIsNotKept(key, lifetime: key.lifetime)
      }
      let reader = Scope.enclosing
      // What a build needs is prepared for the scope around it: others may need it as well.
      let home = reader?.home ?? Scope.process.home
      defer { withExtendedLifetime(reader) {} }
      // A task that outlives its build waits for itself alone; so does one that a synchronous default starts.
      let waiter = reader?.build.flatMap { $0.isAsynchronous && $0.isRunning ? $0 : nil }
      try await Resolution(
        request: Request(key, accessor: "InjectedValues.prepare"), home: home, build: nil,
        watch: reader?.watch
      ).prepare(for: waiter, in: reader) {
        $0 == .live ? BuiltValue(try await key.liveValue()) : BuiltValue(try await key.testValue())
      }
    }
  }
}
