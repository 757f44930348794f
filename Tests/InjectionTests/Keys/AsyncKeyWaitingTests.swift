import Dispatch
import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite(
  "4. Asynchronous keys: who waits for whom, and who does not", .injected { $0.context = .live })
struct AsyncKeyWaitingTests {
  @Test(
    "Who was sent away from a run, and has not woken yet, is in no circle with what that prepares",
    .timeLimit(.minutes(10)))
  func notWoken() async throws {
    let (slow, asking) = (Tenant("slow"), Tenant("asking"))
    for gate in [slow.mayEnd, asking.mayRead, asking.mayEnd] { gate.open() }
    async let held: Void = inTenant(slow) { try await InjectedValues.prepare(LeafKey.self) }
    await slow.started.wait()
    async let text = inTenant(asking) {
      try await InjectedValues.prepare(RootKey.self)
      return injected { $0[RootKey.self] }
    }
    await asking.desk.hasBegun.wait()
    // By now the asking one's stem waits for the slow one's leaf. It cannot look again before that ends.
    await asking.desk.pass()
    asking.desk.queue.hold()
    slow.mayRead.open()
    try await held
    asking.desk.queue.goOn()
    #expect(try await text == "root on stem on leaf of asking")
  }

  @Test(
    "And where that waited in a scope which what is needed has opened", .timeLimit(.minutes(10)))
  func notWokenInside() async throws {
    let (slow, inner) = (Tenant("slow"), Tenant("inner"))
    for gate in [slow.mayEnd, inner.mayRead, inner.mayEnd] { gate.open() }
    let text = try await withInjectedValues {
      $0[InnerKey.self] = inner
    } operation: {
      async let held: Void = inTenant(slow) { try await InjectedValues.prepare(LeafKey.self) }
      await slow.started.wait()
      async let text = Desk().prepare(RootKey.self)
      await inner.desk.hasBegun.wait()
      await inner.desk.pass()
      inner.desk.queue.hold()
      slow.mayRead.open()
      await slow.desk.hasBegun.wait()
      // By now the slow one's leaf waits for the root.
      await slow.desk.pass()
      inner.desk.queue.goOn()
      try await held
      return try await text
    }
    #expect(text == "root on stem on leaf of inner")
  }

  @Test(
    "Nobody waits for a run that prepares a key of sessions for another session",
    .timeLimit(.minutes(10)))
  func otherSession() async throws {
    let (one, other) = (InjectedSession(), InjectedSession())
    async let first: Void = one.run { try await InjectedValues.prepare(VisitTicketKey.self) }
    await VisitTicketKey.started.wait()
    let desk = Desk()
    async let second = other.run { try await desk.prepare(VisitTicketKey.self) }
    await desk.hasBegun.wait()
    // By now the other one waits for the first one's run.
    await desk.pass()
    VisitTicketKey.mayAsk.open()
    #expect(try await second == "visit 2")
    VisitKey.mayEnd.open()
    try await first
  }

  @Test(
    "Who waits for a run that all others have left is not given its error",
    .timeLimit(.minutes(10)))
  func abandonedFails() async throws {
    let left = Gate()
    let first = Task(priority: .medium) {
      defer { left.open() }
      try await InjectedValues.prepare(AbandonedKey.self)
    }
    await AbandonedKey.started.wait()
    first.cancel()
    await left.wait()
    // The run goes on until somebody of a higher priority waits for it.
    let second = Task(priority: .high) { try await InjectedValues.prepare(AbandonedKey.self) }
    await AbandonedKey.failed.wait()
    try await second.value
    #expect(injected { $0[AbandonedKey.self] } == 2)
  }

  // In a process of its own, in which no test runs.
  @Test("What one test prepares, and how that fails, is nothing to another")
  func otherTest() async {
    await #expect(processExitsWith: .success) {
      let (one, other) = (world(of: "one"), world(of: "other"))
      async let failing: Void = one.run { try await InjectedValues.prepare(OnceFailingKey.self) }
      await OnceFailingKey.started.wait()
      let desk = Desk()
      async let text = other.run { try await desk.prepare(OnceFailingKey.self) }
      await desk.hasBegun.wait()
      // By now it would wait for the first one's run.
      await desk.pass()
      OnceFailingKey.mayEnd.open()
      let prepared = try await text
      precondition(prepared == "run 2")
      do {
        try await failing
        preconditionFailure("The first run fails.")
      } catch is LoadingError {}
    }
  }
}

