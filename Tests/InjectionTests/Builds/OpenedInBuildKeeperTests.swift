import Injection
import InjectionTesting
import TestSupport
import Testing

/// A default opens a scope, whose values are for whoever keeps what the default makes.
@Suite("Rule 2: what a default has opened is in the sessions that keep its value, and in no others")
struct OpenedInBuildKeeperTests {
  @Test("What is kept by another scope than the session of an owner is not torn down with that")
  func mergedReader() async throws {
    let (held, closed) = (Held(), Counter())
    try await withInjectedValues {
      $0[HeldKey.self] = held
    } operation: {
      let login = InjectedSession { $0[FloorKey.self] = 3 }
      login.onEnd(LampKey.self) { _ in closed.increment() }
      let owner = login.run { Owner() }
      try await withInjectedValues {
        $0[TitleKey.self] = "A"
      } operation: {
        let preparing = withInjectedValues(from: owner) {
          Task { try await InjectedValues.prepare(TitledRigKey.self) }
        }
        await held.hasBuilt.wait()
        await login.end()
        held.mayEnd.open()
        try await preparing.value
        let rig = injected { $0[TitledRigKey.self] }
        #expect(rig.inner[LampKey.self] === rig.inner[LampKey.self])
      }
    }
    #expect(closed.value == 0)
  }

