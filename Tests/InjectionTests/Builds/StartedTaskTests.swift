import Injection
import TestSupport
import Testing

/// A task that an asynchronous default starts, and that opens a scope before the default returns.
@Suite("Rule 2: a scope that a task opens keeps what is built there")
struct StartedTaskTests {
  @Test(
    "Also if a default has started the task, and its value goes meanwhile",
    arguments: [false, true])
  func keeps(isCaptured: Bool) async throws {
    let start = Start(isCaptured: isCaptured)
    try await withInjectedValues {
      $0.renew(StartedKey.self)
      $0[StartKey.self] = start
    } operation: {
      try await InjectedValues.prepare(StartedKey.self)
    }
    start.mayGoOn.open()
    weak let object = try #require(await start.job.withLock { $0.take() }?.value)
    for _ in 0..<100_000 where object != nil { await Task.yield() }
    #expect(object == nil)
  }
}

private final class Start: Sendable {
  let isCaptured: Bool
  let hasRead = Gate()
  let mayGoOn = Gate()
  let job = Guarded<Task<StartedObject?, any Error>?>(nil)

  init(isCaptured: Bool) { self.isCaptured = isCaptured }

  /// Reads twice in a scope, and gives the object if it was one.
  func run() async throws -> StartedObject? {
    try await withInjectedValues {
      $0[StartedNameKey.self] = "ann"
    } operation: {
      try await InjectedValues.prepare(StartedPoolKey.self)
      let (object, pool) = (
        injected { $0[StartedObjectKey.self] }, injected { $0[StartedPoolKey.self] }
      )
      hasRead.open()
      await mayGoOn.wait()
      #expect(injected { $0[StartedPoolKey.self] } === pool)
      return object === injected { $0[StartedObjectKey.self] } ? object : nil
    }
  }
}

private final class StartedObject: Sendable {
  let name = injected { $0[StartedNameKey.self] }
}

private enum StartedNameKey: InjectedKey {
  static var liveValue: String { "nobody" }
  static var testValue: String { liveValue }
}

private enum StartedObjectKey: InjectedKey {
  static var liveValue: StartedObject { StartedObject() }
  static var testValue: StartedObject { liveValue }
}

private enum StartedPoolKey: AsyncInjectedKey {
  static func liveValue() async -> StartedObject { StartedObject() }
  static func testValue() async -> StartedObject { StartedObject() }
}

private enum StartKey: InjectedKey {
  static var liveValue: Start { Start(isCaptured: false) }
  static var testValue: Start { liveValue }
}

private enum StartedKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }

  static func testValue() async throws -> String {
    let start = injected { $0[StartKey.self] }
    let values = InjectedValues.current
    start.job.withLock {
      $0 = Task {
        if start.isCaptured { return try await values.run { try await start.run() } }
        return try await start.run()
      }
    }
    await start.hasRead.wait()
    return "started"
  }
}
