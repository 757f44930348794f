import Observation
import Synchronization

// What the guide's recipes have in common.

protocol Catalog: Sendable {
  func title(of id: Int) -> String
}

struct LiveCatalog: Catalog {
  func title(of id: Int) -> String { "Landmark \(id)" }
}

struct MockCatalog: Catalog {
  var title: String
  func title(of id: Int) -> String { title }
}

/// Whether the standard library's observers hear of a change of what they have read, as SwiftUI's bodies do.
@MainActor func isHeard(of change: () -> Void, by read: () -> Void) -> Bool {
  let count = Atomic(0)
  return withoutActuallyEscaping(change) { change in
    withObservationTracking(read) { count.add(1, ordering: .relaxed) }
    change()
    return count.load(ordering: .relaxed) == 1
  }
}
