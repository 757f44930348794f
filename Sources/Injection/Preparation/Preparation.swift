/// The task that makes an asynchronous key's value, with a count of those who wait for it.
///
/// When the last of them is cancelled, the preparation is **abandoned**: its task is cancelled too, and
/// whoever comes from then on waits for its end, but takes no error from it.
final class Preparation: Sendable {
  /// What a wait ended in.
  enum Outcome: Sendable {
    /// The code has made a value, which is kept.
    case made
    /// The code has failed, after what it had read.
    case failed(any Error, reads: [Trace.Read])
    /// Nothing is known: the caller looks again.
    case over
  }

  private struct State: Sendable {
    /// How many wait, or are going to.
    var count = 0
    var waiters: [AsyncStream<Void>.Continuation] = []
    var task: Task<Void, Never>?
    var isAbandoned = false
    var outcome: Outcome?
  }

  private let state = Guarded(State())

  /// Counts a caller, who is going to wait.
  func join() { state.withLock { $0.count += 1 } }

  /// Runs the code.
  func run(_ code: @escaping @Sendable @concurrent () async -> Void) {
    let task = Task { @concurrent in await code() }
    let isAbandoned = state.withLock { state in
      if state.outcome == nil { state.task = task }
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Ends the run.
  func end(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      if state.isAbandoned, case .failed = outcome {
        state.outcome = .over
      } else {
        state.outcome = outcome
      }
      state.task = nil
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Waits for the end, or until the calling task is cancelled; once for each ``join()``.
  func wait() async -> Outcome {
    let (end, waiter) = AsyncStream.makeStream(of: Void.self)
    let hasEnded = state.withLock { state in
      if state.outcome == nil { state.waiters.append(waiter) }
      return state.outcome != nil
    }
    if !hasEnded { for await _ in end {} }
    let (outcome, task): (Outcome, Task<Void, Never>?) = state.withLock { state in
      if let outcome = state.outcome { return (outcome, nil) }
      state.count -= 1
      if state.count == 0 { state.isAbandoned = true }
      return (.over, state.isAbandoned ? state.task : nil)
    }
    task?.cancel()
    return outcome
  }
}
