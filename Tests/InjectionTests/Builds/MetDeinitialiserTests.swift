import Injection
import TestSupport
import Testing

/// A deinitialiser that runs while the container's own code does, on the stack of a build, and needs what is
/// built there: the default has not asked for that.
@Suite("Rule 3: deinitialisers that the container meets while it builds")
struct MetDeinitialiserTests {
  @Test("What a deinitialiser needs that is met there is built beside, and is no cycle")
  func wrapped() {
    let met = Met()
    withInjectedValues {
      $0[MetKey.self] = met
      $0.decorate(VehicleKey.self) { _ in Vehicle(isWrapper: true) }
    } operation: {
      let courier = injected { $0[CourierKey.self] }
      #expect(courier.vehicle.isWrapper)
      #expect(injected { $0[CourierKey.self] } === courier)
    }
    // By the first one that was wrapped: for the second courier, another vehicle was.
    #expect(met.gone.value == 2)
    #expect(met.seen.withLock { $0 } == 1)
  }

  @Test("What it reads is not what the value was built from that is built meanwhile")
  func notRead() {
    withInjectedValues {
      $0.decorate(GuestKey.self) { _ in Guest(isWrapper: true) }
    } operation: {
      let hosts = ["Ada", "Grace"].map { name in
        withInjectedValues {
          $0[MetNameKey.self] = name
        } operation: {
          injected { $0[HostKey.self] }
        }
      }
      #expect(hosts[0] === hosts[1])
      #expect(hosts[0] === injected { $0[HostKey.self] })
    }
  }

  @Test("Where each needs what meets the next, that is a cycle")
  func endless() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .test
        $0[MetKey.self] = Met(limit: .max)
        $0.decorate(VehicleKey.self) { _ in Vehicle(isWrapper: true) }
      } operation: {
        _ = injected { $0[CourierKey.self] }
      }
    }
    #expect(result.report.contains("a cycle of defaults: "))
  }

  @Test("What the code of a default asks for in a deinitialiser is a cycle")
  func ownCode() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .test
        $0[MetKey.self] = Met()
        $0.register(VehicleKey.self) {
          _ = Vehicle(isWrapper: false)
          return Vehicle(isWrapper: true)
        }
      } operation: {
        _ = injected { $0[CourierKey.self] }
      }
    }
    #expect(result.report.contains("a cycle of defaults: CourierKey → VehicleKey → CourierKey"))
  }
}

/// What a build asks for itself is part of a cycle as what its code asks for.
@Suite("Rule 3: cycles through what a decoration wraps, and a collection's elements")
struct WrappedCycleTests {
  @Test("A default that is decorated runs once before the cycle is reported")
  func decorated() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
        $0.decorate(LoopKey.self) { $0 }
        $0.decorate(LoopKey.self) { $0 }
      } operation: {
        _ = injected { $0[LoopKey.self] }
      }
    }
    #expect(result.report.contains("a cycle of defaults: LoopKey → LoopBackKey → LoopKey"))
    #expect(!result.report.contains("a second run"))
  }

  @Test("So does what makes an element")
  func element() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
        $0.contribute(LoopPartsKey.self) { Loop { injected { $0[LoopPartsKey.self] } } }
      } operation: {
        _ = injected { $0[LoopPartsKey.self] }
      }
    }
    #expect(result.report.contains("a cycle of defaults: LoopPartsKey → LoopPartsKey"))
    #expect(!result.report.contains("a second run"))
  }

  @Test("… and what is verified")
  func verified() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.decorate(LoopKey.self) { $0 }
      } operation: {
        do {
          try InjectedValues.verify([LoopKey.self])
        } catch {
          fatalError("\(error)")
        }
      }
    }
    #expect(result.report.contains("LoopKey → LoopBackKey → LoopKey"))
    #expect(!result.report.contains("a second run"))
  }
}

private final class Loop: Sendable {
  private static let runs = Counter()

  init() {}

  init(_ read: () -> Any) {
    precondition(Self.runs.increment() == 1, "a second run")
    _ = read()
  }
}

private enum LoopKey: InjectedKey {
  static var liveValue: Loop { Loop { injected { $0[LoopBackKey.self] } } }
  static var testValue: Loop { Loop() }
}

private enum LoopBackKey: InjectedKey {
  static var liveValue: String { "\(injected { $0[LoopKey.self] })" }
  static var testValue: String { "" }
}

private enum LoopPartsKey: InjectedCollectionKey {
  typealias Element = Loop
}

/// What the first vehicles that go read.
private final class Met: Sendable {
  let gone = Counter()
  let seen = Guarded(0)
  private let limit: Int

  init(limit: Int = 1) { self.limit = limit }

  func noteGone(_ read: () -> Courier) {
    if gone.increment() > limit { return }
    let courier = read()
    if courier.vehicle.isWrapper { seen.withLock { $0 += 1 } }
  }
}

private enum MetKey: InjectedInterfaceKey {
  static var testValue: Met { Met(limit: 0) }
}

private final class Vehicle: Sendable {
  let isWrapper: Bool
  private let met = injected { $0[MetKey.self] }
  private let courier = Injected { $0[CourierKey.self] }

  init(isWrapper: Bool) { self.isWrapper = isWrapper }

  deinit {
    if !isWrapper { met.noteGone { courier() } }
  }
}

private enum VehicleKey: InjectedInterfaceKey {
  static var testValue: Vehicle { Vehicle(isWrapper: false) }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Courier: Sendable {
  let vehicle = injected { $0[VehicleKey.self] }
}

private enum CourierKey: InjectedInterfaceKey {
  static var testValue: Courier { Courier() }
}

/// Reads a name as it goes.
private final class Guest: Sendable {
  let isWrapper: Bool

  init(isWrapper: Bool) { self.isWrapper = isWrapper }

  deinit {
    if !isWrapper { _ = injected { $0[MetNameKey.self] } }
  }
}

private enum GuestKey: InjectedInterfaceKey {
  static var testValue: Guest { Guest(isWrapper: false) }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Host: Sendable {
  let guest = injected { $0[GuestKey.self] }
}

private enum HostKey: InjectedInterfaceKey {
  static var testValue: Host { Host() }
}

private enum MetNameKey: InjectedInterfaceKey {
  static var testValue: String { "nobody" }
}
