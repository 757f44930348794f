import Injection
import TestSupport
import Testing

@Suite("4. Asynchronous keys: prepared once, retried, cancelled; then read without waiting")
struct AsyncKeyPreparationTests {
  // MARK: Reading

  @Test("A prepared key is read without waiting, through every way to read it")
  func reads() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await InjectedValues.prepare(DatabaseKey.self)
      let database = injected(\.database)
      #expect(database.name == "1")
      #expect(Injected(\.database).wrappedValue === database)
      #expect(Injected({ $0[DatabaseKey.self] }).wrappedValue === database)
      #expect(InjectedValues.current[DatabaseKey.self] === database)
      let inTask = await Task { injected(\.database) }.value
      #expect(inTask === database)
      let values = InjectedValues.current
      let onQueue = await onQueue { values.database }
      #expect(onQueue === database)
    }
    #expect(loader.runs.value == 1)
  }

  @Test("A key that is prepared already is left as it is")
  func idempotent() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await InjectedValues.prepare(DatabaseKey.self)
      let database = injected(\.database)
      try await InjectedValues.prepare(DatabaseKey.self, DatabaseKey.self)
      #expect(injected(\.database) === database)
    }
    #expect(loader.runs.value == 1)
  }

  @Test("No key is prepared by an empty list")
  func none() async throws {
    try await InjectedValues.prepare()
  }

  @Test("The live value is made with the caller's task-local values")
  func taskLocals() async throws {
    let loader = Loader { _ in Database(TestLocal.name) }
    try await withLoader(loader) {
      try await TestLocal.$name.withValue("caller") {
        try await InjectedValues.prepare(DatabaseKey.self)
      }
      #expect(injected(\.database).name == "caller")
    }
  }

  @Test("Preparing keeps the caller's isolation")
  @MainActor
  func isolation() async throws {
    var note = ""
    try await withLoader(Loader()) {
      try await InjectedValues.prepare(DatabaseKey.self)
      MainActor.assertIsolated()
      note = injected(\.database).name
    }
    #expect(note == "1")
  }

  // MARK: Single flight

  @Test("1,000 tasks that prepare at once wait for one run")
  func singleFlight() async throws {
    let loader = Loader()
    let databases = await withLoader(loader) {
      await withTaskGroup(of: Database?.self) { group in
        for _ in 0..<1_000 {
          group.addTask {
            try? await InjectedValues.prepare(DatabaseKey.self)
            return injected(\.database)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(databases.count == 1_000)
    #expect(Set(databases.compactMap { $0.map(ObjectIdentifier.init) }).count == 1)
    #expect(loader.runs.value == 1)
  }

  @Test("Several keys are prepared in parallel")
  func parallel() async throws {
    let first = Gate()
    let second = Gate()
    let loader = Loader { _ in
      first.open()
      await second.wait()
      return Database("database")
    }
    let cacheLoader = Loader { _ in
      second.open()
      await first.wait()
      return Database("cache")
    }
    try await withLoader(loader, cache: cacheLoader) {
      try await InjectedValues.prepare(DatabaseKey.self, CacheKey.self)
      #expect(injected(\.database).name == "database")
      #expect(injected(\.cache).name == "cache")
    }
  }

  /// Each layer doubles the ways from the top to the bottom.
  @Test("A caller joins what forty layers of two keys prepare, each from both below it")
  @MainActor
  func layers() async throws {
    let held = HeldLoader()
    let top = top(of: 40, over: BottomLayer.self)
    try await withLoader(held.loader) {
      let first = Task { try await top.prepare() }
      await held.started.wait()
      let second = Task { try await top.prepareOne() }
      // It has joined when the main actor is free.
      await Task { @MainActor in }.value
      held.mayEnd.open()
      try await first.value
      try await second.value
    }
    #expect(held.loader.runs.value == 1)
  }

  private func top<L: Layer>(of count: Int, over layer: L.Type) -> any Layer.Type {
    count == 0 ? layer : top(of: count - 1, over: TwoKeys<L>.self)
  }

  // MARK: Failure

  @Test("An error is thrown, nothing is kept, and a later call tries again")
  func retry() async throws {
    let loader = Loader { run in
      if run == 1 { throw LoadingError() }
      return Database("\(run)")
    }
    try await withLoader(loader) {
      await #expect(throws: LoadingError()) { try await InjectedValues.prepare(DatabaseKey.self) }
      try await InjectedValues.prepare(DatabaseKey.self)
      #expect(injected(\.database).name == "2")
    }
    #expect(loader.runs.value == 2)
  }

  @Test("Where one key fails, the others are still prepared")
  func partialFailure() async throws {
    let failed = Gate()
    let loader = Loader { run in
      if run > 1 { return Database("\(run)") }
      failed.open()
      throw LoadingError()
    }
    let cacheLoader = Loader { run in
      await failed.wait()
      return Database("cache \(run)")
    }
    try await withLoader(loader, cache: cacheLoader) {
      await #expect(throws: LoadingError()) {
        try await InjectedValues.prepare(DatabaseKey.self, CacheKey.self)
      }
      #expect(injected(\.cache).name == "cache 1")
      try await InjectedValues.prepare(DatabaseKey.self, CacheKey.self)
      #expect(injected(\.database).name == "2")
    }
    #expect(cacheLoader.runs.value == 1)
  }

  // MARK: Cancellation

  @Test("The cancellation of one who waits fails nobody else")
  func cancelOneWaiter() async throws {
    let held = HeldLoader()
    try await withLoader(held.loader) {
      let stays = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      await held.started.wait()
      let leaves = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      leaves.cancel()
      await #expect(throws: CancellationError.self) { try await leaves.value }
      held.mayEnd.open()
      try await stays.value
      #expect(injected(\.database).name == "1")
    }
    #expect(held.loader.runs.value == 1)
  }

  /// The one that is cancelled waits by then: the main actor is not free before.
  @Test("One who waits and is cancelled is let go of, with the scope that it waited in")
  @MainActor
  func cancelledWaiterScope() async throws {
    let held = HeldLoader()
    try await withLoader(held.loader) {
      let stays = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      await held.started.wait()
      weak var assigned: Loader?
      let waits = Gate()
      let leaves = {
        let loader = Loader()
        assigned = loader
        return withInjectedValues {
          $0.cacheLoader = loader
        } operation: {
          Task {
            waits.open()
            try await InjectedValues.prepare(DatabaseKey.self)
          }
        }
      }()
      await waits.wait()
      leaves.cancel()
      await #expect(throws: CancellationError.self) { try await leaves.value }
      for _ in 0..<100_000 where assigned != nil { await Task.yield() }
      #expect(assigned == nil)
      held.mayEnd.open()
      try await stays.value
    }
    #expect(held.loader.runs.value == 1)
  }

  /// Both begin on the main actor, in order, so that the second waits for the first one's run.
  ///
  /// Where it does not, it has a run of its own: it succeeds either way.
  @Test("The cancellation of the one who came first fails nobody else")
  @MainActor
  func cancelFirst() async throws {
    let held = HeldLoader()
    try await withLoader(held.loader) {
      let first = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      let second = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      await held.started.wait()
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      held.mayEnd.open()
      try await second.value
      _ = injected(\.database)
    }
  }

  @Test("The cancellation of the last who waits cancels the run, and a later call tries again")
  func cancelLast() async throws {
    let started = Gate()
    let cancelled = Gate()
    let loader = Loader { run in
      guard run == 1 else { return Database("\(run)") }
      started.open()
      await withTaskCancellationHandler {
        await cancelled.wait()
      } onCancel: {
        cancelled.open()
      }
      try Task.checkCancellation()
      return Database("cancelled")
    }
    try await withLoader(loader) {
      let task = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      await started.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await cancelled.wait()
      try await InjectedValues.prepare(DatabaseKey.self)
      #expect(injected(\.database).name == "2")
    }
    #expect(loader.runs.value == 2)
  }

  @Test("A run that ends well although it was cancelled has prepared the key")
  func cancelledInVain() async throws {
    let held = HeldLoader(isCancellable: false)
    try await withLoader(held.loader) {
      let task = Task { try await InjectedValues.prepare(DatabaseKey.self) }
      await held.started.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      held.mayEnd.open()
      try await InjectedValues.prepare(DatabaseKey.self)
      #expect(injected(\.database).name == "1")
    }
    #expect(held.loader.runs.value == 1)
  }

  @Test("A caller that is cancelled already runs nothing")
  func cancelledBefore() async throws {
    let loader = Loader()
    await withLoader(loader) {
      let gate = Gate()
      let task = Task {
        await gate.wait()
        try await InjectedValues.prepare(DatabaseKey.self)
      }
      task.cancel()
      gate.open()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(loader.runs.value == 0)
  }
}

private protocol Layer: SendableMetatype {
  static func prepare() async throws
  static func prepareOne() async throws
}

private enum BottomLayer: Layer {
  static func prepare() async throws { try await InjectedValues.prepare(DatabaseKey.self) }
  static func prepareOne() async throws { try await prepare() }
}

private enum TwoKeys<Below: Layer>: Layer {
  static func prepare() async throws {
    try await InjectedValues.prepare(LeftLayerKey<Below>.self, RightLayerKey<Below>.self)
  }
  static func prepareOne() async throws {
    try await InjectedValues.prepare(LeftLayerKey<Below>.self)
  }
}

private enum LeftLayerKey<Below: Layer>: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await Below.prepare()
    return 1
  }
}

private enum RightLayerKey<Below: Layer>: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await Below.prepare()
    return 2
  }
}

