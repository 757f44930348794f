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

  private typealias Waiter = (
    end: AsyncStream<Void>.Continuation, home: Home, runner: Builds.Runner?
  )

  private struct State: ~Copyable, Sendable {
    /// Those in which it was begun: what its code prepares may be kept there, when nobody waits any more.
    var scopes: [Scope] = []
    /// How many wait, or are going to: at first who has begun it.
    var count = 1
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
    var task: Task<Void, Never>?
    /// That of who has begun it, or the highest of those who wait.
    var priority = Task.currentPriority
    var isAbandoned = false
    var outcome: Outcome?
  }

  private let state: Guarded<State>

  /// Creates a preparation that holds some scopes until it has ended.
  init(holding scopes: [Scope]) { state = Guarded(State(scopes: scopes)) }

  var scopes: [Scope] { state.withLock { $0.scopes } }

  func join() { state.withLock { $0.count += 1 } }

  /// Runs the code, for a caller who is still going to wait: so nobody has abandoned it yet.
  func run(_ code: @escaping @Sendable @concurrent () async -> Void) {
    // Who waits by now has raised nobody.
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

  /// Lets those look again who wait where the run turns out to be for others, when they have been noted.
  func dismiss(where isForOthers: (Home) -> Bool, noting note: ([Builds.Runner?]) -> Void) {
    let others = state.withLock { $0.waiters.map(\.self) }.filter { isForOthers($0.value.home) }
    // Not who has left off meanwhile.
    let dismissed = state.withLock { state in
      others.compactMap { state.waiters.removeValue(forKey: $0.key) }
    }
    note(dismissed.map(\.runner))
    for waiter in dismissed { waiter.end.finish() }
  }

  /// Waits for the end, until the calling task is cancelled or dismissed; once for each caller, who reads at
  /// a home, and unless the run is for others, as far as is known by now.
  ///
  /// Gives also whether the caller has left off by itself: nobody else has noted that.
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
    // Whoever waits for a task raises its priority; this one holds nothing else.
    if let raised { Task.detached(priority: own) { await raised.value } }
    if number != nil, isForCaller() { for await _ in end {} }
    let (outcome, hasLeft, task): (Outcome, Bool, Task<Void, Never>?) = state.withLock { state in
      state.count -= 1
      if let outcome = state.outcome {
        // The last one takes it away: an error may hold the build's scope, which holds this.
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
