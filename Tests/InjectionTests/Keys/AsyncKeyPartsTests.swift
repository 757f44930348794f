import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("4. Asynchronous keys: what is a part of a run, and what is not")
struct AsyncKeyPartsTests {
  @Test("A task that a synchronous default starts, which the run has built, waits as anybody does")
  func taskOfSynchronousDefault() async {
    await #expect(processExitsWith: .success) {
      try await withInjectedValues {
        $0.context = .live
      } operation: {
        try await InjectedValues.prepare(DepotKey.self)
        let foreman = injected { $0[ForemanKey.self] }
        let depot = injected { $0[DepotKey.self] }
        let prepared = try await foreman.task.value
        precondition(prepared === depot)
      }
    }
  }

  @Test(
    "What fails in a scope that the run has opened is its own affair",
    .injected { $0.context = .live })
  func failsInside() async throws {
    let runs = Counter()
    try await withInjectedValues {
      $0[HubRunsKey.self] = runs
    } operation: {
      for hull in ["wood", "steel"] {
        try await withInjectedValues {
          $0[HullKey.self] = hull
        } operation: {
          try await InjectedValues.prepare(HarbourKey.self)
        }
      }
      #expect(injected { $0[HarbourKey.self] } == "no paper")
    }
    #expect(runs.value == 1)
  }

  @Test("What fails by what counts outside that scope is not", .injected { $0.context = .live })
  func failsOutside() async throws {
    var names: [String] = []
    for hull in ["wood", "steel"] {
      try await withInjectedValues {
        $0[HullKey.self] = hull
        $0[SailKey.self] = hull
      } operation: {
        try await InjectedValues.prepare(HarbourKey.self)
        names.append(injected { $0[HarbourKey.self] })
      }
    }
    #expect(names == ["no paper with wood", "no paper with steel"])
  }
}

private final class Depot: Sendable {}

private enum DepotKey: AsyncInjectedKey {
  static func liveValue() async throws -> Depot {
    let foreman = injected { $0[ForemanKey.self] }
    await foreman.isPreparing.wait()
    for _ in 0..<100 { await Task.yield() }
    return Depot()
  }
}

/// Prepares the depot, in its own time.
private final class Foreman: Sendable {
  let isPreparing: Gate
  let task: Task<Depot, any Error>

  init() {
    let gate = Gate()
    isPreparing = gate
    task = Task {
      gate.open()
      try await InjectedValues.prepare(DepotKey.self)
      return injected { $0[DepotKey.self] }
    }
  }
}

private enum ForemanKey: InjectedKey { static var liveValue: Foreman { Foreman() } }
private enum HubRunsKey: InjectedKey { static var liveValue: Counter { Counter() } }
private enum HullKey: InjectedKey { static var liveValue: String { "" } }
private enum SailKey: InjectedKey { static var liveValue: String { "" } }

private struct Sunk: Error {
  let text: String
}

private enum ShipKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let sail = injected { $0[SailKey.self] }
    throw Sunk(text: injected { $0[HullKey.self] } + (sail.isEmpty ? "" : " with \(sail)"))
  }
}

/// Prepares a ship in a scope of its own, and goes on without one.
private enum HarbourKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    InjectedValues.peek { $0[HubRunsKey.self] }.increment()
    do {
      return try await withInjectedValues {
        $0[HullKey.self] = "paper"
      } operation: {
        try await InjectedValues.prepare(ShipKey.self)
        return injected { $0[ShipKey.self] }
      }
    } catch let error as Sunk {
      return "no " + error.text
    }
  }
}
