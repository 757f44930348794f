import Injection
import Testing

/// A reader in one branch of scopes and an owner in another: what is found once is remembered for
/// the two, and is right each time.
@Suite("Rule 7: reads through an owner of another branch do not walk each time")
struct OtherBranchReadTests {
  @Test("An owner's override is given each time, until a scope further in overrides the key")
  func override() async {
    let owner = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Owner()
    }
    await inDeepScope {
      for _ in 0..<3 { #expect(owner.name == "owner") }
      withInjectedValues {
        $0.name = "reader"
      } operation: {
        for _ in 0..<3 { #expect(owner.name == "reader") }
      }
      for _ in 0..<3 { #expect(owner.name == "owner") }
      // A task inherits the chain, and what is remembered in it.
      #expect(await Task { owner.name }.value == "owner")
    }
    #expect(owner.name == "owner")
  }

  @Test("A default is the same each time, and the process's own where neither branch affects it")
  func sharedDefault() async {
    let shared = injected(\.engine)
    let owner = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Owner()
    }
    await inDeepScope {
      for _ in 0..<3 { #expect(owner.engine === shared) }
      #expect(await Task { owner.engine }.value === shared)
      withInjectedValues {
        $0.fuel = "steam"
      } operation: {
        let steam = owner.engine
        #expect(steam.fuel == "steam")
        for _ in 0..<3 { #expect(owner.engine === steam) }
      }
      #expect(owner.engine === shared)
    }
  }

  @Test(
    "A default that an owner's override changes is built from it, in whatever branch it is read")
  func ownersDefault() async {
    let owner = withInjectedValues {
      $0.fuel = "wind"
    } operation: {
      Owner()
    }
    let shared = injected(\.engine)
    await inDeepScope {
      for _ in 0..<3 {
        #expect(owner.engine.fuel == "wind")
        #expect(injected(\.engine) === shared)
      }
      #expect(await Task { owner.engine.fuel }.value == "wind")
    }
  }

  @Test("A key that a scope of the reader affects is not taken for one that none does")
  func decorated() async {
    let owner = withInjectedValues {
      $0.fuel = "wind"
    } operation: {
      Owner()
    }
    await inDeepScope {
      for _ in 0..<2 { #expect(owner.name == "default") }
      withInjectedValues {
        $0.decorate(NameKey.self) { "decorated \($0)" }
      } operation: {
        for _ in 0..<3 { #expect(owner.name == "decorated default") }
      }
    }
  }

  @Test("While a default is built, what it reads through such an owner is recorded each time")
  func recorded() {
    let owner = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Owner()
    }
    withInjectedValues {
      $0.hull = owner
    } operation: {
      fill(levels: 32) {
        #expect(owner.engine.fuel == "coal")
        let ship = injected(\.ship)
        #expect(ship.engine === owner.engine)
        withInjectedValues {
          $0.fuel = "steam"
        } operation: {
          #expect(injected(\.ship).engine.fuel == "steam")
        }
        #expect(injected(\.ship) === ship)
      }
    }
  }

  private func inDeepScope(_ operation: () async -> Void) async {
    await withInjectedValues {
      for level in 0..<32 { $0[LevelKey.self] = level }
    } operation: {
      await operation()
    }
  }

  private func fill(levels: Int, _ operation: () -> Void) {
    guard levels > 0 else { return operation() }
    withInjectedValues {
      $0[LevelKey.self] = levels
    } operation: {
      fill(levels: levels - 1, operation)
    }
  }
}

private final class Engine: Sendable {
  let fuel: String

  init(fuel: String) {
    self.fuel = fuel
  }
}

private final class Ship: Sendable {
  let engine: Engine

  init(engine: Engine) {
    self.engine = engine
  }
}

private struct Owner: Sendable {
  @Injected(\.name) var name
  @Injected(\.engine) var engine
}

private enum LevelKey: InjectedKey {
  static let liveValue = 0
  static let testValue = 0
}

private enum FuelKey: InjectedKey {
  static let liveValue = "coal"
  static let testValue = "coal"
}

private enum EngineKey: InjectedKey {
  static var liveValue: Engine { Engine(fuel: injected(\.fuel)) }
  static var testValue: Engine { Engine(fuel: injected(\.fuel)) }
}

private enum HullKey: InjectedKey {
  static let liveValue: Owner? = nil
  static let testValue: Owner? = nil
}

private enum ShipKey: InjectedKey {
  static var liveValue: Ship { Ship(engine: injected(\.hull)?.engine ?? injected(\.engine)) }
  static var testValue: Ship { liveValue }
}

extension InjectedValues {
  fileprivate var fuel: String {
    get { self[FuelKey.self] }
    set { self[FuelKey.self] = newValue }
  }

  fileprivate var engine: Engine { self[EngineKey.self] }

  fileprivate var hull: Owner? {
    get { self[HullKey.self] }
    set { self[HullKey.self] = newValue }
  }

  fileprivate var ship: Ship { self[ShipKey.self] }
}
