import Injection
import TestSupport
import Testing

/// A default goes on from an owner that was made elsewhere, or peeks, and opens scopes there.
@Suite("Rule 2: what a default opens on an owner's scope, or in a peek, goes with its value alone")
struct OpenedOnOwnerTests {
  private static func owner(in session: InjectedSession? = nil) -> Owner {
    let made = {
      withInjectedValues {
        $0[PortKey.self] = 1
      } operation: {
        Owner()
      }
    }
    return session.map { $0.run(made) } ?? made()
  }

  @Test("What is read on an owner that was made in a peek is noted, outside it")
  func readOutsidePeek() {
    #expect(injected { $0[PeekedOwnerKey.self] } == "title")
    withInjectedValues {
      $0[TitleKey.self] = "A"
    } operation: {
      #expect(injected { $0[PeekedOwnerKey.self] } == "A")
    }
  }

  @Test("What its own scope decides is not noted, also where an owner of that is read further in")
  func ownerOfOpened() {
    let desk = injected { $0[OwnDeskKey.self] }
    withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      #expect(injected { $0[OwnDeskKey.self] } === desk)
    }
    withInjectedValues {
      $0[PlaceNameKey.self] = "elsewhere"
    } operation: {
      #expect(injected { $0[OwnDeskKey.self] }.ports == [3, 3])
      #expect(injected { $0[OwnDeskKey.self] } !== desk)
    }
  }

  @Test("What its own scope decides there is not noted")
  func decidedThere() {
    withInjectedValues {
      $0[OwnerKey.self] = Self.owner()
    } operation: {
      let ring = injected { $0[RingKey.self] }
      #expect(ring.title == "ring")
      withInjectedValues {
        $0[TitleKey.self] = "A"
      } operation: {
        #expect(injected { $0[RingKey.self] } === ring)
      }
    }
  }

  @Test("What it peeks at is not noted, on an owner of its own either")
  func peekedOnOwn() {
    let glance = injected { $0[GlanceKey.self] }
    #expect(glance.title == "title")
    withInjectedValues {
      $0[TitleKey.self] = "A"
    } operation: {
      #expect(injected { $0[GlanceKey.self] } === glance)
    }
  }

  @Test("A session that is opened there ends by itself, with its teardowns")
  func session() async {
    let closed = Counter()
    let session = withInjectedValues {
      $0[TitleKey.self] = "a"
      $0[OwnerKey.self] = Self.owner()
    } operation: {
      let session = injected { $0[PlayerKey.self] }.session
      session.onEnd(SessionLampKey.self) { _ in closed.increment() }
      _ = session.run { injected { $0[SessionLampKey.self] } }
      return session
    }
    await session.end()
    #expect(closed.value == 1)
  }

  @Test("That is in no session of its reader's")
  func sessionOfReader() async {
    let app = InjectedSession()
    let player = withInjectedValues {
      $0[OwnerKey.self] = Self.owner()
    } operation: {
      app.run { injected { $0[PlayerKey.self] } }
    }
    let issues = await collectingIssues {
      weak let lamp = player.session.run { injected { $0[SessionLampKey.self] } }
      await app.end()
      #expect(!player.session.isEnded)
      #expect(lamp != nil)
    }
    #expect(issues.isEmpty)
    await player.session.end()
  }

  @Test("Nor does it end with that one, if a scope in there has given the owner of another branch")
  func sessionOfReaderInside() async {
    let owner = Self.owner()
    let app = InjectedSession()
    let player = app.run {
      withInjectedValues {
        $0[OwnerKey.self] = owner
      } operation: {
        injected { $0[PlayerKey.self] }
      }
    }
    let lamp = player.session.run { injected { $0[SessionLampKey.self] } }
    let issues = await collectingIssues {
      await app.end()
      #expect(!player.session.isEnded)
      #expect(player.session.run { injected { $0[SessionLampKey.self] } } === lamp)
      await player.session.end()
    }
    #expect(issues.isEmpty)
  }

  @Test("What a transient part has opened stays while another scope keeps the whole")
  func transientPart() {
    let base = InjectedValues.current
    weak var lamp: Lamp?
    var (desk, second): (ToolDesk?, InjectedValues?) = withInjectedValues {
      $0[FloorKey.self] = 1
    } operation: {
      let hub = injected { $0[HubKey.self] }
      let desk = hub.inner[ToolDeskKey.self]
      lamp = desk.tool.inner[LampKey.self]
      return (desk, base.overriding { $0[TitleKey.self] = "a" }.succeeding(hub.inner))
    }
    #expect(second?[ToolDeskKey.self] === desk)
    #expect(lamp != nil)
    #expect(desk?.tool.inner[LampKey.self] === lamp)
    (desk, second) = (nil, nil)
    #expect(lamp == nil)
  }

  @Test("What was read there is made anew when the scope has gone that kept it", arguments: Way.all)
  private func afterReader(by way: Way) async {
    await Self.readAnew(by: way)
  }

  @Test("Outside every test as well, where reads are remembered in place")
  func afterReaderInProcess() async {
    await #expect(processExitsWith: .success) {
      for way in Way.all { await Self.readAnew(by: way) }
    }
  }

  private static func readAnew(by way: Way) async {
    let login = InjectedSession()
    let owner = owner(in: way.isInSession ? login : nil)
    weak var lamp: Lamp?
    let desk = withInjectedValues {
      $0[TitleKey.self] = "a"
      $0[OwnerKey.self] = owner
      $0[WayKey.self] = way
    } operation: {
      let desk = injected { $0[DeskKey.self] }
      lamp = desk.inner.run { injected { $0[LampKey.self] } }
      #expect(desk.inner.run { injected { $0[LampKey.self] } } === lamp)
      return desk
    }
    #expect(lamp == nil)
    #expect(desk.inner.run { injected { $0[LampKey.self] }.port } == 7)
    await login.end()
  }

  @Test("A scope on an owner's goes with the value, wherever that was opened", arguments: Way.all)
  private func goes(by way: Way) async {
    let login = InjectedSession()
    let owner = Self.owner(in: way.isInSession ? login : nil)
    weak var desk: Desk?
    withInjectedValues {
      $0[TitleKey.self] = "a"
      $0[OwnerKey.self] = owner
      $0[WayKey.self] = way
    } operation: {
      let made = injected { $0[DeskKey.self] }
      desk = made
      #expect(made.lamp().desk === made)
    }
    #expect(desk == nil)
    await login.end()
  }
}

