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
  /// one run of its ``AsyncInjectedKey/liveValue()``. Nothing runs in previews, or for a key that a scope
  /// around the caller assigns or registers. In tests, a run calls `testValue()`.
  ///
  /// A value belongs to the deepest scope that overrides a key from which it was made; if none does, to the
  /// whole process. A scope further in that overrides such a key has to prepare a value of its own. Like all
  /// that is built in a scope, a value lives as long as anybody holds the scope.
  ///
  /// Where a key fails, the others are still prepared before the error is thrown. A caller that is cancelled
  /// stops waiting; the run itself is cancelled only when nobody waits for it any more, and a later call starts
  /// anew once that run has ended. Until its end, a run holds the scope in which it was begun. Keys that need
  /// each other end the process with a message that gives their path.
  ///
  /// In a session, a run is an operation of the session, also when nobody waits for the run any more: an
  /// ``InjectedSession/end(throwing:drain:)`` that drains waits for it. A value whose session has ended before
  /// the run is let go of without a teardown; if the session had a teardown for it, that is reported.
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

  /// Gives the job of one key; apart, since a closure over an element of a pack ends the compiler of 6.3.1 with
  /// `-cross-module-optimization`.
  private static func preparation<Key: AsyncInjectedKey>(
    of key: Key.Type
  ) -> @Sendable () async throws -> Void {
    {
      PreparedKeys.current?.note(key)
      guard key.lifetime.isLasting else {
        IssueReporter.preparedValueIsNotKept(key, lifetime: key.lifetime)
      }
      let reader = Scope.enclosing
      // A key that a build needs is prepared for the scope around the build, since others may need it as well.
      let home = reader?.home ?? Scope.process.home
      defer { withExtendedLifetime(reader) {} }
      // No build waits for a task that outlives its build, or that a synchronous default has started.
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
