import Foundation
import Injection
import InjectionTesting
import Shop
import Synchronization
import Testing

/// A service stores what was made later, in its scope.
///
/// Nobody notices, unless a run of tests looks for scopes that keep themselves alive.
@Suite("Cycles") struct CycleTests {
  @Test(.injected) func withTrait() { keep() }

  @Test func withoutTrait() { keep() }

  @Test(.injected) func nothing() {
    withInjectedValues {
      $0[LabelKey.self] = "scope"
    } operation: {
      _ = injected { $0[ShelfKey.self] }
    }
  }

  /// Its world ends at the exit of such a run, and else never.
  @Test func leavesAWitness() { _ = injected { $0[WitnessKey.self] } }

  private func keep() {
    withInjectedValues {
      $0[LabelKey.self] = "scope"
    } operation: {
      injected { $0[ShelfKey.self] }.carts.withLock { $0.append(Cart()) }
    }
  }
}

private final class Shelf: Sendable {
  let label = injected { $0[LabelKey.self] }
  let carts = Mutex<[Cart]>([])
}

/// Says when its world ends, in the form of an issue.
private final class Witness: Sendable {
  deinit {
    try? FileHandle.standardError.write(contentsOf: Data("Injection: freed at the exit\n".utf8))
  }
}

private enum WitnessKey: InjectedKey {
  static var liveValue: Witness { Witness() }
  static var testValue: Witness { Witness() }
}

/// A key of these tests alone: who loses another one's read beside them is not told of their scopes.
private enum LabelKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

private enum ShelfKey: InjectedKey {
  static var liveValue: Shelf { Shelf() }
  static var testValue: Shelf { Shelf() }
}
