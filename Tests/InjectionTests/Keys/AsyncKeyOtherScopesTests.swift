import Dispatch
import Injection
import InjectionTesting
import TestSupport
import Testing

/// All in one live context: what tells the scopes apart is whose they are.
@Suite(
  "4. Asynchronous keys: what one scope prepares, and what that is to others",
  .injected { $0.context = .live })
struct AsyncKeyOtherScopesTests {
  @Test("A run has the priority of whoever waits for it", .timeLimit(.minutes(10)))
  func priority() async throws {
    let started = Gate()
    let loader = Loader { _ in
      started.open()
      while Task.currentPriority < .high, !Task.isCancelled { await Task.yield() }
      return Database("\(Task.currentPriority >= .high)")
    }
    try await withLoader(loader) {
      let first = Task(priority: .medium) { try await InjectedValues.prepare(DatabaseKey.self) }
      await started.wait()
      let second = Task(priority: .high) { try await InjectedValues.prepare(DatabaseKey.self) }
      try await second.value
      // Waited for after that: this would raise the priority as well.
      try await first.value
      #expect(injected(\.database).name == "true")
    }
  }

  @Test("What goes on without a key that has failed depends on what that had read")
  func fallback() async throws {
    let texts = try await ["bad", "good", "bad"].asyncMap { name in
      let tenant = Tenant(name)
      tenant.mayEnd.open()
      return try await inTenant(tenant) {
        try await InjectedValues.prepare(FallbackKey.self)
        return injected { $0[FallbackKey.self] }
      }
    }
    #expect(texts == ["in memory", "on data of good", "in memory"])
  }

  @Test("An error that a needed key has thrown is that of its scope alone")
  func error() async throws {
    let bad = Tenant("bad")
    let failing = Task {
      try await inTenant(bad) { try await InjectedValues.prepare(ReportKey.self) }
    }
    await bad.started.wait()
    let good = Task {
      try await inTenant(Tenant("good")) {
        try await InjectedValues.prepare(ReportKey.self)
        return injected { $0[ReportKey.self] }
      }
    }
    for _ in 0..<100 { await Task.yield() }
    bad.mayEnd.open()
    await #expect(throws: LoadingError.self) { try await failing.value }
    #expect(try await good.value == "report on data of good")
  }

  @Test(
    "Who would wait for a run that turns out to be another scope's begins one of its own",
    .timeLimit(.minutes(10)))
  func dismissed() async throws {
    let slow = Tenant("slow")
    async let held: Void = inTenant(slow) { try await InjectedValues.prepare(ReportKey.self) }
    await slow.started.wait()
    // The slow one's data does not come.
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<8 {
        group.addTask {
          try await inTenant(Tenant("\(index)")) {
            try await InjectedValues.prepare(ReportKey.self)
            return injected { $0[ReportKey.self] }
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<8).map { "report on data of \($0)" }))
    slow.mayEnd.open()
    try await held
  }

  @Test(
    "Who waits for a run that turns out to be another scope's begins one of its own then",
    .timeLimit(.minutes(10)))
  func dismissedLater() async throws {
    try await expectDismissal(from: NamedKey.self, giving: "named 0")
    try await expectDismissal(from: NamedReportKey.self, giving: "report on named 0")
  }

  private func expectDismissal<Key: AsyncInjectedKey<String>>(
    from key: Key.Type, giving text: String
  ) async throws {
    let slow = Tenant("slow")
    let desk = Desk()
    async let held: Void = inTenant(slow) { try await InjectedValues.prepare(key) }
    await slow.started.wait()
    async let own = inTenant(Tenant("0")) { try await desk.prepare(key) }
    await desk.hasBegun.wait()
    // By now it waits for the slow one's run, which has not read whose it is.
    await desk.pass()
    slow.mayRead.open()
    #expect(try await own == text)
    slow.mayEnd.open()
    try await held
  }

