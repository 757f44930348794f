import Dispatch
import Foundation
import Injection
import TestSupport
import Testing

@Suite("4. Asynchronous keys: what ends the process, and what holds for all of it")
struct AsyncKeyExitTests {
  // MARK: Reads before preparation

  @Test("A read before preparation names the key, the accessor, the place and the missing call")
  func notPrepared() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { _ = injected(\.database) }
    }
    let report = result.report
    #expect(report.contains("DatabaseKey was read through 'database' before it was prepared"))
    #expect(report.contains("try await InjectedValues.prepare(DatabaseKey.self)"))
    #expect(report.contains("InjectionTests/AsyncKeys.swift:"))
  }

  @Test("A decorated key that was not prepared is not taken for a cycle of itself")
  func notPreparedAndDecorated() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) {
        withInjectedValues {
          $0.decorate(DatabaseKey.self) { Database("around \($0.name)") }
        } operation: {
          _ = injected(\.database)
        }
      }
    }
    #expect(
      result.report.contains("DatabaseKey was read through 'database' before it was prepared"))
  }

  @Test("An accessor that is given where its key has nothing to give says to pass the key's type")
  func nothingToLearnFrom() async throws {
    let renewing = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { _ = InjectedSession { $0.renew(\.untestedDatabase) } }
    }
    #expect(renewing.report.contains("renew(_:) at InjectionTests/AsyncKeyExitTests.swift:"))
    #expect(renewing.report.contains("Pass the key's type instead: 'UntestedDatabaseKey.self'."))
    let decorating = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) {
        _ = InjectedValues.current.overriding {
          $0.decorate(UntestedDatabaseKey.self) { $0 }
          $0.decorate(\.untestedDatabase) { $0 }
        }
      }
    }
    #expect(decorating.report.contains("Pass the key's type instead: 'UntestedDatabaseKey.self'."))
  }

  @Test("An accessor whose key was prepared is learnt by what that has given")
  func learntWherePrepared() async {
    await #expect(processExitsWith: .success) {
      try await withLoader(Loader()) {
        try await InjectedValues.prepare(UntestedDatabaseKey.self)
        let prepared = injected(\.untestedDatabase)
        let values = InjectedValues.current.overriding { $0.decorate(\.untestedDatabase) { -$0 } }
        precondition(values.untestedDatabase == -prepared)
        precondition(InjectedValues.explain(\.untestedDatabase).built != nil)
      }
    }
  }

  @Test("A key that was prepared in a session which has ended says so")
  func preparedInEndedSession() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let session = InjectedSession {
        $0.context = .live
        $0.loader = Loader()
      }
      let values = try? await session.run {
        try await InjectedValues.prepare(DatabaseKey.self)
        return InjectedValues.current
      }
      await session.end()
      _ = values?.database
    }
    #expect(result.report.contains("What was prepared in the session of "))
  }

  @Test("A read through the key says so")
  func notPreparedByKey() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { _ = Injected({ $0[DatabaseKey.self] }).wrappedValue }
    }
    let report = result.report
    #expect(report.contains("DatabaseKey was read in '"))
    #expect(report.contains("try await InjectedValues.prepare(DatabaseKey.self)"))
  }

  @Test("A default that is built from a key which is not prepared names that key")
  func notPreparedBehindDefault() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { _ = injected(\.repository) }
    }
    let report = result.report
    #expect(
      report.contains(
        "DatabaseKey was read through 'database' to build RepositoryKey before it was prepared"))
  }

  @Test("A failed preparation has prepared nothing")
  func readAfterFailure() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader { _ in throw LoadingError() }) {
        try? await InjectedValues.prepare(DatabaseKey.self)
        _ = injected(\.database)
      }
    }
    let report = result.report
    #expect(report.contains("DatabaseKey was read through 'database' before it was prepared"))
  }

  @Test("A scope that overrides what a value was made from is named")
  func preparedOutside() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try? await withLoader(Loader()) {
        try await InjectedValues.prepare(DatabaseKey.self)
        withInjectedValues {
          $0.loader = Loader()
        } operation: {
          _ = injected(\.database)
        }
      }
    }
    let report = result.report
    #expect(report.contains("It was prepared outside the scope of"))
    #expect(report.contains("AsyncKeyExitTests.swift"))
    #expect(report.contains("which overrides LoaderKey"))
  }

  @Test("A lifetime that keeps nothing is refused")
  func lifetime() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try? await InjectedValues.prepare(FleetingKey.self)
    }
    let report = result.report
    #expect(report.contains("FleetingKey has the lifetime 'transient'"))
  }

  @Test("What a preparation has begun reads in its caller's scope, when both have left")
  func callersLeft() async {
    await #expect(processExitsWith: .success) {
      weak var loader: Loader?
      let caller = {
        let own = Loader()
        loader = own
        return Task {
          try await withLoader(own) { try await InjectedValues.prepare(ForsakenKey.self) }
        }
      }()
      await PersistentKey.hasPrepared.wait()
      caller.cancel()
      _ = await caller.result
      // The caller's scope goes in the meantime, where nobody holds it.
      for _ in 0..<1_000 where loader != nil { await Task.yield() }
      PersistentKey.mayRead.open()
      await PersistentKey.hasRead.wait()
      for _ in 0..<100_000 where loader != nil { await Task.yield() }
      precondition(loader == nil, "The scope goes with the last preparation that was begun in it.")
    }
  }

  // MARK: Cycles

  @Test("Keys that prepare each other end the process with their path")
  func cycle() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { try? await InjectedValues.prepare(TailKey.self) }
    }
    let report = result.report
    #expect(report.contains("TailKey → HeadKey → TailKey"))
  }

  @Test("Keys that prepare each other, prepared side by side, end the process with their path")
  func cycleInParallel() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) {
        try? await InjectedValues.prepare(LeftSideKey.self, RightSideKey.self)
      }
    }
    let report = result.report
    #expect(
      report.contains("LeftSideKey → RightSideKey → LeftSideKey")
        || report.contains("RightSideKey → LeftSideKey → RightSideKey"))
  }

  @Test("A key that prepares itself ends the process with its path")
  func selfCycle() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { try? await InjectedValues.prepare(SelfishKey.self) }
    }
    let report = result.report
    #expect(report.contains("SelfishKey → SelfishKey"))
  }

  @Test("A key that prepares itself in ever new scopes ends the process with its path")
  func selfCycleInScopes() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { try? await InjectedValues.prepare(DescendingKey.self) }
    }
    let report = result.report
    #expect(report.contains("DescendingKey → DescendingKey"))
  }

  @Test("A cycle through a synchronous default ends the process with its path")
  func cycleThroughDefault() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withLoader(Loader()) { try? await InjectedValues.prepare(RoundKey.self) }
    }
    let report = result.report
    #expect(report.contains("RoundKey → TripKey → RoundKey"))
  }

  // MARK: The whole process

  @Test("A value that was made from no override is the whole process's")
  func process() async {
    await #expect(processExitsWith: .success) {
      prepareInjectedValues { $0.context = .live }
      try await withInjectedValues {
        $0.cacheLoader = Loader()
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
      }
      let database = injected(\.database)
      #expect(database.name == "1")
      let inTask = await Task.detached { injected(\.database) }.value
      #expect(inTask === database)
      let onThread = await onThread { injected(\.database) }
      #expect(onThread === database)
    }
  }

  @Test("Where launch prepares an override of a key, its live value is not made")
  func preparedOverride() async {
    await #expect(processExitsWith: .success) {
      let loader = Loader()
      prepareInjectedValues {
        $0.context = .live
        $0.loader = loader
        $0.database = Database("launch")
      }
      try await InjectedValues.prepare(DatabaseKey.self)
      #expect(injected(\.database).name == "launch")
      #expect(loader.runs.value == 0)
    }
  }
}

