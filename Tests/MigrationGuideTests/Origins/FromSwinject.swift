import Injection
import InjectionTesting
import Testing

protocol Engine: Sendable {
  var sound: String { get }
}

struct PetrolEngine: Engine {
  let sound = "brum"
}

struct ElectricEngine: Engine {
  let sound = "hum"
}

final class Car: Sendable {
  let engine: any Engine
  init(engine: any Engine) { self.engine = engine }
}

enum EngineKey: InjectedKey {
  static let liveValue: any Engine = PetrolEngine()
  static let testValue: any Engine = PetrolEngine()
}

enum CarKey: InjectedKey {
  static var liveValue: Car { Car(engine: injected(\.engine)) }
  static var testValue: Car { liveValue }
}

extension InjectedValues {
  var engine: any Engine {
    get { self[EngineKey.self] }
    set { self[EngineKey.self] = newValue }
  }
  var car: Car {
    get { self[CarKey.self] }
    set { self[CarKey.self] = newValue }
  }
}

extension InjectedValues {
  mutating func assembleElectricCars() {
    register(EngineKey.self) { ElectricEngine() }
    register(CarKey.self) { Car(engine: injected(\.engine)) }
  }
}

final class TripLog: Sendable {}

struct Leg: Sendable {
  let kilometres: Int
  let log: TripLog
}

struct Trips: Sendable {
  var plan: @Sendable (_ kilometres: [Int]) -> [Leg]
}

enum TripsKey: InjectedKey {
  static let liveValue = Trips { kilometres in
    let log = TripLog()
    return kilometres.map { Leg(kilometres: $0, log: log) }
  }
  static let testValue = liveValue
}

extension InjectedValues {
  var trips: Trips {
    get { self[TripsKey.self] }
    set { self[TripsKey.self] = newValue }
  }
}

/// Two objects that know each other, of which each resolution makes a pair.
private final class Pedal: Sendable {
  let chain = Injected { $0[ChainKey.self] }
}

private final class Chain: Sendable {
  let pedal = injected { $0[PedalKey.self] }
}

private enum PedalKey: InjectedKey {
  static var liveValue: Pedal { Pedal() }
  static var testValue: Pedal { Pedal() }
  static var lifetime: InjectedLifetime { .transient }
}

private enum ChainKey: InjectedKey {
  static var liveValue: Chain { Chain() }
  static var testValue: Chain { Chain() }
  static var lifetime: InjectedLifetime { .transient }
}

@Suite("From Swinject", .injected) struct FromSwinjectTests {
  @Test("A graph is built from keys, anew below an override, and verified as a whole")
  func graph() throws {
    let shared = injected(\.car)
    #expect(shared === injected(\.car))
    withInjectedValues {
      $0.engine = ElectricEngine()
    } operation: {
      #expect(injected(\.car).engine.sound == "hum")
    }
    #expect(injected(\.car) === shared)
    try InjectedValues.verify([CarKey.self, EngineKey.self])
  }

  @Test("An assembly is a function that registers, at launch or for a scope")
  func assembly() {
    withInjectedValues {
      $0.assembleElectricCars()
    } operation: {
      #expect(injected(\.car).engine.sound == "hum")
      #expect(injected(\.car) === injected(\.car))
    }
    #expect(injected(\.car).engine.sound == "brum")
  }

  @Test("Arguments are a closure's, and a graph is what one call of it builds")
  func arguments() {
    let legs = injected(\.trips).plan([3, 4])
    #expect(legs.map(\.kilometres) == [3, 4])
    #expect(legs[0].log === legs[1].log)
    let next = injected(\.trips).plan([5])
    #expect(next[0].log !== legs[0].log)
  }

  @Test("Of what is transient, a wrapper makes another, so it closes no cycle of a graph")
  func transientCycle() {
    let chain = injected { $0[ChainKey.self] }
    #expect(chain.pedal.chain() !== chain)
  }
}
