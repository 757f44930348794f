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
    /// Those in which it was begun: what its code prepares may be kept there, when nobody waits any more.
    var scopes: [Scope] = []
    /// How many wait, or are going to: at first who has begun it.
    var count = 1
    var waiters: [Int: (end: AsyncStream<Void>.Continuation, home: Home)] = [:]
    /// How many have begun to wait.
    var waiterCount = 0
    var task: Task<Void, Never>?
    /// The highest priority of those who wait; at first that of who has begun it.
    var priority = Task.currentPriority
    var isToBeRaised = false
    var isAbandoned = false
    var outcome: Outcome?
  }

  private let state: Guarded<State>

  /// Creates a preparation that holds some scopes until it has ended.
  init(holding scopes: [Scope]) { state = Guarded(State(scopes: scopes)) }

  var scopes: [Scope] { state.withLock { $0.scopes } }

  /// Counts another caller, who is going to wait.
  func join() { state.withLock { $0.count += 1 } }

  /// Runs the code, for a caller who is still going to wait: so nobody has abandoned it yet.
  func run(_ code: @escaping @Sendable @concurrent () async -> Void) {
    let task = Task { @concurrent in await code() }
    state.withLock { if $0.outcome == nil { $0.task = task } }
    raise()
  }

  /// Raises the task's priority to that of who waits for it.
  private func raise() {
    let (task, priority): (Task<Void, Never>?, TaskPriority) = state.withLock { state in
      guard state.isToBeRaised, let task = state.task else { return (nil, state.priority) }
      state.isToBeRaised = false
      return (task, state.priority)
    }
    // As whoever waits for a task does; this one holds nothing else.
    if let task { Task.detached(priority: priority) { await task.value } }
  }

  func end(_ outcome: Outcome) {
    var ended = State(outcome: outcome)
    state.withLock { state in
      if state.isAbandoned, case .failed = outcome { ended.outcome = .over }
      swap(&state, &ended)
    }
    for waiter in ended.waiters.values { waiter.end.finish() }
  }

  /// Lets those look again who wait where the run turns out to be for others.
  func dismiss(where isForOthers: (Home) -> Bool) {
    let waiters = state.withLock { $0.waiters.values.map(\.self) }
    for waiter in waiters where isForOthers(waiter.home) { waiter.end.finish() }
  }

  /// Waits for the end, until the calling task is cancelled or dismissed; once for each caller.
  ///
  /// - Parameters:
  ///   - home: Where the caller reads.
  ///   - isForCaller: Whether the run is not for others, as far as is known by now.
  /// - Returns: How the run has ended, if it has.
  func wait(at home: Home, if isForCaller: () -> Bool) async -> Outcome {
    let (end, waiter) = AsyncStream.makeStream(of: Void.self)
    let priority = Task.currentPriority
    let number: Int? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      state.waiterCount += 1
      state.waiters[state.waiterCount] = (waiter, home)
      if state.priority < priority { (state.priority, state.isToBeRaised) = (priority, true) }
      return state.waiterCount
    }
    raise()
    if number != nil, isForCaller() { for await _ in end {} }
    let (outcome, task): (Outcome, Task<Void, Never>?) = state.withLock { state in
      if let outcome = state.outcome { return (outcome, nil) }
      if let number { state.waiters[number] = nil }
      state.count -= 1
      if state.count == 0 { state.isAbandoned = true }
      return (.over, state.isAbandoned ? state.task : nil)
    }
    task?.cancel()
    return outcome
  }
}
