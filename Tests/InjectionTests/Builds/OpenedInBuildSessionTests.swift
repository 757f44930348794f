import Injection
import TestSupport
import Testing

/// A default that opens scopes, or sessions, is built while the session of its reader ends.
@Suite(
  "Rule 2: a session ends while a default is built, which opens scopes and sessions of its own")
struct OpenedInBuildSessionTests {
  /// Prepares a key in a session, which ends before that has been prepared.
  private func prepare<Key: AsyncInjectedKey>(
    _ key: Key.Type, registering register: (InjectedSession) -> Void = { _ in },
    _ check: (Key.Value) async -> Void
  ) async throws {
    let held = Held()
    try await withInjectedValues {
      $0[HeldKey.self] = held
    } operation: {
      let login = InjectedSession()
      register(login)
      let preparing = login.run { Task { try await InjectedValues.prepare(key) } }
      await held.hasBuilt.wait()
      await login.end()
      held.mayEnd.open()
      try await preparing.value
      await check(injected { $0[key] })
    }
  }

  @Test("What a transient part has opened stays, as its whole does")
  func transientPart() async throws {
    try await prepare(RigKey.self) { rig in
      #expect(rig.engine.inner[LampKey.self] === rig.engine.inner[LampKey.self])
    }
  }

  @Test("What a transient part of a session's value has made in a scope of its own goes with that")
  func transientPartEnds() async {
    let session = InjectedSession()
    let whole = session.run { injected { $0[OfficeKey.self] } }
    weak let meter = whole.corner.inner[MeterKey.self]
    #expect(meter?.port == 8)
    await session.end()
    #expect(meter == nil)
    withExtendedLifetime(whole) {}
  }

  @Test("What is made in a scope on what such a scope keeps is torn down with the session")
  func onKeptInside() async {
    let closed = Counter()
    let session = InjectedSession()
    session.onEnd(LabelledKey.self) { _ in closed.increment() }
    let whole = session.run { injected { $0[AtticKey.self] } }
    await session.end()
    #expect(closed.value == 1)
    withExtendedLifetime(whole) {}
  }

  @Test("A session of the default's own goes on, and is ended by its own end")
  func ownSession() async throws {
    let closed = Counter()
    try await prepare(PlayerKey.self) { player in
      weak let lamp = player.session.run { injected { $0[SessionLampKey.self] } }
      #expect(lamp === player.lamp)
      player.session.onEnd(SessionLampKey.self) { _ in closed.increment() }
      await player.session.end()
    }
    #expect(closed.value == 1)
  }

  @Test("A session that a transient part has opened goes on when its whole has gone")
  func sessionOfPart() async {
    let closed = Counter()
    var session: InjectedSession?
    var lamp: Lamp?
    withInjectedValues {
      $0.renew(CabinetKey.self)
    } operation: {
      session = injected { $0[CabinetKey.self] }.drawer.session
      lamp = session?.run { injected { $0[SessionLampKey.self] } }
    }
    session?.onEnd(SessionLampKey.self) { _ in closed.increment() }
    #expect(session?.run { injected { $0[SessionLampKey.self] } } === lamp)
    await session?.end()
    #expect(closed.value == 1)
  }

  @Test("Nothing of it is torn down that stays")
  func tornDown() async throws {
    let closed = Counter()
    let register = { (login: InjectedSession) in
      login.onEnd(LampKey.self) { _ in closed.increment() }
      login.onEnd(SessionLampKey.self) { _ in closed.increment() }
    }
    try await prepare(RigKey.self, registering: register) {
      #expect($0.engine.inner[LampKey.self].port == 7)
    }
    #expect(closed.value == 0)
  }

  @Test("What is read there from another scope is torn down with the default's session")
  func readElsewhere() async {
    let closed = Counter()
    let app = InjectedSession()
    let request = app.run { InjectedSession() }
    request.onEnd(WireKey.self) { _ in closed.increment() }
    let plug = request.run { injected { $0[PlugKey.self] } }
    await app.run {
      await withInjectedValues {
        $0[FloorKey.self] = 2
      } operation: {
        #expect(plug.wire().floor == 2)
        await request.end()
      }
    }
    #expect(closed.value == 1)
  }

  @Test("A session inside the default ends what is opened in it, while that goes on")
  func inside() async throws {
    try await InjectedValues.prepare(ReportKey.self)
    #expect(injected { $0[ReportKey.self] })
  }

  @Test("A scope that has gone while the default was built is in its place where that is kept")
  func revived() async {
    let issues = await collectingIssues {
      let login = InjectedSession { $0[TitleKey.self] = "login" }
      let desk = login.run { injected { $0[LitDeskKey.self] } }
      #expect(injected { $0[LitDeskKey.self] } === desk)
      await login.end()
      #expect(desk.light.meter() === desk.light.meter())
    }
    #expect(issues.isEmpty)
  }
}

private enum TitleKey: InjectedInterfaceKey { static var testValue: String { "title" } }
private enum PortKey: InjectedInterfaceKey { static var testValue: Int { 1 } }
private enum FloorKey: InjectedInterfaceKey { static var testValue: Int { 0 } }

private final class Held: Sendable {
  let (hasBuilt, mayEnd) = (Gate(), Gate())

  func stop() async {
    hasBuilt.open()
    await mayEnd.wait()
  }
}

private enum HeldKey: InjectedInterfaceKey { static var testValue: Held { Held() } }

private final class Lamp: Sendable {
  let port = injected { $0[PortKey.self] }
}

private enum LampKey: InjectedInterfaceKey { static var testValue: Lamp { Lamp() } }

