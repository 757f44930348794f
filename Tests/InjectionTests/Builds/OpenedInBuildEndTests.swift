import Injection
import TestSupport
import Testing

/// A default opens a scope, and what is around it when that is opened ends, or comes and goes later.
@Suite("Rule 2: what a default has opened lasts as long as its value is kept")
struct OpenedInBuildEndTests {
  @Test("Also where it was opened in a session that had ended, which keeps nothing of the value")
  func afterEnd() async {
    let issues = await collectingIssues {
      let session = InjectedSession { $0[TitleKey.self] = "login" }
      let values = session.run { InjectedValues.current }
      await session.end()
      let desk = values.run { injected { $0[DeskKey.self] } }
      #expect(injected { $0[DeskKey.self] } === desk)
      #expect(desk.lamp() === desk.lamp())
      let other = desk.inner.overriding { $0[TitleKey.self] = "other" }
      #expect(other[LampKey.self] === desk.lamp())
    }
    #expect(issues.isEmpty)
  }

  @Test("Also where that session ends while the value is prepared")
  func duringEnd() async throws {
    let held = Held()
    try await withInjectedValues {
      $0[HeldKey.self] = held
    } operation: {
      let session = InjectedSession { $0[TitleKey.self] = "login" }
      let preparing = session.run {
        Task { try await InjectedValues.prepare(PreparedDeskKey.self) }
      }
      await held.hasOpened.wait()
      await session.end()
      held.mayEnd.open()
      try await preparing.value
      let desk = injected { $0[PreparedDeskKey.self] }
      #expect(desk.lamp() === desk.lamp())
    }
  }

  @Test("What is made of an ended session, and kept nowhere, keeps nothing")
  func ofEnded() async {
    weak var desk: Desk?
    let issues = await collectingIssues {
      let session = InjectedSession { $0[OwnerKey.self] = "login" }
      let values = session.run { InjectedValues.current }
      await session.end()
      let made = values.run { injected { $0[DeskKey.self] } }
      _ = made.lamp()
      desk = made
      withExtendedLifetime(made) {}
    }
    #expect(desk == nil)
    #expect(!issues.isEmpty)
  }

  @Test("The end of values that have succeeded others leaves these what was opened")
  func laterGone() {
    let base = InjectedValues.current
    weak var lamp: Lamp?
    do {
      let first = base.overriding { $0[OwnerKey.self] = "a" }
      let desk = first[DeskKey.self]
      lamp = desk.lamp()
      do {
        let later = base.overriding {
          $0[OwnerKey.self] = "a"
          $0[TitleKey.self] = "later"
        }.succeeding(first)
        #expect(later[DeskKey.self] === desk)
      }
      #expect(lamp != nil)
      #expect(desk.lamp() === lamp)
      withExtendedLifetime(first) {}
    }
    #expect(lamp == nil)
  }

  @Test(
    "The end of a session that has taken a value over leaves an earlier scope what that has opened")
  func leftByEnd() async {
    func values(after earlier: InjectedValues?) -> InjectedValues {
      InjectedValues.current.overriding { $0[OwnerKey.self] = "a" }.succeeding(earlier)
    }
    let first = values(after: nil)
    let desk = first[DeskKey.self]
    weak let lamp = desk.lamp()
    let session = InjectedSession { $0[TitleKey.self] = "in" }
    let second = session.run { values(after: first) }
    #expect(second[DeskKey.self] === desk)
    await session.end()
    #expect(lamp != nil)
    #expect(desk.lamp() === lamp)
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "What a value has opened is let go of, where its session ends while it is prepared for that",
    arguments: [false, true])
  func lostMeanwhile(isRefused: Bool) async {
    let held = Held(isRefused: isRefused)
    await withInjectedValues {
      $0[HeldKey.self] = held
    } operation: {
      let session = InjectedSession { $0[TitleKey.self] = "login" }
      let preparing = session.run {
        Task { try await InjectedValues.prepare(LostDeskKey.self) }
      }
      await held.hasOpened.wait()
      await session.end()
      held.mayEnd.open()
      try? await preparing.value
    }
    #expect(held.goneShelves.value == 1)
  }

  @Test(
    "Also what is built in a scope of the build, and opens one in turn, when the session has ended")
  func insideEnded() async {
    let held = Held()
    await withInjectedValues {
      $0[HeldKey.self] = held
    } operation: {
      let session = InjectedSession { $0[TitleKey.self] = "login" }
      let preparing = session.run {
        Task { try await InjectedValues.prepare(BuildingKey.self) }
      }
      await held.hasOpened.wait()
      let issues = await collectingIssues {
        await session.end()
        held.mayEnd.open()
        try? await preparing.value
      }
      #expect(issues.isEmpty)
      let building = injected { $0[BuildingKey.self] }
      #expect(building.office.drawer() === building.office.first)
      #expect(building.values[OfficeKey.self] === building.office)
    }
  }

  @Test("A session that a default opens lets go of all at its end, while that is built and later")
  func session() async throws {
    try await InjectedValues.prepare(ReportKey.self)
    #expect(injected { $0[ReportKey.self] })
    let login = InjectedSession()
    login.onEnd(TitleKey.self) { _ in }
    let player = login.run { injected { $0[PlayerKey.self] } }
    weak let lamp = player.session.run { injected { $0[SessionLampKey.self] } }
    #expect(lamp != nil)
    await player.session.end()
    #expect(lamp == nil)
    await login.end()
  }

