import Injection
import InjectionTesting
import TestSupport
import Testing

/// Defaults that open scopes which have their keys made anew: each time, what is built is another slot.
@Suite("Rule 3: a cycle through scopes that say how its keys are made")
struct RenewedCycleTests {
  @Test(
    "A default that reads its key in a scope which makes that anew is a cycle",
    arguments: RenewedCycle.allCases)
  func endless(way: RenewedCycle) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [way] in
      try await withInjectedValues {
        $0.context = .live
      } operation: {
        switch way {
        case .renewed: _ = injected { $0[RenewedKey.self] }
        case .registered: _ = injected { $0[RegisteredKey.self] }
        case .ofTwoKeys: _ = injected { $0[OuterKey.self] }
        case .decorated: _ = injected { $0[DecoratedKey.self] }
        case .captured:
          _ = InjectedValues.current.overriding { $0[ValuesKey.self] = .current }[CapturedKey.self]
        case .prepared: try await InjectedValues.prepare(PreparedKey.self)
        }
      }
    }
    #expect(result.report.contains(way.path))
    // Not all of them, which are hundreds.
    if way == .ofTwoKeys { #expect(result.report.contains(" more.")) }
  }

  @Test("A verification names it", .injected { $0.context = .live })
  func verified() {
    let error = #expect(throws: InjectedVerificationError.self) {
      try InjectedValues.verify([RenewedKey.self])
    }
    #expect(error?.description.contains("RenewedKey → RenewedKey") ?? false)
  }

  @Test("One that comes to an end is none", .injected { $0.context = .live })
  func bounded() {
    #expect(injected { $0[CountedKey.self] } == 80)
  }

  @Test("Nor is what is made from what is around, in one scope inside another")
  func nested() async {
    await #expect(processExitsWith: .success) {
      onThreadInPlace {
        var (words, number) = (InjectedValues.current, InjectedValues.current)
        for _ in 0..<120 {
          words = words.overriding {
            $0.contribute(WordKey.self) { "word" }
            $0.decorate(WordKey.self) { $0 + ["."] }
          }
          let around = number
          number = around.overriding {
            $0.register(NumberedKey.self) { around[NumberedKey.self] + 1 }
          }
        }
        let (lastWords, last) = (words, number)
        precondition(lastWords[WordKey.self].count == 240)
        precondition(last[NumberedKey.self] == 120)
        // Also where a default does that.
        withInjectedValues {
          $0.register(NameKey.self) {
            "\(last.overriding { $0[DepthKey.self] = 1 }[NumberedKey.self])"
          }
        } operation: {
          precondition(injected { $0[NameKey.self] } == "120")
        }
      }
    }
  }

  @Test("Nor are many tenants that wait for what prepares their key for nobody")
  func tenants() async {
    await #expect(processExitsWith: .success) {
      try await withInjectedValues {
        $0.context = .live
        $0[TenantsWaitingKey.self] = Counter()
        $0[SharedGateKey.self] = Gate()
      } operation: {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await InjectedValues.prepare(SharedDataKey.self) }
          await injected { $0[SharedGateKey.self] }.wait()
          for tenant in 1...120 {
            group.addTask {
              try await withInjectedValues {
                $0[TenantKey.self] = tenant
              } operation: {
                try await InjectedValues.prepare(TenantDataKey.self)
                precondition(injected { $0[TenantDataKey.self] } == tenant)
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }
  }
}

/// A way into a cycle.
enum RenewedCycle: String, Codable, CaseIterable, Sendable {
  case renewed, registered, ofTwoKeys, decorated, captured, prepared

  var path: String {
    switch self {
    case .renewed: "RenewedKey → RenewedKey"
    case .registered: "RegisteredKey → RegisteredKey"
    case .ofTwoKeys: "OuterKey → InnerKey → OuterKey"
    case .decorated: "DecoratedKey → DecoratedKey"
    case .captured: "CapturedKey → CapturedKey"
    case .prepared: "PreparedKey → PreparedKey"
    }
  }
}

private enum RenewedKey: InjectedKey {
  static var liveValue: Int {
    withInjectedValues {
      $0.renew(RenewedKey.self)
    } operation: {
      injected { $0[RenewedKey.self] }
    }
  }
}

private enum RegisteredKey: InjectedKey {
  static var liveValue: Int {
    withInjectedValues {
      $0.register(RegisteredKey.self) { Self.liveValue }
    } operation: {
      injected { $0[RegisteredKey.self] }
    }
  }
}

private enum OuterKey: InjectedKey {
  static var liveValue: Int {
    InjectedSession { $0.renew(InnerKey.self) }.run { injected { $0[InnerKey.self] } }
  }
}

private enum InnerKey: InjectedKey {
  static var liveValue: Int {
    withInjectedValues {
      $0.renew(OuterKey.self)
    } operation: {
      injected { $0[OuterKey.self] }
    }
  }
}

private enum DecoratedKey: InjectedKey {
  static var liveValue: Int {
    withInjectedValues {
      $0.renew(DecoratedKey.self)
      $0.decorate(DecoratedKey.self) { $0 + 1 }
    } operation: {
      injected { $0[DecoratedKey.self] }
    }
  }
}

private enum ValuesKey: InjectedKey { static var liveValue: InjectedValues { .current } }

private enum CapturedKey: InjectedKey {
  static var liveValue: Int {
    let values = injected { $0[ValuesKey.self] }
    return values.overriding {
      $0[ValuesKey.self] = values
      $0.renew(CapturedKey.self)
    }[CapturedKey.self]
  }
}

private enum PreparedKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await withInjectedValues {
      $0.renew(PreparedKey.self)
    } operation: {
      try await InjectedValues.prepare(PreparedKey.self)
      return 1
    }
  }
}

private enum WordKey: InjectedCollectionKey {
  typealias Element = String
}

private enum NumberedKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private enum TenantKey: InjectedKey { static var liveValue: Int { 0 } }

private enum TenantsWaitingKey: InjectedKey { static var liveValue: Counter { Counter() } }

private enum SharedGateKey: InjectedKey { static var liveValue: Gate { Gate() } }

private enum TenantDataKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    let tenant = injected { $0[TenantKey.self] }
    if tenant < 0 { return tenant }
    injected { $0[TenantsWaitingKey.self] }.increment()
    try await InjectedValues.prepare(SharedDataKey.self)
    return tenant
  }
}

/// Needs the data of nobody, and prepares that when all tenants wait for it.
private enum SharedDataKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    let waiting = injected { $0[TenantsWaitingKey.self] }
    injected { $0[SharedGateKey.self] }.open()
    for _ in 0..<100_000 where waiting.value < 120 { await Task.yield() }
    for _ in 0..<1_000 { await Task.yield() }
    return try await withInjectedValues {
      $0[TenantKey.self] = -1
    } operation: {
      try await InjectedValues.prepare(TenantDataKey.self)
      return injected { $0[TenantDataKey.self] }
    }
  }
}

private enum DepthKey: InjectedKey { static var liveValue: Int { 0 } }

private enum CountedKey: InjectedKey {
  static var liveValue: Int {
    let depth = injected { $0[DepthKey.self] }
    if depth == 80 { return depth }
    return withInjectedValues {
      $0[DepthKey.self] = depth + 1
      $0.renew(CountedKey.self)
    } operation: {
      injected { $0[CountedKey.self] }
    }
  }
}