private enum TestLocal {
  @TaskLocal static var name = "none"
}

/// A type whose initialiser waits, also in tests.
private enum FixtureKey: AsyncInjectedKey {
  static func liveValue() async throws -> Database { Database("live") }

  static func testValue() async throws -> Database {
    await Task.yield()
    return Database("fixture of \(injected(\.number))")
  }
}

extension InjectedValues {
  fileprivate var fixture: Database { self[FixtureKey.self] }
}

@Suite("4. Asynchronous keys: test values that take time")
struct AsyncTestValueTests {
  @Test("A test value that takes time is prepared once, for each scope that it depends on")
  func prepared() async throws {
    try await InjectedValues.prepare(FixtureKey.self)
    let first = injected(\.fixture)
    #expect(first.name == "fixture of \(injected(\.number))")
    try await InjectedValues.prepare(FixtureKey.self)
    #expect(injected(\.fixture) === first)
    try await withInjectedValues {
      $0.number = 8
    } operation: {
      try await InjectedValues.prepare(FixtureKey.self)
      #expect(injected(\.fixture).name == "fixture of 8")
    }
  }

  @Test("One that is read before names the call that is missing")
  func unprepared() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .test
      } operation: {
        _ = injected(\.fixture)
      }
    }
    let text = result.report
    #expect(text.contains("FixtureKey was read through 'fixture' before it was prepared"))
    #expect(text.contains("Call 'try await InjectedValues.prepare(FixtureKey.self)'"))
  }
}
