import Injection

/// One for each object whose end is to be seen.
final class Life: Sendable {
  init() { LiveObjects.shared.add(1) }

  deinit { LiveObjects.shared.add(-1) }
}

/// How many objects there are that have a ``Life``.
final class LiveObjects: Sendable {
  static let shared = LiveObjects()

  struct Left: Error {
    let count: Int
  }

  private struct State: Sendable {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  var count: Int { state.withLock { $0.count } }

  func add(_ count: Int) {
    let areGone = state.withLock { state in
      state.count += count
      return state.count == 0
    }
    if areGone { resumeWaiters() }
  }

  /// Waits until there are none; some are let go of by tasks that nobody waits for.
  ///
  /// - Throws: ``Left`` where there still are some after a time: then nobody will let go of them.
  func allGone(within time: Duration) async throws {
    let alarm = Task {
      try? await Task.sleep(for: time)
      resumeWaiters()
    }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.count > 0 { state.waiters.append(continuation) }
        return state.count == 0
      }
      if isOver { continuation.resume() }
    }
    alarm.cancel()
    if count > 0 { throw Left(count: count) }
  }

  private func resumeWaiters() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
