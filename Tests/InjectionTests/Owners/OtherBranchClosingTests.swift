import Injection
import Testing

@Suite("Rule 2: what was built for a reader and an owner goes with their scopes")
struct OtherBranchClosingTests {
  @Test("Also where a deinitialiser lets go of the reader's scope while the owner's goes")
  func whileTheOtherGoes() {
    weak var ship: Ship?
    weak var pilot: Pilot?
    do {
      let owner = withInjectedValues {
        $0.branchFuel = "wind"
      } operation: {
        Owner()
      }
      let reader = Reader()
      reader.enter {
        ship = owner.ship
        pilot = owner.pilot
        #expect(ship?.text == "reader by wind")
        #expect(pilot?.reader === reader)
      }
      #expect(ship != nil)
    }
    #expect(pilot == nil)
    #expect(ship == nil)
  }

  /// Outside the test's world, where reads take no lock.
  @Test("Where an owner holds the overrides alone, nothing outlives the scope that has decided it")
  func whileOneReadsOn() async {
    await Task.detached {
      var scope: InjectedValues? = .current.overriding { $0.branchFuel = "wind" }
      guard let crew = scope?.run({ injected { $0[CrewKey.self] } }) else { return }
      withInjectedValues {
        $0.name = "reader"
      } operation: {
        withInjectedValues(from: crew) {
          weak let ship = injected { $0[ShipKey.self] }
          #expect(ship?.text == "reader by wind")
          // As where a request ends on another thread.
          scope = nil
          #expect(ship == nil)
          #expect(injected { $0[ShipKey.self] }.text == "reader by wind")
        }
      }
    }.value
  }
}

/// Holds its scope until it is told to leave it.
private final class Reader: Sendable {
  private let values = Guarded<InjectedValues?>(nil)

  func enter(_ operation: () -> Void) {
    let values = InjectedValues.current.overriding {
      $0.name = "reader"
      $0[ReaderKey.self] = self
    }
    self.values.withLock { $0 = values }
    values.run(operation)
  }

  func leave() {
    let values = values.withLock { $0.take() }
    withExtendedLifetime(values) {}
  }
}

private struct Owner {
  @Injected({ $0[ShipKey.self] }) var ship
  @Injected({ $0[PilotKey.self] }) var pilot
}

/// Reads on after it was made, and so holds the home that keeps it.
private final class Ship: Sendable {
  let text = "\(injected(\.name)) by \(injected(\.branchFuel))"
  private let fuel = Injected(\.branchFuel)
}

/// Has a wrapper that was made in its build, which holds no scope.
private final class Crew: Sendable {
  let fuel = injected(\.branchFuel)
  private let ship = Injected { $0[ShipKey.self] }
}

/// Was made last, and goes first.
private final class Pilot: Sendable {
  let reader = injected { $0[ReaderKey.self] }
  private let fuel = injected(\.branchFuel)

  deinit { reader?.leave() }
}

private enum ShipKey: InjectedKey {
  static var liveValue: Ship { Ship() }
  static var testValue: Ship { Ship() }
}

private enum CrewKey: InjectedKey {
  static var liveValue: Crew { Crew() }
  static var testValue: Crew { Crew() }
}

private enum PilotKey: InjectedKey {
  static var liveValue: Pilot { Pilot() }
  static var testValue: Pilot { Pilot() }
}

private enum ReaderKey: InjectedInterfaceKey {
  static var testValue: Reader? { nil }
}
