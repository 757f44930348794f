import Injection

/// A place where tasks wait until as many have arrived as are expected.
package final class Meeting: Sendable {
  private struct State {
    var missing: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Guarded<State>

  package init(_ count: Int) {
    state = Guarded(State(missing: count))
  }

  package func arrive() async {
    note()
    await wait()
  }

  /// Counts one that does not wait.
  package func note() {
    let waiters = state.withLock { state in
      state.missing -= 1
      guard state.missing == 0 else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.missing > 0 { state.waiters.append(continuation) }
        return state.missing <= 0
      }
      if isOver { continuation.resume() }
    }
  }
}
