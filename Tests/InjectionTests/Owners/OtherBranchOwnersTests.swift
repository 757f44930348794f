import Injection
import Testing

/// Owners of several branches, read in one scope: each has its own of what depends on where it was
/// made, and shares the rest.
@Suite("Rules 1 and 4: owners of several branches in one scope")
struct OtherBranchOwnersTests {
  @Test("A default that is built from both branches is one for the reader's scope and the owner's")
  func mixedDefault() async {
    let owners = ["wind", "steam"].map { fuel in
      withInjectedValues {
        $0.branchFuel = fuel
      } operation: {
        Owner()
      }
    }
    await inDeepScope {
      withInjectedValues {
        $0.name = "reader"
      } operation: {
        let boats = owners.map(\.boat)
        #expect(boats.map(\.text) == ["reader on wind", "reader on steam"])
        for _ in 0..<3 {
          for (owner, boat) in zip(owners, boats) { #expect(owner.boat === boat) }
          #expect(injected(\.boat).text == "reader on coal")
        }
        withInjectedValues {
          $0[BranchLevelKey.self] = 33
        } operation: {
          for (owner, boat) in zip(owners, boats) { #expect(owner.boat === boat) }
        }
      }
      #expect(owners.map(\.boat.text) == ["default on wind", "default on steam"])
    }
  }

  @Test("A child that was made across branches reads the same in the reader's scope and elsewhere")
  func child() {
    let owner = withInjectedValues {
      $0.branchFuel = "wind"
    } operation: {
      Owner()
    }
    let (child, grandchild) = withInjectedValues {
      $0.name = "reader"
    } operation: {
      let child = withInjectedValues(from: owner) { Owner() }
      let grandchild = withInjectedValues(from: child) {
        $0[BranchLevelKey.self] = 33
      } operation: {
        Owner()
      }
      #expect(child.boat.text == "reader on wind")
      #expect(grandchild.boat === child.boat)
      #expect(withInjectedValues(from: child) { injected(\.boat) } === child.boat)
      return (child, grandchild)
    }
    #expect(child.boat.text == "reader on wind")
    #expect(grandchild.boat === child.boat)
    withInjectedValues {
      $0.name = "another"
    } operation: {
      #expect(child.boat.text == "another on wind")
      #expect(grandchild.boat.text == "another on wind")
    }
  }

  @Test("A scope on both sides of a read across branches decorates once")
  func onBothSides() {
    let owners = [1, 2].map { level in
      withInjectedValues {
        $0[BranchLevelKey.self] = level
        $0.branchFuel = "fuel \(level)"
      } operation: {
        Owner()
      }
    }
    withInjectedValues {
      $0.decorate(NameKey.self) { "[\($0)]" }
    } operation: {
      let children = owners.map { owner in withInjectedValues(from: owner) { Owner() } }
      for (owner, fuel) in zip(owners, ["fuel 1", "fuel 2"]) {
        withInjectedValues(from: owner) {
          for child in children { #expect(child.boat.text == "[default] on \(fuel)") }
        }
      }
      #expect(children.map(\.boat.text) == ["[default] on fuel 1", "[default] on fuel 2"])
    }
  }

  @Test("Scopes that reader and owner have in different orders are there once, in the owner's")
  func inTwoOrders() {
    func scope(_ update: (inout InjectedValues) -> Void) -> InjectedValues {
      .current.overriding(update)
    }
    func merged(_ inner: InjectedValues, on outer: InjectedValues) -> InjectedValues {
      let owner = outer.run { Owner() }
      return inner.run { withInjectedValues(from: owner) { .current } }
    }
    let first = scope { $0.decorate(NameKey.self) { "1[\($0)]" } }
    let second = scope { $0.decorate(NameKey.self) { "2[\($0)]" } }
    let third = scope { $0.branchFuel = "wind" }
    let fourth = scope { $0[BranchLevelKey.self] = 4 }
    let reader = merged(first, on: merged(second, on: fourth))
    let owner = merged(second, on: merged(third, on: first)).run { Owner() }
    #expect(reader.run { owner.boat.text } == "2[1[default]] on wind")
    #expect(reader.run { injected(\.boat).text } == "1[2[default]] on coal")
  }

  @Test("So it is where both are all that reader and owner have")
  func inTwoOrdersAlone() {
    let scopes = ["a", "b"].map { name in InjectedValues.current.overriding { $0.name = name } }
    let models = scopes.map { $0.run { Owner() } }
    let owner = scopes[1].run { withInjectedValues(from: models[0]) { Owner() } }
    let inside = scopes[1].run {
      withInjectedValues(from: models[0]) {
        $0.branchFuel = "wind"
      } operation: {
        Owner()
      }
    }
    #expect(owner.name == "b")
    scopes[0].run {
      withInjectedValues(from: models[1]) {
        #expect(injected(\.name) == "a")
        #expect(owner.name == "b" && owner.boat.text == "b on coal")
        #expect(inside.boat.text == "b on wind")
        #expect(withInjectedValues(from: owner) { injected(\.name) } == "b")
      }
    }
  }

  @Test("What one scope decides is kept in it, with all that it stands on, whoever reads first")
  func keptWithBranches() {
    let owner = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Owner()
    }
    for isReadThroughOther in [false, true] {
      withInjectedValues {
        $0[BranchLevelKey.self] = 1
      } operation: {
        let other = withInjectedValues {
          $0[BranchLevelKey.self] = 2
        } operation: {
          Owner()
        }
        let (values, engine) = withInjectedValues(from: owner) {
          $0.branchFuel = "wind"
        } operation: {
          if isReadThroughOther { _ = other.lazyEngine }
          #expect(other.lazyEngine === injected(\.lazyEngine))
          return (InjectedValues.current, injected(\.lazyEngine))
        }
        #expect(engine.fuel == "wind" && engine.name == "owner")
        #expect(values.run { engine.name } == "owner")
      }
    }
  }

  @Test("What goes on from a service that has escaped its scope keeps what is built")
  func fromEscaped() {
    let reader = InjectedValues.current.overriding { $0.name = "reader" }
    let child = withInjectedValues {
      $0.branchFuel = "wind"
    } operation: {
      let engine = injected(\.lazyEngine)
      return reader.run { withInjectedValues(from: engine) { Owner() } }
    }
    #expect(child.boat.text == "reader on wind")
    #expect(child.boat === child.boat)
  }

  @Test("Four threads that first-read across branches are given one instance")
  func fourThreads() async {
    let owner = withInjectedValues {
      $0.branchFuel = "wind"
    } operation: {
      Owner()
    }
    let reader = InjectedValues.current.overriding { $0.name = "reader" }
    let boats = await readInThreads(4) { reader.run { owner.boat } }
    #expect(boats[0].text == "reader on wind")
    #expect(boats.allSatisfy { $0 === boats[0] })
  }

  @Test("What a scope decorates is built anew on what each owner's branch has")
  func decoratedBranches() async {
    let owners = ["first", "second"].map { name in
      withInjectedValues {
        $0.name = name
      } operation: {
        Owner()
      }
    }
    await inDeepScope {
      withInjectedValues {
        $0.decorate(NameKey.self) { "[\($0)]" }
      } operation: {
        for _ in 0..<3 {
          #expect(owners.map(\.name) == ["[first]", "[second]"])
          #expect(injected(\.name) == "[default]")
          #expect(owners.map(\.boat.text) == ["[first] on coal", "[second] on coal"])
          #expect(injected(\.boat).text == "[default] on coal")
        }
      }
    }
  }

  @Test("One that is built while such an owner is read is the reader's: so is what it reads later")
  func readsLater() {
    let owner = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Owner()
    }
    withInjectedValues {
      $0.branchFuel = "steam"
    } operation: {
      let engine = owner.lazyEngine
      #expect(engine.fuel == "steam" && engine.name == "default")
      #expect(injected(\.lazyEngine) === engine)
    }
  }

  @Test("What an owner outside every test gives a test's scope is not mixed with the test's own")
  func outsideTheWorld() async {
    // In a scope, since a read outside every scope is a lost one for the tests that override the fuel.
    let (owner, shared) = await Task.detached {
      withInjectedValues {
        $0.tank = Tank()
      } operation: {
        (Owner(), injected(\.branchEngine))
      }
    }.value
    let own = injected(\.branchEngine)
    #expect(own !== shared)
    for isOwnerFirst in [true, false] {
      withInjectedValues {
        $0.name = "reader"
      } operation: {
        if isOwnerFirst { #expect(owner.vessel.engine === shared) }
        #expect(injected(\.vessel).engine === own)
        #expect(owner.vessel.engine === shared)
      }
    }
  }

  @Test("A scope around that overrides another key does not decide who is nearer to the reader")
  func scopeAround() {
    let screen = withInjectedValues {
      $0.name = "screen's"
    } operation: {
      Owner()
    }
    func read() -> [String] {
      let job = withInjectedValues {
        $0.name = "job's"
      } operation: {
        Owner()
      }
      return withInjectedValues(from: screen) { [job.name, injected(\.name)] }
    }
    #expect(read() == ["screen's", "screen's"])
    withInjectedValues {
      $0.tank = Tank()
    } operation: {
      #expect(read() == ["screen's", "screen's"])
    }
    // One that overrides the key is nearer than the screen's, and further out than the job's.
    withInjectedValues {
      $0.name = "request's"
    } operation: {
      #expect(read() == ["job's", "request's"])
    }
  }

  @Test("Many owners of many scopes, read from 8 tasks in one scope, each get their own")
  func manyOwners() async {
    let owners = (0..<600).map { index in
      withInjectedValues {
        $0.name = "\(index)"
      } operation: {
        Owner()
      }
    }
    await withInjectedValues {
      $0.branchFuel = "steam"
    } operation: {
      let boats = owners.map(\.boat)
      await withTaskGroup { group in
        for task in 0..<8 {
          group.addTask {
            for offset in owners.indices {
              let index = (offset + task * 75) % owners.count
              #expect(owners[index].name == "\(index)")
              #expect(owners[index].boat === boats[index])
              #expect(owners[index].engine.fuel == "steam")
            }
          }
        }
      }
    }
  }

  @Test("A scope that remembers what owners gave does not keep them, nor what they were made in")
  func remembersWithoutKeeping() {
    withInjectedValues {
      $0.name = "reader"
    } operation: {
      weak var fuelTank: Tank?
      weak var engine: BranchEngine?
      do {
        let tank = Tank()
        fuelTank = tank
        let owner = withInjectedValues {
          $0.branchFuel = "wind"
          $0.tank = tank
        } operation: {
          Owner()
        }
        for _ in 0..<3 { #expect(owner.tank === tank) }
        engine = owner.engine
        for _ in 0..<3 { #expect(owner.engine === engine) }
      }
      #expect(fuelTank == nil)
      #expect(engine == nil)
    }
  }
}

private final class Boat: Sendable {
  let text = "\(injected(\.name)) on \(injected(\.branchFuel))"
}

private final class Tank: Sendable {}

private final class Vessel: Sendable {
  let name = injected(\.name)
  let engine = injected(\.branchEngine)
}

/// Reads the fuel at once, and the name when it is asked.
private final class LazyEngine: Sendable {
  let fuel = injected(\.branchFuel)
  private let lazyName = Injected(\.name)

  var name: String { lazyName() }
}

private struct Owner: Sendable {
  @Injected(\.name) var name
  @Injected(\.branchEngine) var engine
  @Injected(\.boat) var boat
  @Injected(\.lazyEngine) var lazyEngine
  @Injected(\.tank) var tank
  @Injected(\.vessel) var vessel
}

private enum VesselKey: InjectedKey {
  static var liveValue: Vessel { Vessel() }
  static var testValue: Vessel { liveValue }
}

private enum BoatKey: InjectedKey {
  static var liveValue: Boat { Boat() }
  static var testValue: Boat { liveValue }
}

private enum LazyEngineKey: InjectedKey {
  static var liveValue: LazyEngine { LazyEngine() }
  static var testValue: LazyEngine { liveValue }
}

private enum TankKey: InjectedKey {
  static let liveValue: Tank? = nil
  static let testValue: Tank? = nil
}

extension InjectedValues {
  fileprivate var tank: Tank? {
    get { self[TankKey.self] }
    set { self[TankKey.self] = newValue }
  }

  fileprivate var vessel: Vessel { self[VesselKey.self] }
  fileprivate var boat: Boat { self[BoatKey.self] }
  fileprivate var lazyEngine: LazyEngine { self[LazyEngineKey.self] }
}
