extension Resolution {
  /// Makes the default of an asynchronous key, unless it is there or not wanted, for the reader and the build
  /// whose code waits for it, if any.
  func prepare(
    for waiter: Build?, in scope: Scope?,
    _ make: @escaping @Sendable (InjectedContext) async throws -> Instance
  ) async throws {
    var expected: [Trace.Question] = []
    // The waiter's scope, that of a build, holds no scope around it; its preparation holds these.
    let scopes = (waiter?.preparation?.scopes ?? []) + (scope.map { [$0] } ?? [])
    preparing: while let (preparation, build, isFirst) = try start(
      for: waiter?.runner, in: scopes, expecting: expected, make)
    {
      // A joined run, or one of a session's key, has read more than the context: that tells waiters apart.
      if let waiter, !isFirst || request.lifetime == .session {
        Builds.shared.dismissWaiters(for: waiter)
      }
      let (outcome, hasLeft) = await preparation.wait(at: home, for: waiter?.runner) {
        isFirst || Builds.shared.holdsSoFar(build, at: home)
      }
      if hasLeft { Builds.shared.stopWaiting([waiter?.runner], for: build) }
      switch outcome {
      case .made where isFirst: break preparing
      // What failed for another scope may not fail for this one.
      case .failed(let error, let reads) where Trace.hold(reads, at: home):
        if let waiter { noteElsewhere([own] + reads, in: waiter) }
        throw error
      case .made, .failed, .over: expected = Builds.shared.questions(of: build, askedAt: home)
      }
    }
    if let waiter { noteMade(in: waiter) }
  }

  private var own: Trace.Read {
    Trace.Read(key: request.key, beyond: nil, decider: nil, part: nil)
  }

  /// Notes what has led to a value that the waiter may read later, as if it read the value now; but a scope
  /// inside may still give another value.
  private func noteMade(in waiter: Build) {
    let base = home.base(of: request.keyID)
    let isDefault = base?.link.isRenewal ?? true
    let made = isDefault ? Self.kept(request, at: home, by: base) : nil
    noteElsewhere((base == nil ? [] : [own]) + (made?.entry.origin?.reads ?? []), in: waiter)
  }

  /// Starts the preparation, or joins one that runs; returns `nil` if nothing is to be prepared.
  ///
  /// Apart from the asynchronous function, which is compiled to a copy for each side of its `await`.
  @inline(never)
  private func start(
    for waiter: Builds.Runner?, in scopes: [Scope], expecting questions: [Trace.Question],
    _ make: @escaping @Sendable (InjectedContext) async throws -> Instance
  ) throws -> (preparation: Preparation, build: Build, isFirst: Bool)? {
    // The key's default, or what a scope renews.
    let base = home.base(of: request.keyID)
    if let base, !base.link.isRenewal { return nil }
    let (recipe, distance) = (base?.link as? Recipe, base?.distance ?? .max)
    let endCount = Builds.shared.endCount
    if kept(by: recipe, at: distance) != nil { return nil }
    try Task.checkCancellation()
    let preparation = Preparation(holding: scopes)
    let build = Build(
      slot(by: recipe), for: self, preparedBy: preparation, expecting: questions)
    let context = readContext(for: build)
    if context == .preview {
      // Nothing is prepared in a preview; the default is built if nothing wraps it.
      if home.find(request.keyID)?.link === base?.link { _ = answer() }
      return nil
    }
    readSession(for: build)
    switch Builds.shared.start(build, at: home, for: waiter) {
    case .cycle(let keys): IssueReporter.cycle(keys, accessor: request.accessor)
    case .join(let other): return other.preparation.map { ($0, other, false) }
    case .wait: preconditionFailure("A preparation waits for another one.")
    case .run:
      // Another one may have ended between the search and the start.
      if Builds.shared.endCount != endCount, kept(by: recipe, at: distance) != nil {
        end(build, preparation, .over)
      } else {
        run(build, preparation, by: recipe, at: distance) { try await make(context) }
      }
      return (preparation, build, true)
    }
  }

  private func run(
    _ build: Build, _ preparation: Preparation, by recipe: Recipe?, at distance: Int,
    _ make: @escaping @Sendable () async throws -> Instance
  ) {
    let scope = Scope(of: build, watch: watch)
    let reader = Resolution(request: request, home: home, build: nil, watch: watch)
    // The run is an operation of the sessions that it reads in, also when nobody waits for it any more.
    let stays = SessionStay.begin(in: home.spansAround)
    preparation.run { @concurrent in
      let outcome = await SessionStay.binding.withValue(stays.last ?? .current) {
        await reader.outcome(of: build, in: scope, by: recipe, at: distance, make)
      }
      // Before the end is told: a waiter may then end the session, which is to let go of all.
      for stay in stays.reversed() { stay.end() }
      reader.end(build, preparation, outcome)
    }
  }

  /// Runs the code, and keeps what it has made.
  ///
  /// Apart, so that only the home holds the value when the end is told: then a session may let go of it.
  @inline(never)
  private func outcome(
    of build: Build, in scope: Scope, by recipe: Recipe?, at distance: Int,
    _ make: @Sendable () async throws -> Instance
  ) async -> Preparation.Outcome {
    build.noteTask()
    do {
      let made = try await Scope.binding.withValue(InjectedValues(scope: scope)) {
        try await make()
      }
      made.build = build
      let record = build.finish()
      _ = keep(made, of: build, record, by: recipe, at: distance)
      // No home keeps it: a build around has ended, and other homes are around now. The callers look again.
      if made.trace.keeper == nil { return .over }
      return build.hasKept ? .made : .failed(CancellationError(), reads: record.reads)
    } catch {
      return .failed(error, reads: build.finish().reads)
    }
  }

  private func end(_ build: Build, _ preparation: Preparation, _ outcome: Preparation.Outcome) {
    Builds.shared.end(build)
    preparation.end(outcome)
  }
}
