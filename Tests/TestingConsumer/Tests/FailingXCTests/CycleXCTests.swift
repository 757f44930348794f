import Injection
import InjectionTesting
import Shop
import Synchronization
import XCTest

/// A test without the base class in which a service stores what was made later, in its scope.
final class CycleXCTests: XCTestCase {
  func testKeeps() { open { $0.carts.withLock { $0.append(Cart()) } } }

  func testNothing() { open { _ in } }

  private func open(_ use: (Crate) -> Void) {
    withInjectedValues {
      $0[MarkKey.self] = "scope"
    } operation: {
      use(injected { $0[CrateKey.self] })
    }
  }
}

private final class Crate: Sendable {
  let mark = injected { $0[MarkKey.self] }
  let carts = Mutex<[Cart]>([])
}

private enum MarkKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

private enum CrateKey: InjectedKey {
  static var liveValue: Crate { Crate() }
  static var testValue: Crate { Crate() }
}