  @Test(
    "Who waits for a run begins one of its own where that needs what another scope's has read",
    .timeLimit(.minutes(10)))
  func dismissedByJoin() async throws {
    let slow = Tenant("slow")
    let desk = Desk()
    let scope = try await inTenant(slow) { InjectedValues.current }
    async let data: Void = scope.run { try await InjectedValues.prepare(DataKey.self) }
    await slow.started.wait()
    async let held: Void = scope.run { try await InjectedValues.prepare(LateReportKey.self) }
    await slow.hasRead.wait()
    async let own = inTenant(Tenant("0")) { try await desk.prepare(LateReportKey.self) }
    await desk.hasBegun.wait()
    // By now it waits for the slow one's report, which has read nothing.
    await desk.pass()
    slow.mayRead.open()
    #expect(try await own == "report on data of 0")
    slow.mayEnd.open()
    try await data
    try await held
  }

  @Test(
    "Who has left off waiting for a run is in no circle with what that prepares",
    .timeLimit(.minutes(10)))
  func leftOff() async throws {
    let (slow, asking) = (Tenant("slow"), Tenant("asking"))
    asking.mayRead.open()
    async let held: Void = inTenant(slow) { try await InjectedValues.prepare(AskedKey.self) }
    await slow.started.wait()
    async let text = inTenant(asking) {
      try await InjectedValues.prepare(AskingKey.self)
      return injected { $0[AskingKey.self] }
    }
    await asking.desk.hasBegun.wait()
    // By now the asking one's run waits for the slow one's, until that reads whose it is.
    await asking.desk.pass()
    slow.mayRead.open()
    await asking.hasRead.wait()
    // The slow one's run prepares what the asking one's is still at.
    slow.mayEnd.open()
    try await held
    asking.mayEnd.open()
    #expect(try await text == "asking: asked by asking")
  }

  /// One after the other: each keeps a thread of the pool waiting.
  @Test(
    "Who has waited for the run of another scope's does not wait for the next of others",
    .timeLimit(.minutes(10)))
  func foreseen() async throws {
    // To its end, where it says late for whom it is.
    try await expectForesight(of: LateKey.self, giving: "late for 0") {
      $0.started
    } reading: {
      $0.mayEnd.open()
    }
    // Until what it prepares says that.
    try await expectForesight(of: LateReportKey.self, giving: "report on data of 0") {
      $0.hasRead
    } reading: {
      $0.mayRead.open()
      await $0.started.wait()
    }
  }

  private func expectForesight<Key: AsyncInjectedKey<String>>(
    of key: Key.Type, giving expected: String, begun: @Sendable (Tenant) -> Gate,
    reading read: (Tenant) async -> Void
  ) async throws {
    let (first, other) = (Tenant("first"), Tenant("other"))
    let desk = Desk()
    async let made: Void = inTenant(first) { try await InjectedValues.prepare(key) }
    await begun(first).wait()
    async let text = inTenant(Tenant("0")) { try await desk.prepare(key) }
    await desk.hasBegun.wait()
    // By now it waits for the first one's run. It cannot look again before the other's has begun.
    async let closing: Void = desk.close()
    await desk.isClosed.wait()
    await read(first)
    if key == LateKey.self { try await made }
    async let held: Void = inTenant(other) { try await InjectedValues.prepare(key) }
    await begun(other).wait()
    desk.mayOpen.signal()
    #expect(try await text == expected)
    for tenant in [first, other] {
      tenant.mayRead.open()
      tenant.mayEnd.open()
    }
    try await made
    try await held
    await closing
  }

  @Test("Those whose scopes decide alike share one run")
  func shared() async throws {
    let tenant = Tenant("slow")
    let runs = Counter()
    let values = InjectedValues.current.overriding {
      $0[TenantKey.self] = tenant
      $0[TenantRunsKey.self] = runs
    }
    try await withThrowingTaskGroup { group in
      for index in 0..<8 {
        group.addTask {
          try await values.run {
            try await withInjectedValues {
              $0.number = index
            } operation: {
              try await InjectedValues.prepare(ReportKey.self)
            }
          }
        }
      }
      await tenant.started.wait()
      tenant.mayEnd.open()
      try await group.waitForAll()
    }
    #expect(runs.value == 1)
  }