  @Test("The end of a session ends what a value has opened that was taken over into it")
  func takenOver() async {
    func values(after earlier: InjectedValues?) -> InjectedValues {
      InjectedValues.current.overriding { $0[OwnerKey.self] = "a" }.succeeding(earlier)
    }
    let closed = Counter()
    weak var lamp: Lamp?
    let session = InjectedSession()
    session.onEnd(LampKey.self) { _ in closed.increment() }
    var first: InjectedValues? = values(after: nil)
    lamp = first?[DeskKey.self].lamp()
    let next = session.run { InjectedValues.current.overriding { $0[TitleKey.self] = "in" } }
    let second = next.run { values(after: first) }
    first = nil
    #expect(lamp != nil)
    await session.end()
    #expect(closed.value == 1)
    #expect(lamp == nil)
    withExtendedLifetime(second) {}
  }
}

private enum TitleKey: InjectedInterfaceKey { static var testValue: String { "title" } }
private enum OwnerKey: InjectedInterfaceKey { static var testValue: String { "owner" } }
private enum PortKey: InjectedInterfaceKey { static var testValue: Int { 1 } }
private enum FloorKey: InjectedInterfaceKey { static var testValue: Int { 0 } }

/// Opens a scope while it is made, and is needed by what it reads there later.
private final class Desk: Sendable {
  let owner = injected { $0[OwnerKey.self] }
  let inner: InjectedValues
  let lamp: Injected<Lamp>

  init() {
    (inner, lamp) = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      _ = injected { $0[FloorKey.self] }
      return (.current, Injected { $0[LampKey.self] })
    }
  }
}

private enum DeskKey: InjectedInterfaceKey { static var testValue: Desk { Desk() } }

private final class Lamp: Sendable {
  let desk = injected { $0[DeskKey.self] }
  let port = injected { $0[PortKey.self] }
}

private enum LampKey: InjectedInterfaceKey { static var testValue: Lamp { Lamp() } }

/// Holds desks that were made later, in its scope.
private final class Shelf: Sendable {
  let held = injected { $0[HeldKey.self] }
  let port = injected { $0[PortKey.self] }
  let desks = Guarded<[Desk]>([])
  deinit { held.goneShelves.increment() }
}

private enum ShelfKey: InjectedInterfaceKey { static var testValue: Shelf { Shelf() } }

private final class Held: Sendable {
  let (hasOpened, mayEnd) = (Gate(), Gate())
  let goneShelves = Counter()
  let isRefused: Bool

  init(isRefused: Bool = false) { self.isRefused = isRefused }
}

private enum HeldKey: InjectedInterfaceKey { static var testValue: Held { Held() } }

private enum PreparedDeskKey: AsyncInjectedKey {
  static func liveValue() async throws -> Desk { try await testValue() }

  static func testValue() async throws -> Desk {
    let held = injected { $0[HeldKey.self] }
    let desk = Desk()
    _ = desk.lamp()
    held.hasOpened.open()
    await held.mayEnd.wait()
    return desk
  }
}

private enum LostDeskKey: AsyncInjectedKey {
  static func liveValue() async throws -> Desk { try await testValue() }

  static func testValue() async throws -> Desk {
    let held = injected { $0[HeldKey.self] }
    // It is the session's.
    _ = injected { $0[TitleKey.self] }
    let desk = Desk()
    desk.inner[ShelfKey.self].desks.withLock { $0.append(desk) }
    held.hasOpened.open()
    await held.mayEnd.wait()
    if held.isRefused { throw CancellationError() }
    return desk
  }
}

/// Opens a scope while it is made, and has something built there at once.
private final class Office: Sendable {
  let owner = injected { $0[OwnerKey.self] }
  let first: Drawer
  let drawer: Injected<Drawer>

  init() {
    (first, drawer) = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      (injected { $0[DrawerKey.self] }, Injected { $0[DrawerKey.self] })
    }
  }
}

private final class Drawer: Sendable {
  let port = injected { $0[PortKey.self] }
}

private enum DrawerKey: InjectedInterfaceKey { static var testValue: Drawer { Drawer() } }
private enum OfficeKey: InjectedInterfaceKey { static var testValue: Office { Office() } }

/// Holds the scope that its office is kept in.
private struct Building: Sendable {
  let values: InjectedValues
  let office: Office
}

private enum BuildingKey: AsyncInjectedKey {
  static func liveValue() async throws -> Building { try await testValue() }

  static func testValue() async throws -> Building {
    let held = injected { $0[HeldKey.self] }
    held.hasOpened.open()
    await held.mayEnd.wait()
    return withInjectedValues {
      $0[OwnerKey.self] = "office"
    } operation: {
      Building(values: .current, office: injected { $0[OfficeKey.self] })
    }
  }
}

private enum SessionLampKey: InjectedInterfaceKey {
  static var testValue: Drawer { Drawer() }
  static var lifetime: InjectedLifetime { .session }
}

private enum ReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> Bool { try await testValue() }

  static func testValue() async throws -> Bool {
    let session = InjectedSession()
    weak let lamp = session.run { injected { $0[SessionLampKey.self] } }
    let wasThere = lamp != nil
    await session.end()
    return wasThere && lamp == nil
  }
}

private final class Player: Sendable {
  let session = InjectedSession()
}

private enum PlayerKey: InjectedInterfaceKey {
  static var testValue: Player { Player() }
  static var lifetime: InjectedLifetime { .session }
}
