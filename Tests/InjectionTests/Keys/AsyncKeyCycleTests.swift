import Injection
import TestSupport
import Testing

@Suite("4. Asynchronous keys: a read where the key's own preparation waits is a cycle")
struct AsyncKeyCycleTests {
  @Test(
    "It ends the process with the path, whatever the scope of the read decides besides",
    arguments: [false, true])
  func read(isInScope: Bool) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [isInScope] in
      await withInjectedValues {
        $0.context = .live
        $0[IsInScopeKey.self] = isInScope
      } operation: {
        try? await InjectedValues.prepare(OuterRingKey.self)
      }
    }
    let path = "OuterRingKey → MiddleRingKey → InnerRingKey → LinkKey → OuterRingKey"
    #expect(result.report.contains("a cycle of defaults: \(path), closed by a read"))
  }

  @Test("A read in a scope for which that preparation is not names the missing call")
  func otherTenant() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withInjectedValues {
        $0.context = .live
        $0.account = "Ada"
      } operation: {
        try? await InjectedValues.prepare(TenantKey.self)
      }
    }
    #expect(result.report.contains("TenantKey was read"))
    #expect(result.report.contains("InjectedValues.prepare(TenantKey.self)' before"))
  }

  @Test("So does one beside a preparation that does not wait for it")
  func besides() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withInjectedValues {
        $0.context = .live
      } operation: {
        try? await InjectedValues.prepare(BesideKey.self)
      }
    }
    #expect(result.report.contains("ApartKey was read"))
    #expect(result.report.contains("InjectedValues.prepare(ApartKey.self)' before"))
  }
}

private enum IsInScopeKey: InjectedKey {
  static let liveValue = false
  static let testValue = false
}

private enum OuterRingKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    async let middle: Void = InjectedValues.prepare(MiddleRingKey.self)
    try await middle
    return 1
  }
}

private enum MiddleRingKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int {
    try await InjectedValues.prepare(InnerRingKey.self)
    return 2
  }
}

private enum InnerRingKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { injected { $0[LinkKey.self] } }
}

private enum LinkKey: InjectedKey {
  static var liveValue: Int {
    if !injected({ $0[IsInScopeKey.self] }) { return injected { $0[OuterRingKey.self] } }
    return withInjectedValues {
      $0.account = "Bob"
    } operation: {
      injected { $0[OuterRingKey.self] }
    }
  }
}

/// Needs another tenant's.
private enum TenantKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let account = injected(\.account)
    try await InjectedValues.prepare(OtherTenantKey.self)
    return account
  }
}

private enum OtherTenantKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    withInjectedValues {
      $0.account = "Bob"
    } operation: {
      injected { $0[TenantKey.self] }
    }
  }
}

private enum ApartKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { 1 }
}

private enum BesideKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { injected { $0[ApartKey.self] } }
}
