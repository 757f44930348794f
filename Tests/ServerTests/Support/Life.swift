import Injection

/// One for each object whose end is to be seen.
final class Life: Sendable {
  init() { LiveObjects.shared.add(1) }

  deinit { LiveObjects.shared.add(-1) }
}

/// How many objects there are that have a ``Life``.
final class LiveObjects: Sendable {
  static let shared = LiveObjects()

  private struct State: Sendable {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  func add(_ count: Int) {
    let waiters = state.withLock { state in
      state.count += count
      guard state.count == 0 else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the last one has gone.
  func allGone() async {
    await withCheckedContinuation { continuation in
      let areGone = state.withLock { state in
        if state.count > 0 { state.waiters.append(continuation) }
        return state.count == 0
      }
      if areGone { continuation.resume() }
    }
  }
}
