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
}
