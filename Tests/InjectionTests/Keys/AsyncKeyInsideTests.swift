import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite(
  "4. Asynchronous keys: what one prepares in a scope of its own is its own affair",
  .injected { $0.context = .live })
struct AsyncKeyInsideTests {
  @Test(
    "All wait for one run, whatever that scope decides",
    arguments: [false, true], [false, true])
  func oneRun(comesEarly: Bool, isInScope: Bool) async throws {
    let plan = Plan()
    let office = Office()
    let names = try await withInjectedValues {
      $0[PlanKey.self] = plan
    } operation: {
      async let first = office.prepare(inScope: false)
      await plan.hasBegun.wait()
      if !comesEarly {
        plan.mayRead.open()
        await plan.hasRead.wait()
      }
      let second = Office()
      async let other = second.prepare(inScope: isInScope)
      await second.hasBegun.wait()
      // By now it waits.
      await second.pass()
      plan.mayRead.open()
      await plan.hasRead.wait()
      // Who was sent away begins again.
      await second.pass()
      plan.mayEnd.open()
      return try await [first, other]
    }
    #expect(names == ["shop of size 7", "shop of size 7"])
    #expect(plan.runs.value == 1)
  }

  @Test("All wait for one run, also where that scope asks for the same twice")
  func askedTwice() async throws {
    let plan = Plan(isAskedTwice: true)
    plan.mayRead.open()
    let names = try await withInjectedValues {
      $0[PlanKey.self] = plan
    } operation: {
      async let first = Office().prepare(inScope: false)
      await plan.hasJoined.wait()
      let second = Office()
      async let other = second.prepare(inScope: false)
      await second.hasBegun.wait()
      await second.pass()
      plan.mayEnd.open()
      return try await [first, other]
    }
    #expect(names == ["shop of size 7", "shop of size 7"])
    #expect(plan.runs.value == 1)
  }

  @Test("Nobody begins another run for what this one has asked for, and goes on without")
  func goesOnWithout() async throws {
    let plan = Plan()
    plan.mayRead.open()
    let values = InjectedValues.current.overriding { $0[PlanKey.self] = plan }
    @Sendable func name(in place: String) async throws -> String {
      try await values.run {
        try await withInjectedValues {
          $0[PlaceKey.self] = place
        } operation: {
          try await InjectedValues.prepare(KioskKey.self)
          return injected { $0[KioskKey.self] }
        }
      }
    }
    async let first = name(in: "town")
    await plan.hasJoined.wait()
    async let other = name(in: "port")
    for _ in 0..<100 { await Task.yield() }
    plan.mayEnd.open()
    #expect(try await [first, other] == ["kiosk", "kiosk"])
    #expect(plan.runs.value == 1)
  }

  @Test("Nobody begins another run for what one that this one waits for is only expected to read")
  func isOnlyExpected() async throws {
    let plan = Plan()
    let values = InjectedValues.current.overriding { $0[PlanKey.self] = plan }
    let (town, port, farm) = (
      values.overriding { $0[PlaceKey.self] = "town" },
      values.overriding { $0[PlaceKey.self] = "port" },
      values.overriding { $0[PlaceKey.self] = "farm" }
    )
    async let first: Void = town.run { try await InjectedValues.prepare(BridgeKey.self) }
    await plan.hasBegun.wait()
    async let second: Void = port.run { try await InjectedValues.prepare(BridgeKey.self) }
    for _ in 0..<100 { await Task.yield() }
    plan.mayRead.open()
    await plan.hasJoined.wait()
    async let road: Void = port.run { try await InjectedValues.prepare(RoadKey.self) }
    while plan.runs.value == 0 { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    async let other: Void = farm.run { try await InjectedValues.prepare(RoadKey.self) }
    for _ in 0..<100 { await Task.yield() }
    plan.mayEnd.open()
    _ = try await (first, second, road, other)
    #expect(plan.runs.value == 1)
  }

  @Test("Who decides otherwise what counts outside that scope has a run of its own")
  func twoRuns() async throws {
    let plan = Plan()
    plan.mayRead.open()
    plan.mayEnd.open()
    let names = try await withInjectedValues {
      $0[PlanKey.self] = plan
    } operation: {
      async let first = Office().prepare(inScope: false)
      async let other = withInjectedValues {
        $0[PlaceKey.self] = "town"
      } operation: {
        try await Office().prepare(inScope: false)
      }
      return try await [first, other]
    }
    #expect(names == ["shop of size 7", "shop of size 7 in town"])
    #expect(plan.runs.value == 2)
  }
}

/// What a test holds back.
private final class Plan: Sendable {
  let isAskedTwice: Bool
  let runs = Counter()
  let bridges = Counter()
  let hasBegun = Gate()
  let mayRead = Gate()
  let hasRead = Gate()
  let hasJoined = Gate()
  let mayEnd = Gate()

