import Injection
import TestSupport
import Testing

@Suite("Rule 2: what was built for a reader and an owner when one of their scopes goes")
struct RevivedBranchTests {
  private func owner(_ assign: (inout InjectedValues) -> Void = { _ in }) -> Owner {
    withInjectedValues {
      $0.branchFuel = "wind"
      assign(&$0)
    } operation: {
      Owner()
    }
  }

  @Test("Once the owner's scope has gone, it shares with the reader's what that alone decides")
  func ownerGoes() {
    var owner: Owner? = owner()
    withInjectedValues {
      $0.name = "reader"
    } operation: {
      let boat = owner?.boat
      owner = nil
      #expect(boat?.text == "reader by wind")
      #expect(boat?.badge() === injected { $0[BadgeKey.self] })
    }
  }

  @Test("Once the reader's scopes have gone, it reads on with the overrides of all of them")
  func readerGoes() {
    let owner = owner()
    let boat = withInjectedValues {
      $0[BranchLevelKey.self] = 1
    } operation: {
      withInjectedValues {
        $0.name = "reader"
      } operation: {
        owner.boat
      }
    }
    #expect(boat.level() == 1)
  }

  @Test("A scope of the owner's that has decided nothing may go")
  func undecidedGoes() {
    let outer = InjectedValues.current.overriding { $0.branchFuel = "wind" }
    let owner = outer.run { Owner() }
    var inner: Owner? = outer.run {
      withInjectedValues {
        $0[BranchLevelKey.self] = 2
      } operation: {
        Owner()
      }
    }
    withInjectedValues {
      $0[OtherLevelKey.self] = 1
    } operation: {
      withInjectedValues {
        $0.name = "reader"
      } operation: {
        weak let hull = inner?.hull
        inner = nil
        #expect(hull != nil)
        #expect(owner.hull === hull)
      }
    }
  }

  @Test("What is built while the reader's scope goes, from what that had kept, is freed")
  func endsInBuild() {
    let owner = owner()
    weak var ending: Ending?
    do {
      var scope: InjectedValues? = .current
      let reader = Reader()
      scope = scope?.overriding {
        $0.name = "reader"
        $0[ReaderKey.self] = reader
      }
      let boat = scope?.run { owner.boat }
      reader.hold(scope)
      scope = nil
      let made = boat?.ending()
      #expect(made?.hull.text == "reader by wind")
      #expect(made?.hasEnded == true)
      ending = made
    }
    #expect(ending == nil)
    withExtendedLifetime(owner) {}
  }

  @Test("So is what is built from what a scope has taken over, while that scope goes")
  func endsAfterSuccession() {
    weak var ending: Ending?
    do {
      let earlier = InjectedValues.current.overriding { $0.name = "reader" }
      let reader = Reader()
      let boat: Boat
      do {
        var scope = InjectedValues.current.overriding {
          $0.name = "reader"
          $0.branchFuel = "wind"
          $0[ReaderKey.self] = reader
        }
        let owner = scope.run { Owner() }
        let hull = earlier.run { owner.hull }
        scope = scope.succeeding(earlier)
        #expect(scope.run { injected { $0[HullKey.self] } } === hull)
        boat = scope.run { injected { $0[BoatKey.self] } }
        reader.hold(scope)
      }
      let made = withInjectedValues {
        $0[BranchLevelKey.self] = 1
      } operation: {
        boat.ending()
      }
      #expect(made.hull.text == "reader by wind")
      #expect(made.hasEnded)
      ending = made
    }
    #expect(ending == nil)
  }

  @Test("A reader's scope keeps nothing of an owner's that goes, whatever is read meanwhile")
  func readAsOwnerGoes() {
    let seen = Seen()
    weak var object: Seen?
    var owner: Owner? = owner {
      let assigned = Seen()
      object = assigned
      $0[SeenKey.self] = assigned
      $0[BranchJournalKey.self] = seen
    }
    withInjectedValues {
      $0.name = "reader"
    } operation: {
      _ = owner?.mourner
      #expect(object != nil)
      owner = nil
      #expect(seen.words == "reader by wind")
      #expect(seen.boat == nil)
      #expect(object == nil)
    }
  }

