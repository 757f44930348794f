/// The task that makes an asynchronous key's value, with a count of those who wait for it.
///
/// When the last of them is cancelled, the preparation is **abandoned**: its task is cancelled too, and
/// whoever comes from then on waits for its end, but takes no error from it.
final class Preparation: Sendable {
  /// The result of a run, for a caller that has waited.
  enum Outcome: Sendable {
    case made
    case failed(any Error, reads: [Trace.Read])
    /// Nothing is known: the caller looks again.
    case over
  }

  private typealias Waiter = (
    end: AsyncStream<Void>.Continuation, home: Home, runner: Builds.Runner?
  )

  private struct State: ~Copyable, Sendable {
    /// The scopes in which it was begun, held for what its code prepares there when nobody waits any more.
    var scopes: [Scope] = []
    /// How many callers wait, or are going to: at first the one that has begun the preparation.
    var count = 1
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
    var task: Task<Void, Never>?
    /// The highest priority of the caller that has begun it and of those that wait.
    var priority = Task.currentPriority
    var isAbandoned = false
    var outcome: Outcome?
  }

  private let state: Guarded<State>

  init(holding scopes: [Scope]) { state = Guarded(State(scopes: scopes)) }

  var scopes: [Scope] { state.withLock { $0.scopes } }

  func join() { state.withLock { $0.count += 1 } }

  /// Runs the code, for a caller that has yet to wait: so the preparation is not abandoned yet.
  func run(_ code: @escaping @Sendable @concurrent () async -> Void) {
    // Those who wait already found no task to raise, only this priority.
    state.withLock { $0.task = Task(priority: $0.priority) { @concurrent in await code() } }
  }

  func end(_ outcome: Outcome) {
    var ended = State(outcome: outcome)
    state.withLock { state in
      if state.isAbandoned, case .failed = outcome { ended.outcome = .over }
      ended.count = state.count
      swap(&state, &ended)
    }
    for waiter in ended.waiters.values { waiter.end.finish() }
  }

  /// Dismisses waiters at homes for which the run is not, to look again; they are noted first.
  func dismiss(where isForOthers: (Home) -> Bool, noting note: ([Builds.Runner?]) -> Void) {
    let others = state.withLock { $0.waiters.map(\.self) }.filter { isForOthers($0.value.home) }
    // Without the waiters that have left off meanwhile.
    let dismissed = state.withLock { state in
      others.compactMap { state.waiters.removeValue(forKey: $0.key) }
    }
    note(dismissed.map(\.runner))
    for waiter in dismissed { waiter.end.finish() }
  }

  /// Waits for the end, or until the calling task is cancelled or dismissed; once for each caller.
  ///
  /// Does not wait where the run is known by now to be for others. Returns also whether the caller has left off
  /// by itself, which nobody else has noted.
  func wait(
    at home: Home, for runner: Builds.Runner?, if isForCaller: () -> Bool
  ) async -> (outcome: Outcome, hasLeft: Bool) {
    let (end, waiter) = AsyncStream.makeStream(of: Void.self)
    let own = Task.currentPriority
    let (number, raised): (Int?, Task<Void, Never>?) = state.withLock { state in
      guard state.outcome == nil else { return (nil, nil) }
      state.waiterCount += 1
      state.waiters[state.waiterCount] = (waiter, home, runner)
      if own <= state.priority { return (state.waiterCount, nil) }
      state.priority = own
      return (state.waiterCount, state.task)
    }
    // Whoever waits for a task raises its priority; this detached task holds nothing else.
    if let raised { Task.detached(priority: own) { await raised.value } }
    if number != nil, isForCaller() { for await _ in end {} }
    let (outcome, hasLeft, task): (Outcome, Bool, Task<Void, Never>?) = state.withLock { state in
      state.count -= 1
      if let outcome = state.outcome {
        // The last caller takes the outcome away: its error may hold the build's scope, which holds this.
        if state.count == 0 { state.outcome = .over }
        return (outcome, false, nil)
      }
      let waiter = number.flatMap { state.waiters.removeValue(forKey: $0) }
      if state.count == 0 { state.isAbandoned = true }
      return (.over, waiter != nil, state.isAbandoned ? state.task : nil)
    }
    task?.cancel()
    return (outcome, hasLeft)
  }
}