  @Test("What is made for a session that has ended meanwhile is reported, where it had a teardown")
  func late() async {
    let (held, closed) = (Held(), Counter())
    let issues = await collectingIssues {
      await withInjectedValues {
        $0[HeldKey.self] = held
      } operation: {
        let login = InjectedSession { $0.renew(RigKey.self) }
        login.onEnd(LampKey.self) { _ in closed.increment() }
        let preparing = login.run { Task { try await InjectedValues.prepare(RigKey.self) } }
        await held.hasBuilt.wait()
        await login.end()
        held.mayEnd.open()
        try? await preparing.value
      }
    }
    #expect(closed.value == 0)
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("LampKey was made") == true)
  }

  @Test("A scope on a model of a longer session, in a default, goes with what that makes")
  func fromModel() async {
    let login = InjectedSession()
    let owner = login.run { Owner() }
    weak var desk: Desk?
    withInjectedValues {
      $0[OwnerKey.self] = owner
    } operation: {
      let made = injected { $0[OwnersDeskKey.self] }
      desk = made
      _ = made.lamp()
    }
    #expect(desk == nil)
    await login.end()
  }

  @Test("A session that has taken a value over leaves nothing behind when it ends")
  func sessionsGo() async {
    func values(after earlier: InjectedValues?) -> InjectedValues {
      InjectedValues.current.overriding { $0[TitleKey.self] = "a" }.succeeding(earlier)
    }
    let first = values(after: nil)
    let desk = first[TitledDeskKey.self]
    weak let lamp = desk.lamp()
    weak var token: Token?
    do {
      let made = Token()
      token = made
      let session = InjectedSession { $0[TokenKey.self] = made }
      let second = session.run { values(after: first) }
      #expect(second[TitledDeskKey.self] === desk)
      await session.end()
    }
    #expect(token == nil)
    #expect(lamp != nil)
    #expect(desk.lamp() === lamp)
    withExtendedLifetime(first) {}
  }

  @Test("The end of a session reaches scopes that stand on what was taken over into it")
  func standing() async {
    func values(after earlier: InjectedValues?) -> InjectedValues {
      InjectedValues.current.overriding { $0[TitleKey.self] = "a" }.succeeding(earlier)
    }
    var first: InjectedValues? = values(after: nil)
    let child = first?[TitledDeskKey.self].inner.overriding { $0[PortKey.self] = 9 }
    weak let lamp = child?[LampKey.self]
    #expect(lamp?.port == 9)
    let session = InjectedSession { $0[FloorKey.self] = 1 }
    let second = session.run { values(after: first) }
    first = nil
    _ = second[TitledDeskKey.self]
    #expect(lamp != nil)
    await session.end()
    #expect(lamp == nil)
    withExtendedLifetime((child, second)) {}
  }

  @Test("A session of a default's own does not end with the one around")
  func ownSession() async {
    let login = InjectedSession()
    let player = login.run { injected { $0[PlayerKey.self] } }
    weak let lamp = player.session.run { injected { $0[SessionLampKey.self] } }
    let issues = await collectingIssues {
      await login.end()
      #expect(lamp != nil)
      #expect(player.session.run { injected { $0[SessionLampKey.self] } } === lamp)
    }
    #expect(issues.isEmpty)
    await player.session.end()
    #expect(lamp == nil)
  }

  @Test(
    "What is opened from a peek goes with what the default makes, also on an owner's scope",
    arguments: [false, true])
  func peeked(isOnOwner: Bool) async {
    let login = InjectedSession()
    let owner = login.run { Owner() }
    weak var desk: Desk?
    withInjectedValues {
      $0[TitleKey.self] = "a"
      if isOnOwner { $0[OwnerKey.self] = owner }
    } operation: {
      let made = injected { $0[PeekingDeskKey.self] }
      desk = made
      #expect(made.lamp().desk === made)
    }
    #expect(desk == nil)
    await login.end()
  }

  @Test("What another scope still keeps is not closed with what has opened the first one's")
  func keptElsewhere() {
    let base = InjectedValues.current
    weak var lamp: Lamp?
    var (desk, second): (Desk?, InjectedValues?) = withInjectedValues {
      $0[FloorKey.self] = 1
    } operation: {
      let hub = injected { $0[HubKey.self] }
      let desk = hub.inner[TitledDeskKey.self]
      lamp = desk.lamp()
      return (desk, base.overriding { $0[TitleKey.self] = "a" }.succeeding(hub.inner))
    }
    #expect(second?[TitledDeskKey.self] === desk)
    #expect(lamp != nil)
    #expect(desk?.lamp() === lamp)
    (desk, second) = (nil, nil)
    #expect(lamp == nil)
  }

  @Test("The end of a session reaches what was opened while another scope kept the value")
  func openedMeanwhile() async {
    let base = InjectedValues.current
    var first: InjectedValues? = base.overriding { $0[FloorKey.self] = 1 }
    let hub = first?[HubKey.self]
    let desk = hub?.inner[TitledDeskKey.self]
    var second: InjectedValues? = hub.map {
      base.overriding { $0[TitleKey.self] = "a" }.succeeding($0.inner)
    }
    #expect(second?[TitledDeskKey.self] === desk)
    let child = desk?.inner.overriding { $0[PortKey.self] = 9 }
    weak let lamp = child?[LampKey.self]
    second = nil
    let session = InjectedSession()
    let next = session.run {
      InjectedValues.current.overriding { $0[FloorKey.self] = 1 }.succeeding(first)
    }
    first = nil
    #expect(next[HubKey.self] === hub)
    #expect(lamp != nil)
    await session.end()
    #expect(lamp == nil)
    withExtendedLifetime((desk, child, next)) {}
  }

  @Test("What a session of the build's own has torn down is not reported with what comes too late")
  func tornDownInside() async {
    let held = Held()
    let issues = await collectingIssues {
      await withInjectedValues {
        $0[HeldKey.self] = held
      } operation: {
        let login = InjectedSession { $0.renew(PlayKey.self) }
        let preparing = login.run { Task { try await InjectedValues.prepare(PlayKey.self) } }
        await held.hasBuilt.wait()
        await login.end()
        held.mayEnd.open()
        try? await preparing.value
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A session that a service opens once it is made is inside the one that keeps the service")
  func laterSession() async {
    let closed = Guarded<[String]>([])
    let app = InjectedSession { $0.renew(WorkerKey.self) }
    app.onEnd(WorkerKey.self) { _ in closed.withLock { $0.append("worker") } }
    let worker = app.run { injected { $0[WorkerKey.self] } }
    let job = worker.values.run { InjectedSession() }
    job.onEnd(SessionLampKey.self) { _ in closed.withLock { $0.append("lamp") } }
    _ = job.run { injected { $0[SessionLampKey.self] } }
    await app.end()
    #expect(job.isEnded)
    #expect(closed.withLock { $0.map(\.self) } == ["lamp", "worker"])
  }

  @Test("An end that drains waits for the operations of such a session")
  func drained() async {
    let (hasBegun, mayEnd) = (Gate(), Gate())
    let order = Guarded<[String]>([])
    let app = InjectedSession { $0.renew(WorkerKey.self) }
    app.onEnd(WorkerKey.self) { _ in order.withLock { $0.append("teardown") } }
    let worker = app.run { injected { $0[WorkerKey.self] } }
    let job = worker.values.run { InjectedSession() }
    let working = Task {
      await job.run {
        hasBegun.open()
        await mayEnd.wait()
        order.withLock { $0.append("job") }
      }
    }
    await hasBegun.wait()
    async let end: Void = app.end(drain: .seconds(1_000))
    // It drains by then, or has ended without.
    while !app.isEnded { await Task.yield() }
    mayEnd.open()
    await end
    await working.value
    #expect(order.withLock { $0.map(\.self) } == ["job", "teardown"])
  }
}

private enum TitleKey: InjectedInterfaceKey { static var testValue: String { "title" } }
private enum PortKey: InjectedInterfaceKey { static var testValue: Int { 1 } }
private enum FloorKey: InjectedInterfaceKey { static var testValue: Int { 0 } }

private final class Token: Sendable {}
private enum TokenKey: InjectedInterfaceKey { static var testValue: Token? { nil } }

private final class Owner: Sendable {
  let floor = Injected { $0[FloorKey.self] }
}

private enum OwnerKey: InjectedInterfaceKey { static var testValue: Owner { Owner() } }

private final class Held: Sendable {
  let (hasBuilt, mayEnd) = (Gate(), Gate())
}

private enum HeldKey: InjectedInterfaceKey { static var testValue: Held { Held() } }

/// Is read later, in a scope that a default has opened, and needs what that makes.
private final class Lamp: Sendable {
  let port = injected { $0[PortKey.self] }
  let desk: Desk?

  init(of desk: Desk? = nil) { self.desk = desk }
}

private enum LampKey: InjectedInterfaceKey { static var testValue: Lamp { Lamp() } }

private enum SessionLampKey: InjectedInterfaceKey {
  static var testValue: Lamp { Lamp() }
  static var lifetime: InjectedLifetime { .session }
}

private struct Rig: Sendable {
  let inner: InjectedValues
}

private enum RigKey: AsyncInjectedKey {
  static func liveValue() async throws -> Rig { try await testValue() }

  static func testValue() async throws -> Rig {
    let held = injected { $0[HeldKey.self] }
    let inner = InjectedValues.current.overriding { $0[PortKey.self] = 7 }
    _ = inner[LampKey.self]
    held.hasBuilt.open()
    await held.mayEnd.wait()
    return Rig(inner: inner)
  }
}

private enum TitledRigKey: AsyncInjectedKey {
  static func liveValue() async throws -> Rig { try await testValue() }

  static func testValue() async throws -> Rig {
    _ = injected { $0[TitleKey.self] }
    return try await RigKey.testValue()
  }
}

private final class Desk: Sendable {
  let inner: InjectedValues
  let lamp: Injected<Lamp>

  init(reading key: (some InjectedInterfaceKey<Desk>).Type, in values: InjectedValues) {
    (inner, lamp) = values.run {
      withInjectedValues {
        $0[PortKey.self] = 7
        $0.register(LampKey.self) { Lamp(of: injected { $0[key] }) }
      } operation: {
        (.current, Injected { $0[LampKey.self] })
      }
    }
  }
}

private enum TitledDeskKey: InjectedInterfaceKey {
  static var testValue: Desk {
    _ = injected { $0[TitleKey.self] }
    return Desk(reading: Self.self, in: .current)
  }
}

private enum OwnersDeskKey: InjectedInterfaceKey {
  static var testValue: Desk {
    withInjectedValues(from: injected { $0[OwnerKey.self] }) {
      Desk(reading: Self.self, in: .current)
    }
  }
}

private enum PeekingDeskKey: InjectedInterfaceKey {
  static var testValue: Desk {
    _ = injected { $0[TitleKey.self] }
    let owner = injected { $0[OwnerKey.self] }
    return withInjectedValues(from: owner) {
      InjectedValues.peek { $0 }.run {
        withInjectedValues {
          $0[FloorKey.self] = 2
        } operation: {
          Desk(reading: Self.self, in: .current)
        }
      }
    }
  }
}

/// Opens a scope, in which others are kept.
private final class Hub: Sendable {
  let floor = injected { $0[FloorKey.self] }
  let inner = InjectedValues.current.overriding { $0[TitleKey.self] = "a" }
}

private enum HubKey: InjectedInterfaceKey { static var testValue: Hub { Hub() } }

private struct Play: Sendable {
  let session: InjectedSession
  let lamp: Lamp
}

private enum PlayKey: AsyncInjectedKey {
  static func liveValue() async throws -> Play { try await testValue() }

  static func testValue() async throws -> Play {
    let held = injected { $0[HeldKey.self] }
    let session = InjectedSession()
    session.onEnd(SessionLampKey.self) { _ in }
    let lamp = session.run { injected { $0[SessionLampKey.self] } }
    await session.end()
    held.hasBuilt.open()
    await held.mayEnd.wait()
    return Play(session: session, lamp: lamp)
  }
}

private final class Player: Sendable {
  let session = InjectedSession()
}

private enum PlayerKey: InjectedInterfaceKey {
  static var testValue: Player { Player() }
  static var lifetime: InjectedLifetime { .session }
}

private struct Worker: Sendable {
  let values = InjectedValues.current
}

private enum WorkerKey: InjectedInterfaceKey { static var testValue: Worker { Worker() } }