  init(isAskedTwice: Bool = false) { self.isAskedTwice = isAskedTwice }
}

private actor Office {
  let hasBegun = Gate()

  func prepare(inScope: Bool) async throws -> String {
    hasBegun.open()
    if !inScope { return try await prepared() }
    return try await withInjectedValues {
      $0[OtherKey.self] = 1
    } operation: {
      try await prepared()
    }
  }

  func prepareShelves() async throws {
    hasBegun.open()
    try await InjectedValues.prepare(ShelvesKey.self)
  }

  private func prepared() async throws -> String {
    try await InjectedValues.prepare(ShopKey.self)
    return injected { $0[ShopKey.self] }
  }

  func pass() {}
}

private enum PlanKey: InjectedKey { static var liveValue: Plan { Plan() } }
private enum PlaceKey: InjectedKey { static var liveValue: String { "" } }
private enum SizeKey: InjectedKey { static var liveValue: Int { 0 } }
private enum OtherKey: InjectedKey { static var liveValue: Int { 0 } }

private enum ShelvesKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let plan = injected { $0[PlanKey.self] }
    plan.hasBegun.open()
    await plan.mayRead.wait()
    let place = injected { $0[PlaceKey.self] }
    let size = injected { $0[SizeKey.self] }
    plan.hasRead.open()
    await plan.mayEnd.wait()
    return "of size \(size)" + (place.isEmpty ? "" : " in \(place)")
  }
}

/// Prepares shelves in a scope of its own.
private enum ShopKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let plan = InjectedValues.peek { $0[PlanKey.self] }
    plan.runs.increment()
    return try await withInjectedValues {
      $0[SizeKey.self] = 7
    } operation: {
      async let shelves: Void = InjectedValues.prepare(ShelvesKey.self)
      if plan.isAskedTwice {
        await plan.hasRead.wait()
        let office = Office()
        async let again: Void = office.prepareShelves()
        await office.hasBegun.wait()
        // By now both wait.
        await office.pass()
        plan.hasJoined.open()
        try await again
      }
      try await shelves
      return "shop " + injected { $0[ShelvesKey.self] }
    }
  }
}

/// Reads where it is at its first run alone.
private enum BridgeKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let plan = InjectedValues.peek { $0[PlanKey.self] }
    if plan.bridges.increment() == 1 {
      plan.hasBegun.open()
      await plan.mayRead.wait()
      return "bridge in " + injected { $0[PlaceKey.self] }
    }
    plan.hasJoined.open()
    await plan.mayEnd.wait()
    return "bridge"
  }
}

private enum RoadKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    InjectedValues.peek { $0[PlanKey.self] }.runs.increment()
    try await InjectedValues.prepare(BridgeKey.self)
    return "road"
  }
}

/// Does without shelves that do not come in time.
private enum KioskKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let plan = InjectedValues.peek { $0[PlanKey.self] }
    plan.runs.increment()
    await withTaskGroup { group in
      group.addTask { try? await InjectedValues.prepare(ShelvesKey.self) }
      await plan.hasRead.wait()
      group.cancelAll()
    }
    plan.hasJoined.open()
    await plan.mayEnd.wait()
    return "kiosk"
  }
}