/// Where a default opens a scope on an owner's.
private struct Way: Sendable {
  enum Place { case inScope, inPeek }

  let place: Place
  let isInSession: Bool

  static let all = [
    Way(place: .inScope, isInSession: false), Way(place: .inScope, isInSession: true),
    Way(place: .inPeek, isInSession: false), Way(place: .inPeek, isInSession: true),
  ]
}

private enum WayKey: InjectedInterfaceKey {
  static var testValue: Way { Way(place: .inScope, isInSession: false) }
}

private enum TitleKey: InjectedInterfaceKey { static var testValue: String { "title" } }
private enum PortKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum FloorKey: InjectedInterfaceKey { static var testValue: Int { 0 } }

private final class Owner: Sendable {
  let port = Injected { $0[PortKey.self] }
}

private enum OwnerKey: InjectedInterfaceKey { static var testValue: Owner { Owner() } }

private enum PeekedOwnerKey: InjectedInterfaceKey {
  static var testValue: String {
    let owner = InjectedValues.peek { $0 }.run {
      withInjectedValues {
        $0[PortKey.self] = 7
      } operation: {
        Owner()
      }
    }
    return withInjectedValues {
      $0[FloorKey.self] = 2
    } operation: {
      withInjectedValues(from: owner) { injected { $0[TitleKey.self] } }
    }
  }
}

private final class Ring: Sendable {
  let title = injected { $0[TitleKey.self] }
}

private enum RingKey: InjectedInterfaceKey {
  static var testValue: Ring {
    withInjectedValues(from: injected { $0[OwnerKey.self] }) {
      $0[TitleKey.self] = "ring"
    } operation: {
      Ring()
    }
  }
}

private enum GlanceKey: InjectedInterfaceKey {
  static var testValue: Ring {
    let owner = withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      Owner()
    }
    return InjectedValues.peek { $0 }.run {
      withInjectedValues {
        $0[FloorKey.self] = 2
      } operation: {
        withInjectedValues(from: owner) { Ring() }
      }
    }
  }
}

/// Needs what has opened the scope that it is read in.
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

private final class Player: Sendable {
  let session = InjectedSession()
}

private enum PlayerKey: InjectedInterfaceKey {
  static var testValue: Player {
    _ = injected { $0[TitleKey.self] }
    return withInjectedValues(from: injected { $0[OwnerKey.self] }) { Player() }
  }
}

private final class Desk: Sendable {
  let inner: InjectedValues
  let lamp: Injected<Lamp>

  init() {
    (inner, lamp) = withInjectedValues {
      $0[PortKey.self] = 7
      $0.register(LampKey.self) { Lamp(of: injected { $0[DeskKey.self] }) }
    } operation: {
      (.current, Injected { $0[LampKey.self] })
    }
  }
}

private enum DeskKey: InjectedInterfaceKey {
  static var testValue: Desk {
    _ = injected { $0[TitleKey.self] }
    let owner = injected { $0[OwnerKey.self] }
    switch injected({ $0[WayKey.self] }).place {
    case .inScope:
      return withInjectedValues {
        $0[FloorKey.self] = 2
      } operation: {
        withInjectedValues(from: owner) { Desk() }
      }
    case .inPeek:
      return InjectedValues.peek { $0 }.run { withInjectedValues(from: owner) { Desk() } }
    }
  }
}

/// Opens a scope, in which others are kept.
private final class Hub: Sendable {
  let floor = injected { $0[FloorKey.self] }
  let inner = InjectedValues.current.overriding { $0[TitleKey.self] = "a" }
}

private enum HubKey: InjectedInterfaceKey { static var testValue: Hub { Hub() } }

/// Makes an owner in a scope, and reads it there and in another scope.
private final class OwnDesk: Sendable {
  let ports: [Int]

  init() {
    let owner = withInjectedValues {
      $0[PortKey.self] = 3
    } operation: {
      Injected { values in
        _ = values[PlaceNameKey.self]
        return values[PortKey.self]
      }
    }
    ports = ["a", "b"].map { title in
      withInjectedValues {
        $0[TitleKey.self] = title
      } operation: {
        owner.wrappedValue
      }
    }
  }
}

private enum OwnDeskKey: InjectedInterfaceKey { static var testValue: OwnDesk { OwnDesk() } }

private enum PlaceNameKey: InjectedKey {
  static let liveValue = "here"
  static let testValue = "here"
}

private struct Tool: Sendable {
  let inner = InjectedValues.current.overriding { $0[PortKey.self] = 7 }
}

private enum ToolKey: InjectedInterfaceKey {
  static var testValue: Tool {
    _ = injected { $0[TitleKey.self] }
    return Tool()
  }
  static var lifetime: InjectedLifetime { .transient }
}

private final class ToolDesk: Sendable {
  let title = injected { $0[TitleKey.self] }
  let tool = injected { $0[ToolKey.self] }
}

private enum ToolDeskKey: InjectedInterfaceKey {
  static var testValue: ToolDesk { ToolDesk() }
}
