import Dispatch
import Foundation
import Injection
import TestSupport
import Testing

/// Reads that have no value to give: reported with what is needed to mend them, then a trap.
@Suite("Rule 6: errors that end the process say what is missing and how to mend it")
struct ExitTests {
  @Test(
    "A missing live value names the key, the accessor and the fix, however it is read",
    arguments: Reading.allCases)
  func missingLiveValue(reading: Reading) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [reading] in
      withInjectedValues {
        $0.context = .live
      } operation: {
        switch reading {
        case .wrapper: _ = Injected(\.paymentService).wrappedValue
        case .keyType: _ = InjectedValues.current[PaymentServiceKey.self]
        case .closure: _ = injected { $0.paymentService }
        case .keyPath: _ = injected(\.paymentService)
        }
      }
    }
    let report = result.report
    #expect(report.contains("PaymentServiceKey"))
    // The accessor is whatever names the key for the reader.
    #expect(reading == .keyType || report.contains("'paymentService'"))
    #expect(report.contains("register"))
  }

  @Test("A missing live value names the scopes that the reader was in, with their places")
  func missingLiveValueScopes() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        _ = injected(\.paymentService)
      }
    }
    #expect(result.report.contains("InjectionTests/ExitTests.swift:"))
  }

  @Test("A missing live value names the defaults that are built with it")
  func missingLiveValueInBuilds() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        _ = injected { $0[ShopKey.self] }
      }
    }
    #expect(
      result.report.contains(
        "no live value for PaymentServiceKey, read through 'paymentService' to build ShopKey → CheckoutKey in"
      ))
  }

  @Test("What has left its update gives nothing in place of a missing live value")
  func missingLiveValueInCopy() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
        var copy = $0
        copy.number = 1
        let saved = copy
        saved.run { _ = injected(\.paymentService) }
      } operation: {
      }
    }
    #expect(result.report.contains("no live value for PaymentServiceKey"))
  }

  @Test("An actor's model is not looked at from outside, past its first property")
  func fromActor() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues(from: ExitActor()) {}
    }
    #expect(result.report.contains("ExitActor"))
  }

  @Test("A cycle reports its path", arguments: Cycle.allCases)
  func cycle(cycle: Cycle) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [cycle] in
      switch cycle {
      case .onOneThread: _ = injected(\.alpha)
      case .enteredFromOutside: _ = injected(\.entrance)
      case .ofOneKey: _ = injected(\.ouroboros)
      case .inScope:
        await withInjectedValues {
          $0.context = .preview
        } operation: {
          _ = await Task { injected(\.alpha) }.value
        }
      }
    }
    #expect(result.report.contains(cycle.path))
  }

  @Test("A cycle that closes across two threads reports its path, and does not hang")
  func cycleAcrossThreads() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let finished = DispatchSemaphore(value: 0)
      Thread {
        _ = injected(\.left)
        finished.signal()
      }.start()
      Thread {
        _ = injected(\.right)
        finished.signal()
      }.start()
      // Where neither thread traps, this process succeeds, which is not what the test expects.
      await onQueue { _ = finished.wait(timeout: .now() + 120) }
      exit(EXIT_SUCCESS)
    }
    let report = result.report
    #expect(
      report.contains("LeftKey → RightKey → LeftKey")
        || report.contains("RightKey → LeftKey → RightKey"))
  }

  @Test("An override breaks a cycle")
  func overrideBreaksCycle() async {
    await #expect(processExitsWith: .success) {
      withInjectedValues {
        $0.beta = "override"
      } operation: {
        #expect(injected(\.alpha) == "alpha of override")
      }
    }
  }
}

/// A way to read a key.
enum Reading: String, Codable, CaseIterable, Sendable {
  case wrapper, keyType, closure, keyPath
}

/// A way into a cycle of keys.
enum Cycle: String, Codable, CaseIterable, Sendable {
  case onOneThread, enteredFromOutside, ofOneKey, inScope

  var path: String {
    self == .ofOneKey ? "OuroborosKey → OuroborosKey" : "AlphaKey → BetaKey → AlphaKey"
  }
}

enum PaymentServiceKey: InjectedInterfaceKey {
  static var testValue: String { "test" }
}

private enum ShopKey: InjectedKey {
  static var liveValue: String { "shop with \(injected { $0[CheckoutKey.self] })" }
  static var testValue: String { liveValue }
}

private enum CheckoutKey: InjectedKey {
  static var liveValue: String { "checkout by \(injected(\.paymentService))" }
  static var testValue: String { liveValue }
}

enum AlphaKey: InjectedInterfaceKey {
  static var testValue: String { "alpha of \(injected(\.beta))" }
}

enum BetaKey: InjectedInterfaceKey {
  static var testValue: String { "beta of \(injected(\.alpha))" }
}

enum EntranceKey: InjectedInterfaceKey {
  static var testValue: String { "entrance to \(injected(\.alpha))" }
}

enum OuroborosKey: InjectedInterfaceKey {
  static var testValue: String { "tail of \(injected(\.ouroboros))" }
}

enum LeftKey: InjectedInterfaceKey {
  static let isInFlight = DispatchSemaphore(value: 0)

  static var testValue: String {
    isInFlight.signal()
    // Let through again whoever builds for itself.
    RightKey.isInFlight.wait()
    RightKey.isInFlight.signal()
    return "left of \(injected(\.right))"
  }
}

enum RightKey: InjectedInterfaceKey {
  static let isInFlight = DispatchSemaphore(value: 0)

  static var testValue: String {
    isInFlight.signal()
    LeftKey.isInFlight.wait()
    LeftKey.isInFlight.signal()
    return "right of \(injected(\.left))"
  }
}

extension InjectedValues {
  fileprivate var paymentService: String { self[PaymentServiceKey.self] }

  fileprivate var alpha: String { self[AlphaKey.self] }

  fileprivate var beta: String {
    get { self[BetaKey.self] }
    set { self[BetaKey.self] = newValue }
  }

  fileprivate var entrance: String { self[EntranceKey.self] }

  fileprivate var ouroboros: String { self[OuroborosKey.self] }

  fileprivate var left: String { self[LeftKey.self] }

  fileprivate var right: String { self[RightKey.self] }
}

private actor ExitActor {
  var items: [String] = []
  @Injected(\.number) var number
}
