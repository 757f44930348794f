import Synchronization

/// A number that any thread may raise.
package final class Counter: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var value: Int { count.load(ordering: .acquiring) }

  @discardableResult
  package func increment() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
