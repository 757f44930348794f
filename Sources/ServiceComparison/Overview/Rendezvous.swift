/// A point where several tasks wait until all of them are there.
package actor Rendezvous {
  private let expected: Int
  private var arrived = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a meeting point.
  ///
  /// - Parameter expected: How many tasks will come; each comes once, and cannot be cancelled
  ///   while it waits.
  package init(expected: Int) {
    self.expected = expected
  }

  /// Waits for the others.
  ///
  /// - Returns: How many tasks are at the point together.
  package func arrive() async -> Int {
    arrived += 1
    if arrived < expected {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    return arrived
  }
}
