import Injection
import TestSupport
import Testing

/// Scopes that a build opens, and owners that it reads through.
@Suite("Rule 4: what a build reads in scopes of its own, and through owners")
struct OpenedInBuildTests {
  private func madeOwner() -> BuildOwner {
    withInjectedValues {
      $0[MidwayKey.self] = "owner's"
    } operation: {
      BuildOwner()
    }
  }

  @Test("A key that is read in a scope of the build is noted with what decides it outside")
  func readInside() {
    #expect(injected { $0[InsideKey.self] } == "middle(inner)")
    #expect(injected { $0[TwiceKey.self] } == "around(middle(inner)) middle(leaf)")
    withInjectedValues {
      $0[MidwayKey.self] = "x"
    } operation: {
      #expect(injected { $0[InsideKey.self] } == "x")
    }
    withInjectedValues {
      $0[LeafKey.self] = "x"
    } operation: {
      #expect(injected { $0[InsideKey.self] } == "middle(inner)")
      #expect(injected { $0[TwiceKey.self] } == "around(middle(inner)) middle(x)")
    }
  }

  @Test("What it decorates in a scope of its own is noted with what gives the value beyond that")
  func decoratedInside() {
    withInjectedValues {
      $0[LeafKey.self] = "x"
    } operation: {
      #expect(injected { $0[FramedKey.self] } == "[x]")
    }
    #expect(injected { $0[FramedKey.self] } == "[leaf]")
  }

  @Test("A key that is read through an owner, and by itself, is noted for both")
  func throughOwner() {
    let owner = madeOwner()
    withInjectedValues {
      $0[OwnerKey.self] = owner
    } operation: {
      #expect(injected { $0[ThroughKey.self] } == "owner's")
      #expect(injected { $0[BothKey.self] } == "owner's middle(leaf)")
      withInjectedValues {
        $0[LeafKey.self] = "x"
      } operation: {
        #expect(injected { $0[BothKey.self] } == "owner's middle(x)")
      }
      withInjectedValues {
        $0[MidwayKey.self] = "x"
      } operation: {
        #expect(owner.middle() == "x")
        #expect(injected { $0[ThroughKey.self] } == "x")
        #expect(injected { $0[BothKey.self] } == "x x")
      }
    }
  }

  @Test("A build outside every scope notes what an owner of a scope gives it")
  func throughOwnerOfScope() {
    let owner = madeOwner()
    BuildOwner.$current.withValue(owner) {
      #expect(injected { $0[CurrentKey.self] } == "owner's")
      withInjectedValues {
        $0[MidwayKey.self] = "x"
      } operation: {
        #expect(injected { $0[CurrentKey.self] } == "x")
      }
    }
  }

  @Test("A scope of the build moves with it, whatever it has read through owners meanwhile")
  func moves() {
    let owner = madeOwner()
    withInjectedValues {
      $0[OwnerKey.self] = owner
    } operation: {
      let service = withInjectedValues {
        $0[LeafKey.self] = "reader's"
      } operation: {
        injected { $0[ServiceKey.self] }
      }
      #expect(injected { $0[ServiceKey.self] } === service)
      #expect(service.inner.run { owner.leaf() } == "leaf")
    }
  }

  @Test("A scope of the build does not end with the session of its first reader")
  func session() async {
    let issues = await collectingIssues {
      let session = InjectedSession { $0[TwiceKey.self] = "login" }
      let service = session.run { injected { $0[ServiceKey.self] } }
      #expect(injected { $0[ServiceKey.self] } === service)
      await session.end()
      let box = service.inner.run { injected { $0[BoxKey.self] } }
      #expect(service.inner.run { injected { $0[BoxKey.self] } } === box)
      #expect(box.text == "third of the service")
    }
    #expect(issues.isEmpty)
  }

  @Test("What a build makes from an owner of another branch reads where that is kept")
  func fromOwner() {
    BuildOwner.$current.withValue(madeOwner()) {
      let ferry = withInjectedValues {
        $0[LeafKey.self] = "reader's"
      } operation: {
        injected { $0[FerryKey.self] }
      }
      #expect(injected { $0[FerryKey.self] } === ferry)
      #expect(ferry.lazyLeaf() == "leaf")
      #expect(ferry.lazyMiddle() == "owner's")
    }
  }

  @Test("What a build reads from a service of another branch is noted, made in a build or not")
  func fromService() {
    let pilot = withInjectedValues {
      $0[MidwayKey.self] = "owner's"
    } operation: {
      injected { $0[PilotKey.self] }
    }
    Pilot.$current.withValue(pilot) {
      withInjectedValues {
        $0[LeafKey.self] = "reader's"
      } operation: {
        #expect(injected { $0[RiverKey.self] } == "reader's")
      }
      #expect(injected { $0[RiverKey.self] } == "leaf")
    }
  }

  @Test("A transient value that is made in a scope of the build, or by an owner, reads there later")
  func transient() {
    let harbour = withInjectedValues {
      $0[OwnerKey.self] = madeOwner()
    } operation: {
      injected { $0[HarbourKey.self] }
    }
    #expect(harbour.inside.leaf == "inner")
    #expect(harbour.inside.lazyLeaf() == "inner")
    #expect(harbour.through.middle == "owner's")
    #expect(harbour.through.lazyMiddle() == "owner's")
    // Of what nothing in that scope decides, nothing is its own.
    #expect(harbour.free.lazyLeaf() == "leaf")
  }

  @Test("What is prepared in a scope of the build is there where its value is kept")
  func prepared() async throws {
    let service = try await withInjectedValues {
      $0[LeafKey.self] = "reader's"
    } operation: {
      try await InjectedValues.prepare(PreparedServiceKey.self)
      return injected { $0[PreparedServiceKey.self] }
    }
    try await service.inner.run {
      try await InjectedValues.prepare(PreparedKey.self)
      #expect(injected { $0[PreparedKey.self] } == "prepared with reader's")
    }
  }
}

