import Injection
import TestSupport
import Testing

@Suite("4. Asynchronous keys: scopes, overrides and contexts")
struct AsyncKeyScopeTests {
  // MARK: Overrides of the key

  @Test("In a scope that overrides the key, its live value is not made")
  func override() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await withInjectedValues {
        $0.database = Database("override")
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
        #expect(injected(\.database).name == "override")
      }
    }
    #expect(loader.runs.value == 0)
  }

  @Test("In a scope that registers the key, its live value is not made")
  func register() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await withInjectedValues {
        $0.register(DatabaseKey.self) { Database("registered") }
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
        #expect(injected(\.database).name == "registered")
      }
    }
    #expect(loader.runs.value == 0)
  }

  @Test("A decorated key is prepared beneath the decoration")
  func decorate() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await withInjectedValues {
        $0.decorate(DatabaseKey.self) { Database("decorated \($0.name)") }
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
        #expect(injected(\.database).name == "decorated 1")
      }
      #expect(injected(\.database).name == "1")
    }
    #expect(loader.runs.value == 1)
  }

  @Test("A decoration of an override needs no live value")
  func decoratedOverride() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await withInjectedValues {
        $0.database = Database("override")
        $0.decorate(DatabaseKey.self) { Database("decorated \($0.name)") }
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
        #expect(injected(\.database).name == "decorated override")
      }
    }
    #expect(loader.runs.value == 0)
  }

  @Test("Where an asynchronous key is overridden, what was built from it is built anew")
  func rebuilt() async throws {
    try await withLoader(Loader()) {
      try await InjectedValues.prepare(DatabaseKey.self)
      let outside = injected(\.repository)
      withInjectedValues {
        $0.database = Database("override")
      } operation: {
        #expect(injected(\.repository).database.name == "override")
        #expect(injected(\.repository) === injected(\.repository))
      }
      #expect(injected(\.repository) === outside)
    }
  }

  // MARK: Where a value belongs

  @Test("A value belongs to the scope that it depends on, and scopes inside share it")
  func shared() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await withInjectedValues {
        $0.cacheLoader = Loader()
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
      }
      #expect(injected(\.database).name == "1")
    }
    #expect(loader.runs.value == 1)
  }

  @Test("A scope that overrides what a value was made from prepares its own")
  func ownInScope() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await InjectedValues.prepare(DatabaseKey.self)
      let outside = injected(\.database)
      try await withInjectedValues {
        $0.loader = Loader { _ in Database("inner") }
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
        #expect(injected(\.database).name == "inner")
      }
      #expect(injected(\.database) === outside)
    }
    #expect(loader.runs.value == 1)
  }

  @Test("Scopes that prepare a key at the same time have values of their own")
  func scopesAtOnce() async throws {
    let gates = [Gate(), Gate()]
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for (mine, other) in [(0, 1), (1, 0)] {
        group.addTask {
          let loader = Loader { _ in
            gates[mine].open()
            await gates[other].wait()
            return Database("\(mine)")
          }
          return try await withLoader(loader) {
            try await InjectedValues.prepare(DatabaseKey.self)
            return injected(\.database).name
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(names == ["0", "1"])
  }

  @Test("A failure in one scope is no failure in another")
  func failureInScope() async throws {
    try await withLoader(Loader { _ in throw LoadingError() }) {
      await #expect(throws: LoadingError()) { try await InjectedValues.prepare(DatabaseKey.self) }
      try await withInjectedValues {
        $0.loader = Loader()
      } operation: {
        try await InjectedValues.prepare(DatabaseKey.self)
        #expect(injected(\.database).name == "1")
      }
    }
  }

  @Test("A value that was prepared in a scope is freed with it")
  func freed() async throws {
    weak var database: Database?
    try await withLoader(Loader()) {
      try await InjectedValues.prepare(DatabaseKey.self)
      database = injected(\.database)
      #expect(database != nil)
    }
    #expect(database == nil)
  }

  @Test("A prepared value that captures its scope is freed with it")
  func freedHolder() async throws {
    weak var holder: DatabaseHolder?
    try await withLoader(Loader()) {
      try await InjectedValues.prepare(DatabaseHolderKey.self)
      holder = injected { $0[DatabaseHolderKey.self] }
      #expect(holder?.database.name == "1")
    }
    #expect(holder == nil)
  }

  @Test("A preparation whose session ends meanwhile throws, and says what is not torn down")
  func sessionEnds() async {
    let (held, closed) = (HeldLoader(), Counter())
    let session = InjectedSession {
      $0.context = .live
      $0.loader = held.loader
    }
    session.onEnd(DatabaseKey.self) { _ in closed.increment() }
    let report = await issueReport {
      let preparation = Task {
        try await session.run { try await InjectedValues.prepare(DatabaseKey.self) }
      }
      await held.started.wait()
      await session.end()
      held.mayEnd.open()
      await #expect(throws: CancellationError.self) { try await preparation.value }
    }
    #expect(report.contains("DatabaseKey was made"), "\(report)")
    #expect(closed.value == 0)
  }

  @Test("Who waits, outside, for a preparation of a session that ends is given a value of its own")
  func sessionEndsForAnother() async throws {
    let held = HeldLoader(isCancellable: false)
    _ = try await expectingIssues {
      try await withInjectedValues {
        $0.context = .live
        $0.loader = held.loader
        $0[DescribedKey.self] = "outside"
      } operation: {
        let session = InjectedSession { $0[DescribedKey.self] = "session" }
        let inside = Task {
          try await session.run { try await InjectedValues.prepare(LateKey.self) }
        }
        await held.started.wait()
        let outside = Task {
          try await InjectedValues.prepare(LateKey.self)
          return injected { $0[LateKey.self] }
        }
        await session.end()
        held.mayEnd.open()
        await #expect(throws: CancellationError.self) { try await inside.value }
        let value = try await outside.value
        #expect(value == "outside")
      }
    }
  }

  @Test("A preparation that is asked for twice is no read")
  func preparedTwice() async throws {
    try await withLoader(Loader()) {
      let world = InjectedValues.current
      try await InjectedValues.prepare(DatabaseKey.self)
      try await InjectedValues.prepare(DatabaseKey.self)
      let prepared = Database("prepared")
      prepareInjectedValues { $0.database = prepared }
      #expect(injected(\.database) === prepared)
      #expect(world.overriding { $0.number = 2 }.run { injected(\.database) } === prepared)
    }
  }

  @Test("What a prepared service that has escaped its scope builds goes with it")
  func escapedIsFreed() async throws {
    weak var part: CapturingPart?
    try await withLoader(Loader()) {
      var service: CapturingService? = try await withInjectedValues {
        $0[DescribedKey.self] = "scope"
      } operation: {
        try await InjectedValues.prepare(CapturingServiceKey.self)
        return injected { $0[CapturingServiceKey.self] }
      }
      part = service?.values.run { injected { $0[CapturingPartKey.self] } }
      #expect(part?.text == "scope")
      service = nil
    }
    #expect(part == nil)
  }

  @Test("What was built for a prepared service does not hold what that builds after its scope")
  func partIsFreed() async throws {
    weak var part: CapturingPart?
    try await withLoader(Loader()) {
      try await withInjectedValues {
        $0[DescribedKey.self] = "outer"
      } operation: {
        var service: CapturingService? = try await withInjectedValues {
          $0.decorate(CapturingPartKey.self) { CapturingPart(of: $0) }
        } operation: {
          try await InjectedValues.prepare(PartedServiceKey.self)
          return injected { $0[PartedServiceKey.self] }
        }
        part = service?.values.run { injected { $0[CapturingPartKey.self] } }
        #expect(part?.base === injected { $0[CapturingPartKey.self] })
        service = nil
      }
    }
    #expect(part == nil)
  }

  // MARK: Keys that need each other

  @Test("A key that needs another prepares it, once for all")
  func needs() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await InjectedValues.prepare(IndexKey.self, DatabaseKey.self)
      #expect(injected(\.index).database === injected(\.database))
    }
    #expect(loader.runs.value == 1)
  }

  @Test("What a key needs is prepared for the scope, and outlives a failure of that key")
  func neededOutlivesFailure() async {
    let loader = Loader()
    await withLoader(loader) {
      await #expect(throws: LoadingError()) { try await InjectedValues.prepare(NeedyKey.self) }
      #expect(injected(\.database).name == "1")
    }
    #expect(loader.runs.value == 1)
  }

  @Test("Where a needed key is overridden, the key that needs it is made from the override")
  func neededOverride() async throws {
    let loader = Loader()
    try await withLoader(loader) {
      try await InjectedValues.prepare(IndexKey.self)
      let outside = injected(\.index)
      try await withInjectedValues {
        $0.database = Database("override")
      } operation: {
        try await InjectedValues.prepare(IndexKey.self)
        #expect(injected(\.index).database.name == "override")
      }
      #expect(injected(\.index) === outside)
    }
    #expect(loader.runs.value == 1)
  }

  // MARK: Contexts

  @Test("Outside the live context no key needs to be prepared", arguments: ["test", "preview"])
  func contexts(name: String) async throws {
    let loader = Loader()
    let context = try #require(InjectedContext(rawValue: name))
    try await withInjectedValues {
      $0.context = context
      $0.loader = loader
    } operation: {
      let database = injected(\.database)
      #expect(database.name == name)
      try await InjectedValues.prepare(DatabaseKey.self)
      #expect(injected(\.database) === database)
    }
    #expect(loader.runs.value == 0)
  }
}