enum FleetingKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { 1 }
  static var testValue: Int { 2 }
  static var lifetime: InjectedLifetime { .transient }
}

enum TailKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await InjectedValues.prepare(HeadKey.self)
    return 1
  }

  static var testValue: Int { 1 }
}

enum HeadKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await InjectedValues.prepare(TailKey.self)
    return 2
  }

  static var testValue: Int { 2 }
}

/// Both sides run before either of them needs the other.
enum LeftSideKey: AsyncInjectedKey {
  static let runs = Gate()

  static func liveValue() async throws -> Int {
    runs.open()
    await RightSideKey.runs.wait()
    try await InjectedValues.prepare(RightSideKey.self)
    return 1
  }

  static var testValue: Int { 1 }
}

enum RightSideKey: AsyncInjectedKey {
  static let runs = Gate()

  static func liveValue() async throws -> Int {
    runs.open()
    await LeftSideKey.runs.wait()
    try await InjectedValues.prepare(LeftSideKey.self)
    return 2
  }

  static var testValue: Int { 2 }
}

enum SelfishKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await InjectedValues.prepare(SelfishKey.self)
    return 1
  }

  static var testValue: Int { 1 }
}

enum DescendingKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    _ = injected(\.loader)
    try await withInjectedValues {
      $0.loader = Loader()
    } operation: {
      try await InjectedValues.prepare(DescendingKey.self)
    }
    return 1
  }

  static var testValue: Int { 1 }
}

enum RoundKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { injected { $0[TripKey.self] } }
  static var testValue: Int { 1 }
}

enum TripKey: InjectedKey {
  static var liveValue: Int { injected { $0[RoundKey.self] } }
  static var testValue: Int { 2 }
}

/// Prepares a key that goes on when nobody waits for it.
enum ForsakenKey: AsyncInjectedKey {
  static func liveValue() async throws -> Index {
    try await InjectedValues.prepare(PersistentKey.self)
    return injected { $0[PersistentKey.self] }
  }

  static var testValue: Index { Index(Database("test")) }
}

enum PersistentKey: AsyncInjectedKey {
  static let hasPrepared = Gate()
  static let mayRead = Gate()
  static let hasRead = Gate()

  static func liveValue() async throws -> Index {
    try await InjectedValues.prepare(DatabaseKey.self)
    hasPrepared.open()
    await mayRead.wait()
    defer { hasRead.open() }
    return Index(injected(\.database))
  }

  static var testValue: Index { Index(Database("test")) }
}