private enum LeafKey: InjectedInterfaceKey {
  static var testValue: String { "leaf" }
}

private enum ThirdKey: InjectedInterfaceKey {
  static var testValue: String { "third" }
}

private enum MidwayKey: InjectedInterfaceKey {
  static var testValue: String { "middle(\(injected { $0[LeafKey.self] }))" }
}

private enum AroundKey: InjectedInterfaceKey {
  static var testValue: String { "around(\(injected { $0[MidwayKey.self] }))" }
}

private func inScope(_ read: (InjectedValues) -> String) -> String {
  withInjectedValues {
    $0[LeafKey.self] = "inner"
  } operation: {
    injected(read)
  }
}

private enum InsideKey: InjectedInterfaceKey {
  static var testValue: String { inScope { $0[MidwayKey.self] } }
}

private enum FramedKey: InjectedInterfaceKey {
  static var testValue: String {
    withInjectedValues {
      $0.decorate(LeafKey.self) { "[\($0)]" }
    } operation: {
      injected { $0[LeafKey.self] }
    }
  }
}

private enum TwiceKey: InjectedInterfaceKey {
  static var testValue: String {
    inScope { $0[AroundKey.self] } + " " + injected { $0[MidwayKey.self] }
  }
}

private final class BuildOwner: Sendable {
  @TaskLocal static var current = BuildOwner()

  let leaf = Injected { $0[LeafKey.self] }
  let middle = Injected { $0[MidwayKey.self] }
  let boat = Injected { $0[BoatKey.self] }
}

private enum OwnerKey: InjectedInterfaceKey {
  static var testValue: BuildOwner { BuildOwner() }
}

private enum ThroughKey: InjectedInterfaceKey {
  static var testValue: String { injected { $0[OwnerKey.self] }.middle() }
}

private enum BothKey: InjectedInterfaceKey {
  static var testValue: String {
    injected { $0[OwnerKey.self] }.middle() + " " + injected { $0[MidwayKey.self] }
  }
}

private enum CurrentKey: InjectedInterfaceKey {
  static var testValue: String { BuildOwner.current.middle() }
}

private final class Box: Sendable {
  let text = "\(injected { $0[ThirdKey.self] }) of the service"
}

private enum BoxKey: InjectedInterfaceKey {
  static var testValue: Box { Box() }
}

/// Opens a scope while it is built, and reads through an owner there.
private final class Service: Sendable {
  let inner: InjectedValues

  init() {
    inner = withInjectedValues {
      $0[ThirdKey.self] = "third"
    } operation: {
      _ = injected { $0[OwnerKey.self] }.middle()
      return .current
    }
  }

  init(in values: InjectedValues) { inner = values }
}

private enum ServiceKey: InjectedInterfaceKey {
  static var testValue: Service { Service() }
}

/// Reads as it is made, and later.
private final class Boat: Sendable {
  let leaf = injected { $0[LeafKey.self] }
  let middle = injected { $0[MidwayKey.self] }
  let lazyLeaf = Injected { $0[LeafKey.self] }
  let lazyMiddle = Injected { $0[MidwayKey.self] }
}

/// Reads later only.
private final class Raft: Sendable {
  let lazyLeaf = Injected { $0[LeafKey.self] }
}

private enum BoatKey: InjectedInterfaceKey {
  static var testValue: Boat { Boat() }
  static var lifetime: InjectedLifetime { .transient }
}

private enum RaftKey: InjectedInterfaceKey {
  static var testValue: Raft { Raft() }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Harbour: Sendable {
  let inside: Boat
  let free: Raft
  let through = injected { $0[OwnerKey.self] }.boat()

  init() {
    (inside, free) = withInjectedValues {
      $0[LeafKey.self] = "inner"
    } operation: {
      (injected { $0[BoatKey.self] }, injected { $0[RaftKey.self] })
    }
  }
}

/// Reads nothing while it is made, from an owner.
private final class Ferry: Sendable {
  let lazyLeaf: Injected<String>
  let lazyMiddle: Injected<String>

  init() {
    (lazyLeaf, lazyMiddle) = withInjectedValues(from: BuildOwner.current) {
      (Injected { $0[LeafKey.self] }, Injected { $0[MidwayKey.self] })
    }
  }
}

private enum FerryKey: InjectedInterfaceKey {
  static var testValue: Ferry { Ferry() }
}

/// Made of what its scope has, with a wrapper that holds no scope.
private final class Pilot: Sendable {
  @TaskLocal static var current: Pilot?
  let middle = injected { $0[MidwayKey.self] }
  private let leaf = Injected { $0[LeafKey.self] }
}

private enum PilotKey: InjectedInterfaceKey {
  static var testValue: Pilot { Pilot() }
}

private enum RiverKey: InjectedInterfaceKey {
  static var testValue: String {
    withInjectedValues(from: Pilot.current) { injected { $0[LeafKey.self] } }
  }
}

private enum HarbourKey: InjectedInterfaceKey {
  static var testValue: Harbour { Harbour() }
}

private enum PreparedKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String {
    "prepared with \(injected { $0[LeafKey.self] })"
  }
}

private enum PreparedServiceKey: AsyncInjectedKey {
  static func liveValue() async throws -> Service { try await testValue() }
  static func testValue() async throws -> Service {
    try await withInjectedValues {
      $0[ThirdKey.self] = "third"
    } operation: {
      try await InjectedValues.prepare(PreparedKey.self)
      try await InjectedValues.prepare(PreparedKey.self)
      return Service(in: .current)
    }
  }
}
