import Injection
import TestSupport
import Testing

/// A default opens a scope, and what it returns reads there later what needs it in turn.
@Suite("Rule 2: what is kept in a scope that a default opens goes with the default's value")
struct OpenedInBuildLifetimeTests {
  @Test("Whichever way the scope was opened", arguments: Opening.allCases)
  private func freed(by opening: Opening) {
    weak var engine: Engine?
    weak var panel: Panel?
    withInjectedValues {
      $0[OpeningKey.self] = opening
    } operation: {
      let made = injected { $0[EngineKey.self] }
      engine = made
      panel = made.panel()
      #expect(panel?.engine === made)
      #expect(panel?.port == 7)
      #expect(made.panel() === panel)
    }
    #expect(engine == nil)
    #expect(panel == nil)
  }

  @Test("Also what a value that was made there reads later, where nothing else is captured")
  func readLater() {
    weak var cabin: Cabin?
    weak var key: CabinDoorKey.Lock?
    withInjectedValues {
      $0[HostKey.self] = "owner"
    } operation: {
      let made = injected { $0[CabinKey.self] }
      cabin = made
      key = made.door.lock()
      #expect(key?.cabin === made)
    }
    #expect(cabin == nil)
    #expect(key == nil)
  }

  @Test("Also where a reader of another branch was given it", arguments: Opening.allCases)
  private func freedInOtherBranch(by opening: Opening) {
    weak var engine: Engine?
    withInjectedValues {
      $0[OpeningKey.self] = opening
    } operation: {
      let made = injected { $0[EngineKey.self] }
      engine = made
      withInjectedValues {
        $0[HostKey.self] = "reader's"
      } operation: {
        #expect(made.panel().host == "reader's")
        #expect(made.panel().engine === made)
      }
      #expect(made.panel().engine === made)
    }
    #expect(engine == nil)
  }

  @Test("What has escaped shares one instance from then on", arguments: Opening.allCases)
  private func escaped(by opening: Opening) async {
    weak var kept: Engine?
    do {
      let engine = withInjectedValues {
        $0[OpeningKey.self] = opening
      } operation: {
        let engine = injected { $0[EngineKey.self] }
        #expect(engine.panel().engine === engine)
        return engine
      }
      let panel = engine.panel()
      #expect(panel.port == 7)
      #expect(panel.engine !== engine)
      #expect(engine.panel() === panel)
      kept = panel.engine
    }
    // Whoever waited for a build, in another case, lets go of it when it wakes.
    for _ in 0..<100_000 where kept != nil { await Task.yield() }
    #expect(kept == nil)
  }

  @Test("What a caller was made keeps its own", arguments: Opening.allCases)
  private func transient(by opening: Opening) {
    let engine = withInjectedValues {
      $0[OpeningKey.self] = opening
    } operation: {
      injected { $0[FreshEngineKey.self] }
    }
    #expect(engine.host() === engine.host())
  }

  @Test("What an update has read stays as it is, when it goes on", arguments: Opening.allCases)
  private func update(by opening: Opening) {
    var panel: Panel?
    withInjectedValues {
      $0[OpeningKey.self] = opening
      panel = $0[EngineKey.self].panel()
      $0[TitleKey.self] = "later"
    } operation: {
      #expect(injected { $0[EngineKey.self] }.panel() === panel)
    }
  }

  @Test("So does what a scope has built, when another takes its place", arguments: Opening.allCases)
  private func succeeding(by opening: Opening) {
    let base = InjectedValues.current
    var values: InjectedValues? = base.overriding { $0[OpeningKey.self] = opening }
    weak let panel = values?.run { injected { $0[EngineKey.self] }.panel() }
    #expect(panel != nil)
    var next: InjectedValues? = base.overriding {
      $0[OpeningKey.self] = opening
      $0[TitleKey.self] = "other"
    }.succeeding(values)
    values = nil
    #expect(panel != nil)
    #expect(next?.run { injected { $0[EngineKey.self] }.panel() } === panel)
    next = nil
    #expect(panel == nil)
  }

  @Test("What is opened meanwhile on another thread, as by a task, keeps its own")
  func elsewhere() {
    let (values, first) = withInjectedValues {
      $0[OpeningKey.self] = .scope
    } operation: {
      let values = injected { $0[ElsewhereKey.self] }
      return (values, values.run { injected { $0[HostObjectKey.self] } })
    }
    #expect(first.port == 7)
    #expect(values.run { injected { $0[HostObjectKey.self] } } === first)
  }

  @Test("The last one made goes first, and its deinitialiser reads what is left")
  func order() {
    let log = Log()
    withInjectedValues {
      $0[LogKey.self] = log
    } operation: {
      let car = injected { $0[CarKey.self] }
      #expect(car.wheel().car === car)
    }
    #expect(log.lines.withLock { $0 } == ["wheel of the car", "car on its road", "road"])
  }
}

/// How a default opens a scope.
private enum Opening: CaseIterable {
  case scope, scopeInScope, overriding, copy, inOther, inTransient, fromModel