  @Test("Nor does it of a scope around one that has gone, from which a service has escaped")
  func readOfEscaped() {
    var outer: InjectedValues? = InjectedValues.current.overriding { $0.name = "outer" }
    let boat = outer?.run {
      withInjectedValues {
        $0.branchFuel = "wind"
      } operation: {
        injected { $0[BoatKey.self] }
      }
    }
    withInjectedValues {
      $0[OtherLevelKey.self] = 1
    } operation: {
      weak let badge = boat?.badge()
      #expect(badge?.name == "outer")
      outer = nil
      #expect(badge == nil)
    }
  }

  @Test("What is read in a scope that goes, through an owner that stays, goes with it")
  func readAsReaderGoes() {
    let seen = Seen()
    let owner = owner()
    withInjectedValues {
      $0.name = "reader"
      $0[BranchJournalKey.self] = seen
      $0[OwnerKey.self] = owner
    } operation: {
      _ = injected { $0[DiverKey.self] }
    }
    #expect(seen.words == "reader by wind")
    #expect(seen.boat == nil)
    withExtendedLifetime(owner) {}
  }
}

private final class Owner: Sendable {
  private let boatReader = Injected { $0[BoatKey.self] }
  private let hullReader = Injected { $0[HullKey.self] }
  private let mournerReader = Injected { $0[MournerKey.self] }

  var boat: Boat { boatReader() }
  var hull: Hull { hullReader() }
  var mourner: Mourner { mournerReader() }
}

/// Holds a scope until it is told to leave it.
private final class Reader: Sendable {
  private let values = Guarded<InjectedValues?>(nil)

  func hold(_ scope: InjectedValues?) { values.withLock { $0 = scope } }

  /// Gives whether there was a scope to leave.
  func leave() -> Bool {
    let scope = values.withLock { $0.take() }
    return scope != nil
  }
}

/// What a deinitialiser has read.
private final class Seen: Sendable {
  private struct State {
    weak var boat: Boat?
    var words = ""
  }

  private let state = Guarded(State())

  var boat: Boat? { state.withLock { $0.boat } }
  var words: String { state.withLock { $0.words } }

  func note(_ boat: Boat) { state.withLock { $0 = State(boat: boat, words: boat.text) } }
}

private final class Badge: Sendable {
  let name = injected(\.name)
}

/// Reads on after it was made, and so holds the home that keeps it.
private final class Hull: Sendable {
  let text = "\(injected(\.name)) by \(injected(\.branchFuel))"
  private let level = Injected { $0[BranchLevelKey.self] }
}

/// Reads on after it was made.
private final class Boat: Sendable {
  let text = "\(injected(\.name)) by \(injected(\.branchFuel))"
  let badge = Injected { $0[BadgeKey.self] }
  let level = Injected { $0[BranchLevelKey.self] }
  let ending = Injected { $0[EndingKey.self] }
}

/// Ends the reader's scope, from which it has read.
private final class Ending: Sendable {
  let hull = injected { $0[HullKey.self] }
  let hasEnded = injected { $0[ReaderKey.self] }.leave()
}

/// Is kept in the owner's scope, and reads where that goes.
private final class Mourner: Sendable {
  private let fuel = injected(\.branchFuel)
  private let seen = injected { $0[BranchJournalKey.self] }
  private let boat = Injected { $0[BoatKey.self] }

  deinit { seen.note(boat()) }
}

/// Is kept in the reader's scope, and reads through an owner where that goes.
private final class Diver: Sendable {
  private let seen = injected { $0[BranchJournalKey.self] }
  private let owner = injected { $0[OwnerKey.self] }
  private let values = InjectedValues.current

  deinit { values.run { seen.note(owner.boat) } }
}

private enum BadgeKey: InjectedInterfaceKey { static var testValue: Badge { Badge() } }
private enum HullKey: InjectedInterfaceKey { static var testValue: Hull { Hull() } }
private enum BoatKey: InjectedInterfaceKey { static var testValue: Boat { Boat() } }
private enum EndingKey: InjectedInterfaceKey { static var testValue: Ending { Ending() } }
private enum MournerKey: InjectedInterfaceKey { static var testValue: Mourner { Mourner() } }
private enum DiverKey: InjectedInterfaceKey { static var testValue: Diver { Diver() } }
private enum OwnerKey: InjectedInterfaceKey { static var testValue: Owner { Owner() } }
private enum ReaderKey: InjectedInterfaceKey { static var testValue: Reader { Reader() } }
private enum SeenKey: InjectedInterfaceKey { static var testValue: Seen { Seen() } }
private enum BranchJournalKey: InjectedInterfaceKey { static var testValue: Seen { Seen() } }
private enum OtherLevelKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
