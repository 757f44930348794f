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

  @Test("What it prepares is, also where that is read later")
  func readLater() async {
    // In a process of its own, which what is not prepared would end.
    await #expect(processExitsWith: .success) {
      try await withInjectedValues {
        $0.context = .live
      } operation: {
        var names: [String] = []
        for hull in ["wood", "steel", ""] {
          try await withInjectedValues {
            if !hull.isEmpty { $0[HullKey.self] = hull }
          } operation: {
            try await InjectedValues.prepare(YardKey.self)
            names.append(injected { $0[YardKey.self] }.tools())
          }
        }
        precondition(names == ["tools for wood", "tools for steel", "tools for "])
        // What is read later may be another scope's.
        withInjectedValues {
          $0[ToolsKey.self] = "borrowed tools"
        } operation: {
          precondition(injected { $0[YardKey.self] }.tools() == "borrowed tools")
        }
      }
    }
  }

  @Test("So is what belongs to a session")
  func readLaterInSession() async {
    await #expect(processExitsWith: .success) {
      try await withInjectedValues {
        $0.context = .live
      } operation: {
        var crews: [Crew] = []
        for _ in 0..<2 {
          let session = InjectedSession()
          try await session.run {
            try await InjectedValues.prepare(CaptainKey.self)
            crews.append(injected { $0[CaptainKey.self] }.crew())
          }
          await session.end()
        }
        precondition(crews[0] !== crews[1])
      }
    }
  }

  @Test(
    "What many prepare, each from the one before, is noted once",
    .injected { $0.context = .live })
  func ladder() async throws {
    func climb<Key: AsyncInjectedKey>(to key: Key.Type, then rest: Int) async throws -> Int
    where Key.Value == Int {
      if rest > 0 { return try await climb(to: RungKey<Key>.self, then: rest - 1) }
      try await InjectedValues.prepare(key)
      return injected { $0[Key.self] }
    }
    let height = try await withInjectedValues {
      $0.decorate(HullKey.self) { $0 + "!" }
    } operation: {
      try await climb(to: GroundKey.self, then: 30)
    }
    #expect(height == 31)
  }

  @Test(
    "What it prepares without an error does not, where another scope's would fail",
    .injected { $0.context = .live })
  func succeedsElsewhere() async throws {
    try await InjectedValues.prepare(VoyageKey.self)
    #expect(injected { $0[VoyageKey.self] } == "in port")
    try await withInjectedValues {
      $0[PilotKey.self] = "a pilot"
    } operation: {
      try await InjectedValues.prepare(VoyageKey.self)
      #expect(injected { $0[VoyageKey.self] } == "at sea")
    }
    withInjectedValues {
      $0[SailKey.self] = "another"
    } operation: {
      #expect(injected { $0[VoyageKey.self] } == "in port")
    }
  }
}

private enum ToolsKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { "tools for " + injected { $0[HullKey.self] } }
}

/// Has its tools prepared, and takes them when they are needed.
private final class Yard: Sendable {
  let tools = Injected { $0[ToolsKey.self] }
}

private enum YardKey: AsyncInjectedKey {
  static func liveValue() async throws -> Yard {
    try await InjectedValues.prepare(ToolsKey.self)
    return Yard()
  }
}

private final class Crew: Sendable {}

private enum CrewKey: AsyncInjectedKey {
  static var lifetime: InjectedLifetime { .session }
  static func liveValue() async throws -> Crew { Crew() }
}

private final class Captain: Sendable {
  let crew = Injected { $0[CrewKey.self] }
}

private enum CaptainKey: AsyncInjectedKey {
  static func liveValue() async throws -> Captain {
    try await InjectedValues.prepare(CrewKey.self)
    return Captain()
  }
}

private enum GroundKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { injected { $0[HullKey.self] }.count }
}

private enum RungKey<Below: AsyncInjectedKey>: AsyncInjectedKey where Below.Value == Int {
  static func liveValue() async throws -> Int {
    try await InjectedValues.prepare(Below.self)
    return injected { $0[Below.self] } + 1
  }
}

private enum PilotKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { throw Sunk(text: "no pilot") }
}

private enum VoyageKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    do {
      try await InjectedValues.prepare(PilotKey.self)
      return "at sea"
    } catch {
      return "in port"
    }
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
