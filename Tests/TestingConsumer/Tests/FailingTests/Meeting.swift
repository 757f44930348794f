import Synchronization

/// A place where tasks wait until as many have arrived as are expected.
final class Meeting: Sendable {
  private struct State {
    var missing: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) {
    state = Mutex(State(missing: count))
  }

  func open() {
    let waiters = state.withLock { state in
      state.missing -= 1
      guard state.missing == 0 else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.missing > 0 { state.waiters.append(continuation) }
        return state.missing <= 0
      }
      if isOver { continuation.resume() }
    }
  }

  func arrive() async {
    open()
    await wait()
  }
}
