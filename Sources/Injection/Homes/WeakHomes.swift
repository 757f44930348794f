/// Weak references to homes; those to homes that have gone are swept out when the references have doubled.
struct WeakHomes: Sendable {
  private struct Reference: Sendable {
    weak let home: Home?
  }

  private var references: [Reference] = []
  private var sweepCount = 16

  var present: [Home] { references.compactMap(\.home) }

  /// Adds a home; gives those that a sweep has looked at, for the caller to let go of outside its lock: with the
  /// last reference to a home, values that a scope has assigned may go.
  mutating func append(_ home: Home) -> [Home] {
    defer { references.append(Reference(home: home)) }
    if references.count < sweepCount { return [] }
    let present = present
    references = present.map { Reference(home: $0) }
    sweepCount = max(16, 2 * present.count)
    return present
  }
}
