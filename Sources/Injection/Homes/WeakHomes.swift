/// Homes that others hold, of which those that have gone are swept out when they have doubled.
struct WeakHomes: Sendable {
  private struct Reference: Sendable {
    weak let home: Home?
  }

  private var references: [Reference] = []
  private var sweepCount = 16

  var present: [Home] { references.compactMap(\.home) }

  /// Adds one; gives those that were looked at, to be let go of outside the lock: with a home, what a scope
  /// has assigned may go.
  mutating func append(_ home: Home) -> [Home] {
    defer { references.append(Reference(home: home)) }
    if references.count < sweepCount { return [] }
    let present = present
    references = present.map { Reference(home: $0) }
    sweepCount = max(16, 2 * present.count)
    return present
  }
}
