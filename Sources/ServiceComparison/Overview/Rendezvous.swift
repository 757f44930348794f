/// A point where several tasks wait until all of them are there.
package actor Rendezvous {
  private let expected: Int
  private var arrived = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Each of the tasks comes once, and cannot be cancelled while it waits.
  package init(expected: Int) {
    self.expected = expected
  }

  /// Waits for the others; gives how many tasks are at the point together.
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
