import Injection

/// The lines that the app's logger writes, for who waits for them.
final class Journal: Sendable {
  private struct State: Sendable {
    var lines: [String] = []
    var waiters: [(end: String, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())

  var lines: [String] { state.withLock { $0.lines.map(\.self) } }

  /// The requests whose transactions were committed or undone.
  var ends: [String] { requests("committed") + requests("undone") }

  /// The requests of whose transactions this is said.
  func requests(_ end: String) -> [String] {
    lines.filter { $0.hasSuffix(" transaction: \(end)") }
      .map { String($0.dropFirst("request=".count).prefix { $0 != " " }) }
  }

  func add(_ line: String) {
    let over = state.withLock { state in
      state.lines.append(line)
      let over = state.waiters.filter { line.hasSuffix($0.end) }
      state.waiters.removeAll { line.hasSuffix($0.end) }
      return over
    }
    for waiter in over { waiter.continuation.resume() }
  }

  /// Waits for a line that ends in a text.
  func line(endingIn end: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.lines.contains(where: { $0.hasSuffix(end) }) { return true }
        state.waiters.append((end, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