/// Holds the scope that it was made in.
final class DatabaseHolder: Sendable {
  private let injectedDatabase = Injected(\.database)

  var database: Database { injectedDatabase() }
}

enum DatabaseHolderKey: AsyncInjectedKey {
  static func liveValue() async throws -> DatabaseHolder {
    try await InjectedValues.prepare(DatabaseKey.self)
    let holder = DatabaseHolder()
    _ = holder.database
    return holder
  }

  static var testValue: DatabaseHolder { DatabaseHolder() }
}

/// Prepares what it needs, then fails.
enum NeedyKey: AsyncInjectedKey {
  static func liveValue() async throws -> Database {
    try await InjectedValues.prepare(DatabaseKey.self)
    throw LoadingError()
  }

  static var testValue: Database { Database("test") }
}

private enum DescribedKey: InjectedInterfaceKey {
  static var testValue: String { "nothing" }
}

/// Reads what it describes when its loader has ended.
private enum LateKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    _ = try await injected(\.loader).load()
    return injected { $0[DescribedKey.self] }
  }

  static var testValue: String { "test" }
}

/// Has captured the scope of its build, as what it reads there later.
private final class CapturingService: Sendable {
  let text = injected { $0[DescribedKey.self] }
  let values = InjectedValues.current
}

private final class CapturingPart: Sendable {
  let text = injected { $0[DescribedKey.self] }
  let values = InjectedValues.current
  let base: CapturingPart?

  init(of base: CapturingPart? = nil) { self.base = base }
}

private enum CapturingPartKey: InjectedKey {
  static var liveValue: CapturingPart { CapturingPart() }
  static var testValue: CapturingPart { CapturingPart() }
}

private enum CapturingServiceKey: AsyncInjectedKey {
  static func liveValue() async throws -> CapturingService { CapturingService() }
  static var testValue: CapturingService { CapturingService() }
}

private enum PartedServiceKey: AsyncInjectedKey {
  static func liveValue() async throws -> CapturingService {
    withExtendedLifetime(injected { $0[CapturingPartKey.self] }) { CapturingService() }
  }
  static var testValue: CapturingService { CapturingService() }
}
