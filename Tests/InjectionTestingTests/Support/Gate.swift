import Dispatch
import Injection

/// A door that tasks wait at until it is opened, once and for all.
final class Gate: Sendable {
  private let meeting = Meeting(1)

  func open() { meeting.note() }
  func wait() async { await meeting.wait() }
}

/// A place where tasks wait until as many have arrived as are expected.
final class Meeting: Sendable {
  private struct State {
    var missing: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Guarded<State>

  init(_ count: Int) {
    state = Guarded(State(missing: count))
  }

  func arrive() async {
    note()
    await wait()
  }

  func note() {
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
}

/// Runs the body on a dispatch queue, which inherits no task-local value.
func onQueue<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