  @Test("What is explained of a prepared key is that there is a value")
  func explained() async throws {
    try await inTenant(Tenant("good")) {
      let text = "\(InjectedValues.explain(ReportKey.self))"
      #expect(text.contains("live default\n  not made yet by 'InjectedValues.prepare'"))
      try await InjectedValues.prepare(ReportKey.self)
      #expect(!"\(InjectedValues.explain(ReportKey.self))".contains("not made yet"))
    }
  }
}

/// Whose data may have to be waited for, or cannot be had.
private final class Tenant: Sendable {
  let name: String
  let started = Gate()
  let mayRead = Gate()
  let hasRead = Gate()
  let mayEnd = Gate()
  let desk = Desk()

  init(_ name: String) {
    self.name = name
    if name == "good" || Int(name) != nil {
      mayRead.open()
      mayEnd.open()
    }
  }
}

/// Where one thing is done after the other.
private actor Desk {
  private let queue = ClosableQueue()
  let hasBegun = Gate()
  let isClosed = Gate()
  let mayOpen = DispatchSemaphore(value: 0)

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func prepare<Key: AsyncInjectedKey<String>>(_ key: Key.Type) async throws -> String {
    hasBegun.open()
    try await InjectedValues.prepare(key)
    return injected { $0[key] }
  }

  func pass() {}

  /// Keeps all others waiting.
  func close() {
    isClosed.open()
    mayOpen.wait()
  }
}

/// Has a thread of its own, which a closed desk holds up: the pool has few.
private final class ClosableQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "desk")
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
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

extension Sequence where Element: Sendable {
  fileprivate func asyncMap<R>(_ transform: (Element) async throws -> R) async rethrows -> [R] {
    var results: [R] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

private enum TenantKey: InjectedKey { static var liveValue: Tenant { Tenant("good") } }
private enum TenantRunsKey: InjectedKey { static var liveValue: Counter { Counter() } }

private enum DataKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = injected { $0[TenantKey.self] }
    injected { $0[TenantRunsKey.self] }.increment()
    tenant.started.open()
    await tenant.mayEnd.wait()
    if tenant.name == "bad" { throw LoadingError() }
    return "data of \(tenant.name)"
  }
}

/// Says late for whom it is.
private enum LateKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = InjectedValues.peek { $0[TenantKey.self] }
    tenant.started.open()
    await tenant.mayEnd.wait()
    return "late for " + injected { $0[TenantKey.self].name }
  }
}

/// Reads for whom it is before it is slow.
private enum NamedKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = InjectedValues.peek { $0[TenantKey.self] }
    tenant.started.open()
    await tenant.mayRead.wait()
    let name = injected { $0[TenantKey.self].name }
    await tenant.mayEnd.wait()
    return "named \(name)"
  }
}

/// Prepares what asks for it, for the slow one.
private enum AskedKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = InjectedValues.peek { $0[TenantKey.self] }
    tenant.started.open()
    await tenant.mayRead.wait()
    let name = injected { $0[TenantKey.self].name }
    tenant.hasRead.open()
    await tenant.mayEnd.wait()
    if name == "slow" { try await InjectedValues.prepare(AskingKey.self) }
    return "asked by \(name)"
  }
}

private enum AskingKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = InjectedValues.peek { $0[TenantKey.self] }
    if tenant.name == "slow" { return "slow" }
    return try await "\(tenant.name): " + tenant.desk.prepare(AskedKey.self)
  }
}

private enum NamedReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    try await InjectedValues.prepare(NamedKey.self)
    return "report on " + injected { $0[NamedKey.self] }
  }
}

private enum ReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    try await InjectedValues.prepare(DataKey.self)
    return "report on " + injected { $0[DataKey.self] }
  }
}

/// Needs data later.
private enum LateReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let tenant = InjectedValues.peek { $0[TenantKey.self] }
    tenant.hasRead.open()
    await tenant.mayRead.wait()
    return try await ReportKey.liveValue()
  }
}

private enum FallbackKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    do { try await InjectedValues.prepare(DataKey.self) } catch { return "in memory" }
    return "on " + injected { $0[DataKey.self] }
  }
}