private enum SessionLampKey: InjectedInterfaceKey {
  static var testValue: Lamp { Lamp() }
  static var lifetime: InjectedLifetime { .session }
}

private final class Drawer: Sendable {
  let session = InjectedSession()
}

private enum DrawerKey: InjectedInterfaceKey {
  static var testValue: Drawer { Drawer() }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Cabinet: Sendable {
  let drawer = injected { $0[DrawerKey.self] }
}

private enum CabinetKey: InjectedInterfaceKey { static var testValue: Cabinet { Cabinet() } }

/// Opens a scope while it is made, in which a lamp is built.
private final class Engine: Sendable {
  let inner: InjectedValues

  init() {
    inner = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      _ = injected { $0[LampKey.self] }
      return .current
    }
  }
}

private enum EngineKey: InjectedInterfaceKey {
  static var testValue: Engine { Engine() }
  static var lifetime: InjectedLifetime { .transient }
}

private struct Rig: Sendable {
  let engine: Engine
}

private enum RigKey: AsyncInjectedKey {
  static func liveValue() async throws -> Rig { try await testValue() }

  static func testValue() async throws -> Rig {
    let held = injected { $0[HeldKey.self] }
    let rig = Rig(engine: injected { $0[EngineKey.self] })
    await held.stop()
    return rig
  }
}

private final class Wire: Sendable {
  let port = injected { $0[PortKey.self] }
  let floor = injected { $0[FloorKey.self] }
}

private enum WireKey: InjectedInterfaceKey { static var testValue: Wire { Wire() } }

private final class Plug: Sendable {
  let wire: Injected<Wire>

  init() {
    wire = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      Injected { $0[WireKey.self] }
    }
  }
}

private enum PlugKey: InjectedInterfaceKey {
  static var testValue: Plug { Plug() }
  static var lifetime: InjectedLifetime { .session }
}

private final class Player: Sendable {
  let session = InjectedSession()
  let lamp: Lamp

  init() { lamp = session.run { injected { $0[SessionLampKey.self] } } }
}

private enum PlayerKey: AsyncInjectedKey {
  static func liveValue() async throws -> Player { try await testValue() }

  static func testValue() async throws -> Player {
    let held = injected { $0[HeldKey.self] }
    let player = Player()
    await held.stop()
    return player
  }
}

/// Is needed by what it reads later, in a scope that it has opened.
private final class Stand: Sendable {
  let globe: Injected<Globe>

  init() {
    globe = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      _ = injected { $0[FloorKey.self] }
      return Injected { $0[GlobeKey.self] }
    }
  }
}

private enum StandKey: InjectedInterfaceKey {
  static var testValue: Stand { Stand() }
  static var lifetime: InjectedLifetime { .session }
}

private final class Globe: Sendable {
  let stand = injected { $0[StandKey.self] }
  let port = injected { $0[PortKey.self] }
}

private enum GlobeKey: InjectedInterfaceKey { static var testValue: Globe { Globe() } }

private enum ReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> Bool { try await testValue() }

  static func testValue() async throws -> Bool {
    let session = InjectedSession()
    weak let globe = session.run { injected { $0[StandKey.self] }.globe() }
    let wasThere = globe != nil
    await session.end()
    return wasThere && globe == nil
  }
}

private final class Meter: Sendable {
  let port = injected { $0[PortKey.self] }
}

private enum MeterKey: InjectedInterfaceKey { static var testValue: Meter { Meter() } }

private final class Light: Sendable {
  let port = injected { $0[PortKey.self] }
  let meter = Injected { $0[MeterKey.self] }
}

private enum LightKey: InjectedInterfaceKey { static var testValue: Light { Light() } }

/// Has a light from a scope that it opens, and does not hold.
private final class LitDesk: Sendable {
  let light: Light

  init() {
    light = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      injected { $0[LightKey.self] }
    }
    _ = light.meter()
  }
}

private enum LitDeskKey: InjectedInterfaceKey { static var testValue: LitDesk { LitDesk() } }

/// Makes a meter in a scope that it opens, and holds the scope alone.
private final class Corner: Sendable {
  let inner = InjectedValues.current.overriding { $0[PortKey.self] = 8 }

  init() { _ = inner[MeterKey.self] }
}

private enum CornerKey: InjectedInterfaceKey {
  static var testValue: Corner { Corner() }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Office: Sendable {
  let corner = injected { $0[CornerKey.self] }
}

private enum OfficeKey: InjectedInterfaceKey {
  static var testValue: Office { Office() }
  static var lifetime: InjectedLifetime { .session }
}

private enum LabelKey: InjectedInterfaceKey { static var testValue: String { "none" } }

private final class Labelled: Sendable {
  let port = injected { $0[PortKey.self] }
  let label = injected { $0[LabelKey.self] }
}

private enum LabelledKey: InjectedInterfaceKey {
  static var testValue: Labelled { Labelled() }
}

private final class Chest: Sendable {
  let port = injected { $0[PortKey.self] }
  let values = InjectedValues.current
}

private enum ChestKey: InjectedInterfaceKey { static var testValue: Chest { Chest() } }

/// Opens a scope, makes a chest there, and opens another scope on what the chest has captured.
private final class Attic: Sendable {
  let chest: Chest
  let onChest: InjectedValues

  init() {
    chest = InjectedValues.current.overriding { $0[PortKey.self] = 8 }[ChestKey.self]
    onChest = chest.values.overriding { $0[LabelKey.self] = "on the chest" }
    _ = onChest[LabelledKey.self]
  }
}

private enum AtticKey: InjectedInterfaceKey {
  static var testValue: Attic { Attic() }
  static var lifetime: InjectedLifetime { .session }
}