private func world(of name: String) -> TestWorld {
  TestWorld(of: TestIdentity(name: name, record: nil), at: SourcePlace(#fileID, #line))
}

private final class Tenant: Sendable {
  let name: String
  let started = Gate()
  let mayRead = Gate()
  let mayEnd = Gate()
  let desk = Desk()

  init(_ name: String) {
    self.name = name
  }
}

/// Where one thing is done after the other.
private actor Desk {
  nonisolated let queue = DeskQueue()
  let hasBegun = Gate()

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func prepare<Key: AsyncInjectedKey<String>>(_ key: Key.Type) async throws -> String {
    hasBegun.open()
    try await InjectedValues.prepare(key)
    return injected { $0[key] }
  }

  func pass() {}
}

/// What is done at a desk, which may be held up: on a thread of its own, so that nobody else is.
private final class DeskQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "desk")
  private let held = Guarded<[UnownedJob]?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = held.withLock { held in
      held?.append(job)
      return held != nil
    }
    if !isHeld { run(job) }
  }

  func hold() { held.withLock { $0 = [] } }

  func goOn() { for job in held.withLock({ $0.take() }) ?? [] { run(job) } }

  private func run(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private func inTenant<R: Sendable>(
  _ tenant: Tenant, _ operation: @Sendable @concurrent () async throws -> R
) async throws -> R {
  try await withInjectedValues {
    $0[TenantKey.self] = tenant
  } operation: {
    try await operation()
  }
}

private enum TenantKey: InjectedKey { static var liveValue: Tenant { Tenant("none") } }

/// For whom the root needs its stem, whoever needs the root.
private enum InnerKey: InjectedKey { static var liveValue: Tenant? { nil } }

private enum RootKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    guard let inner = injected({ $0[InnerKey.self] }) else { return try await onStem() }
    return try await inTenant(inner) { try await onStem() }
  }

  private static func onStem() async throws -> String {
    try await InjectedValues.prepare(StemKey.self)
    return "root on " + injected { $0[StemKey.self] }
  }
}

/// Needs the leaf, but for the slow one.
private enum StemKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = injected { $0[TenantKey.self] }
    if tenant.name == "slow" { return "slow" }
    return try await "stem on " + tenant.desk.prepare(LeafKey.self)
  }
}

/// Needs the root, for the slow one; reads late for whom it is.
private enum LeafKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = InjectedValues.peek { $0[TenantKey.self] }
    tenant.started.open()
    await tenant.mayRead.wait()
    let name = injected { $0[TenantKey.self].name }
    await tenant.mayEnd.wait()
    if name == "slow" { _ = try await tenant.desk.prepare(RootKey.self) }
    return "leaf of \(name)"
  }
}

private enum OnceFailingKey: AsyncInjectedKey {
  static let runs = Counter()
  static let started = Gate()
  static let mayEnd = Gate()

  static func liveValue() async throws -> String { "live" }

  static func testValue() async throws -> String {
    let run = runs.increment()
    if run == 1 {
      started.open()
      await mayEnd.wait()
      throw LoadingError()
    }
    return "run \(run)"
  }
}

private enum VisitTicketKey: AsyncInjectedKey {
  static let runs = Counter()
  static let started = Gate()
  static let mayAsk = Gate()

  static func liveValue() async throws -> String {
    if runs.increment() == 1 {
      started.open()
      await mayAsk.wait()
    }
    try await InjectedValues.prepare(VisitKey.self)
    return "visit " + injected { $0[VisitKey.self] }
  }
}

private enum VisitKey: AsyncInjectedKey {
  static let runs = Counter()
  static let mayEnd = Gate()
  static var lifetime: InjectedLifetime { .session }

  static func liveValue() async throws -> String {
    let run = runs.increment()
    if run == 1 { await mayEnd.wait() }
    return "\(run)"
  }
}

private enum AbandonedKey: AsyncInjectedKey {
  static let runs = Counter()
  static let started = Gate()
  static let failed = Gate()

  static func liveValue() async throws -> Int {
    let run = runs.increment()
    if run > 1 { return run }
    started.open()
    while Task.currentPriority < .high { await Task.yield() }
    failed.open()
    throw LoadingError()
  }
}
