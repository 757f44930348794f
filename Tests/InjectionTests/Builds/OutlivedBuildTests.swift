import Dispatch
import Injection
import TestSupport
import Testing

/// Work in a scope that a build has opened, which goes on when that has ended: then other scopes are around.
@Suite("Rule 4: what is built while the scope's own build ends")
struct OutlivedBuildTests {
  @Test("What a preparation has read around a build is not kept where the build's value is")
  func preparation() async throws {
    let held = Held()
    try await withInjectedValues {
      $0.context = .live
      $0[HeldKey.self] = held
    } operation: {
      let hub = try await withInjectedValues {
        $0[TenantKey.self] = "tenant"
      } operation: {
        try await InjectedValues.prepare(HubKey.self)
        return injected { $0[HubKey.self] }
      }
      held.mayEnd.open()
      try await hub.warm.value
      #expect(hub.values.run { injected { $0[PreparedPoolKey.self] } }.tenant == "nobody")
      try await InjectedValues.prepare(PreparedPoolKey.self)
      #expect(injected { $0[PreparedPoolKey.self] }.tenant == "nobody")
      #expect(held.runs.value == 2)
    }
  }

  @Test("Who waits for such a preparation where the build was read makes one of its own")
  func waiter() async throws {
    let held = Held()
    try await withInjectedValues {
      $0.context = .live
      $0[HeldKey.self] = held
    } operation: {
      try await withInjectedValues {
        $0[TenantKey.self] = "tenant"
      } operation: {
        try await InjectedValues.prepare(HubKey.self)
        async let pool = {
          try await InjectedValues.prepare(PreparedPoolKey.self)
          return injected { $0[PreparedPoolKey.self] }
        }()
        held.mayEnd.open()
        try await injected { $0[HubKey.self] }.warm.value
        #expect(try await pool.tenant == "tenant")
      }
    }
  }

  @Test("What a thread has read around a build is not kept where the build's value is")
  func thread() async {
    let held = Held()
    await withInjectedValues {
      $0.context = .live
      $0[HeldKey.self] = held
    } operation: {
      let values = InjectedValues.current.overriding { $0[TenantKey.self] = "tenant" }
      // The build holds up its thread until another task has begun: the pool has few.
      let hub = await onThread { values.run { injected { $0[ThreadHubKey.self] } } }
      held.threadMayEnd.signal()
      await hub.hasEnded.wait()
      #expect(injected { $0[PoolKey.self] }.tenant == "nobody")
      #expect(hub.values.run { injected { $0[PoolKey.self] } }.tenant == "nobody")
    }
  }

  @Test("What a service reads later is read as ever, though it was built to learn its accessor")
  func builtToLearn() async {
    await #expect(processExitsWith: .success) {
      await withInjectedValues {
        $0.context = .test
      } operation: {
        precondition(InjectedValues.explain(\.outlivingDry).key == "OutlivingDryKey")
        let service = injected(\.outlivingDry)
        await Task.detached {
          let report = await issueReport { precondition(service.thing() === service.thing()) }
          precondition(report.contains("no test value for OutlivingThingKey"))
        }.value
      }
    }
  }
}

/// Holds up what is built, once it has read.
private final class Held: Sendable {
  let (hasRead, mayEnd) = (Gate(), Gate())
  let (threadHasRead, threadMayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let runs = Counter()
}

private enum HeldKey: InjectedInterfaceKey {
  static var testValue: Held { Held() }
}

private enum TenantKey: InjectedKey {
  static var liveValue: String { "nobody" }
  static var testValue: String { "nobody" }
}

private enum LabelKey: InjectedKey {
  static var liveValue: String { "none" }
  static var testValue: String { "none" }
}

private final class Pool: Sendable {
  let tenant: String

  init(_ tenant: String) { self.tenant = tenant }
}

private enum PreparedPoolKey: AsyncInjectedKey {
  static func liveValue() async throws -> Pool {
    let pool = Pool(injected { $0[TenantKey.self] })
    let held = injected { $0[HeldKey.self] }
    held.runs.increment()
    held.hasRead.open()
    await held.mayEnd.wait()
    return pool
  }
  static var testValue: Pool { Pool("test") }
}

private final class Hub: Sendable {
  let warm: Task<Void, any Error>
  let values: InjectedValues

  init(warm: Task<Void, any Error>, values: InjectedValues) {
    self.warm = warm
    self.values = values
  }
}

/// Prepares a pool in a scope of its own, and does not wait for it.
private enum HubKey: AsyncInjectedKey {
  static func liveValue() async throws -> Hub {
    let held = injected { $0[HeldKey.self] }
    return await withInjectedValues {
      $0[LabelKey.self] = "hub"
    } operation: {
      let warm = Task { try await InjectedValues.prepare(PreparedPoolKey.self) }
      await held.hasRead.wait()
      return Hub(warm: warm, values: .current)
    }
  }
  static var testValue: Hub { Hub(warm: Task {}, values: .current) }
}

private enum PoolKey: InjectedKey {
  static var liveValue: Pool {
    let pool = Pool(injected { $0[TenantKey.self] })
    let held = injected { $0[HeldKey.self] }
    if held.runs.increment() == 1 {
      held.threadHasRead.signal()
      held.threadMayEnd.wait()
    }
    return pool
  }
  static var testValue: Pool { Pool("test") }
}

private final class ThreadHub: Sendable {
  let hasEnded = Gate()
  let values = InjectedValues.current

  init(until hasRead: DispatchSemaphore) {
    Task.detached { [self] in
      await onThread { _ = self.values.run { injected { $0[PoolKey.self] } } }
      hasEnded.open()
    }
    hasRead.wait()
  }
}

private enum ThreadHubKey: InjectedKey {
  static var liveValue: ThreadHub {
    let held = injected { $0[HeldKey.self] }
    return withInjectedValues {
      $0[LabelKey.self] = "hub"
    } operation: {
      ThreadHub(until: held.threadHasRead)
    }
  }
  static var testValue: ThreadHub { ThreadHub(until: DispatchSemaphore(value: 1)) }
}

private final class OutlivingThing: Sendable {}

private final class OutlivingDry: Sendable {
  let thing = Injected { $0[OutlivingThingKey.self] }
}

private enum OutlivingThingKey: InjectedKey {
  static var liveValue: OutlivingThing { OutlivingThing() }
}

private enum OutlivingDryKey: InjectedKey {
  static var liveValue: OutlivingDry { OutlivingDry() }
  static var testValue: OutlivingDry { liveValue }
}

extension InjectedValues {
  fileprivate var outlivingDry: OutlivingDry { self[OutlivingDryKey.self] }
}
