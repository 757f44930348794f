import Injection
import Testing

/// A reader in one branch of scopes and an owner in another: what is found once is remembered for
/// the two, and is right each time.
@Suite("Rule 8: reads through an owner of another branch do not walk each time")
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

  @Test("What a scope keeps on an owner's is not taken for what its readers see through the owner")
  func keptOnLess() {
    let first = withInjectedValues {
      $0[FirstPartKey.self] = 1
    } operation: {
      PartsOwner()
    }
    withInjectedValues {
      $0.name = "around"
    } operation: {
      let second = withInjectedValues {
        $0[SecondPartKey.self] = 2
      } operation: {
        PartsOwner()
      }
      withInjectedValues(from: first) {
        $0[ThirdPartKey.self] = 3
      } operation: {
        withInjectedValues {
          $0.name = "inside"
        } operation: {
          // Kept by the third scope on the second, without the first.
          #expect(second.both == [2, 3])
        }
        #expect(second.first == 1)
      }
    }
  }

  @Test("A default is the same each time, and the process's own where neither branch affects it")
  func sharedDefault() async {
    let shared = injected(\.branchEngine)
    let owner = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Owner()
    }
    await inDeepScope {
      for _ in 0..<3 { #expect(owner.engine === shared) }
      #expect(await Task { owner.engine }.value === shared)
      withInjectedValues {
        $0.branchFuel = "steam"
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
      $0.branchFuel = "wind"
    } operation: {
      Owner()
    }
    let shared = injected(\.branchEngine)
    await inDeepScope {
      for _ in 0..<3 {
        #expect(owner.engine.fuel == "wind")
        #expect(injected(\.branchEngine) === shared)
      }
      #expect(await Task { owner.engine.fuel }.value == "wind")
    }
  }

  @Test("A key that a scope of the reader affects is not taken for one that none does")
  func decorated() async {
    let owner = withInjectedValues {
      $0.branchFuel = "wind"
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
          $0.branchFuel = "steam"
        } operation: {
          #expect(injected(\.ship).engine.fuel == "steam")
        }
        #expect(injected(\.ship) === ship)
      }
    }
  }

  private func fill(levels: Int, _ operation: () -> Void) {
    guard levels > 0 else { return operation() }
    withInjectedValues {
      $0[BranchLevelKey.self] = levels
    } operation: {
      fill(levels: levels - 1, operation)
    }
  }
}

private final class Ship: Sendable {
  let engine: BranchEngine

  init(engine: BranchEngine) {
    self.engine = engine
  }
}

private enum FirstPartKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum SecondPartKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum ThirdPartKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum BothPartsKey: InjectedInterfaceKey {
  static var testValue: [Int] {
    [injected { $0[SecondPartKey.self] }, injected { $0[ThirdPartKey.self] }]
  }
}

private struct PartsOwner: Sendable {
  @Injected({ $0[FirstPartKey.self] }) var first
  @Injected({ $0[BothPartsKey.self] }) var both
}

private struct Owner: Sendable {
  @Injected(\.name) var name
  @Injected(\.branchEngine) var engine
}

private enum HullKey: InjectedKey {
  static let liveValue: Owner? = nil
  static let testValue: Owner? = nil
}

private enum ShipKey: InjectedKey {
  static var liveValue: Ship { Ship(engine: injected(\.hull)?.engine ?? injected(\.branchEngine)) }
  static var testValue: Ship { liveValue }
}

extension InjectedValues {

  fileprivate var hull: Owner? {
    get { self[HullKey.self] }
    set { self[HullKey.self] = newValue }
  }

  fileprivate var ship: Ship { self[ShipKey.self] }
}