  func open(_ make: () -> Engine) -> Engine {
    switch self {
    case .scope:
      return withInjectedValues {
        $0[PortKey.self] = 7
      } operation: {
        make()
      }
    case .scopeInScope:
      return withInjectedValues {
        $0[TitleKey.self] = "outer"
      } operation: {
        withInjectedValues {
          $0[PortKey.self] = 7
        } operation: {
          make()
        }
      }
    case .overriding:
      return InjectedValues.current.overriding { $0[PortKey.self] = 7 }.run { make() }
    case .copy:
      var values = InjectedValues.current
      values[PortKey.self] = 7
      return values.run { make() }
    case .inOther:
      return injected { $0[OtherKey.self] }.values.run { make() }
    case .inTransient:
      return injected { $0[TransientKey.self] }.run { make() }
    case .fromModel:
      let model = withInjectedValues {
        $0[TitleKey.self] = "model"
      } operation: {
        Model()
      }
      return withInjectedValues(from: model) {
        $0[PortKey.self] = 7
      } operation: {
        make()
      }
    }
  }
}

private final class Model {
  @Injected({ $0[TitleKey.self] }) var name
}

private enum OpeningKey: InjectedInterfaceKey {
  static var testValue: Opening { .scope }
}

private enum PortKey: InjectedInterfaceKey {
  static var testValue: Int { 1 }
}

private enum TitleKey: InjectedInterfaceKey {
  static var testValue: String { "name" }
}

private enum HostKey: InjectedInterfaceKey {
  static var testValue: String { "host" }
}

/// Holds a scope that it opens while it is built.
private final class Other: Sendable {
  let values = InjectedValues.current.overriding { $0[PortKey.self] = 7 }
  let opening = injected { $0[OpeningKey.self] }
}

private enum OtherKey: InjectedInterfaceKey {
  static var testValue: Other { Other() }
}

private enum TransientKey: InjectedInterfaceKey {
  static var testValue: InjectedValues {
    withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      .current
    }
  }
  static var lifetime: InjectedLifetime { .transient }
}

private enum ElsewhereKey: InjectedInterfaceKey {
  static var testValue: InjectedValues {
    _ = injected { $0[OpeningKey.self] }
    let (values, opened) = (InjectedValues.current, OpenedElsewhere())
    onThreadInPlace {
      opened.values.withLock { $0 = values.overriding { $0[PortKey.self] = 7 } }
    }
    return opened.values.withLock { $0 } ?? values
  }
}

private final class OpenedElsewhere: Sendable {
  let values = Guarded<InjectedValues?>(nil)
}

private final class Engine: Sendable {
  let panel = Injected { $0[PanelKey.self] }
  let host = Injected { $0[HostObjectKey.self] }
}

private final class HostObject: Sendable {
  let port = injected { $0[PortKey.self] }
}

private enum HostObjectKey: InjectedInterfaceKey {
  static var testValue: HostObject { HostObject() }
}

private enum EngineKey: InjectedInterfaceKey {
  static var testValue: Engine { injected { $0[OpeningKey.self] }.open { Engine() } }
}

private enum FreshEngineKey: InjectedInterfaceKey {
  static var testValue: Engine { injected { $0[OpeningKey.self] }.open { Engine() } }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Panel: Sendable {
  let engine = injected { $0[EngineKey.self] }
  let port = injected { $0[PortKey.self] }
  let host = injected { $0[HostKey.self] }
}

private enum PanelKey: InjectedInterfaceKey {
  static var testValue: Panel { Panel() }
}

/// Opens a scope while it is made, and keeps nothing of that but what was made there.
private final class Cabin: Sendable {
  let host = injected { $0[HostKey.self] }
  let door: CabinDoorKey.Door

  init() {
    door = withInjectedValues {
      $0[PortKey.self] = 9
    } operation: {
      injected { $0[CabinDoorKey.self] }
    }
  }
}

private enum CabinKey: InjectedInterfaceKey {
  static var testValue: Cabin { Cabin() }
}

private enum CabinDoorKey: InjectedInterfaceKey {
  final class Door: Sendable {
    let port = injected { $0[PortKey.self] }
    let lock = Injected { $0[CabinLockKey.self] }
  }

  final class Lock: Sendable {
    let cabin = injected { $0[CabinKey.self] }
    let port = injected { $0[PortKey.self] }
  }

  static var testValue: Door { Door() }
}

private enum CabinLockKey: InjectedInterfaceKey {
  static var testValue: CabinDoorKey.Lock { CabinDoorKey.Lock() }
}

private final class Log: Sendable {
  let lines = Guarded<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private enum LogKey: InjectedInterfaceKey {
  static var testValue: Log { Log() }
}

private final class Road: Sendable {
  let log = injected { $0[LogKey.self] }
  let port = injected { $0[PortKey.self] }
  deinit { log.add("road") }
}

private enum RoadKey: InjectedInterfaceKey {
  static var testValue: Road { Road() }
}

private final class Car: Sendable {
  let log = injected { $0[LogKey.self] }
  let first: ObjectIdentifier
  let road = Injected { $0[RoadKey.self] }
  let wheel = Injected { $0[WheelKey.self] }

  init() { first = ObjectIdentifier(injected { $0[RoadKey.self] }) }

  deinit { log.add(first == ObjectIdentifier(road()) ? "car on its road" : "car on another road") }
}

private enum CarKey: InjectedInterfaceKey {
  static var testValue: Car {
    _ = injected { $0[LogKey.self] }
    return withInjectedValues {
      $0[PortKey.self] = 7
    } operation: {
      Car()
    }
  }
}

private final class Wheel: Sendable {
  let log = injected { $0[LogKey.self] }
  let port = injected { $0[PortKey.self] }
  let car = injected { $0[CarKey.self] }
  deinit { log.add("wheel of the car") }
}

private enum WheelKey: InjectedInterfaceKey {
  static var testValue: Wheel { Wheel() }
}
