/// One run of the code that makes an asynchronous key's value, and those who wait for it.
///
/// It **runs** until the code ends, with a value or with an error. While it runs, callers hold
/// tickets. When the last ticket is given back, it is **abandoned**: the code's task is cancelled,
/// and whoever comes from then on waits for its end, but takes no error from it.
final class Preparation: Sendable {
  let build: Build
  private let state = Guarded(State())

  init(_ build: Build) {
    self.build = build
  }

  /// A caller's place among those who wait.
  struct Ticket: Sendable {
    let preparation: Preparation
    fileprivate let number: Int
  }

  /// What a wait ended in.
  enum Outcome: Sendable {
    /// The code has made a value, which is kept.
    case made
    /// The code has failed.
    case failed(any Error)
    /// Nothing is known: the caller looks again.
    case over
  }

  private struct State {
    var tickets: Set<Int> = []
    var lastNumber = 0
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var task: Task<Void, Never>?
    var isAbandoned = false
    var end: Outcome?

    mutating func newTicket() -> Int {
      lastNumber += 1
      tickets.insert(lastNumber)
      return lastNumber
    }

    /// Gives the waiter to be resumed, and the task to be cancelled.
    mutating func giveBack(
      _ ticket: Int
    ) -> (waiter: CheckedContinuation<Outcome, Never>?, task: Task<Void, Never>?) {
      guard end == nil, tickets.remove(ticket) != nil else { return (nil, nil) }
      if tickets.isEmpty { isAbandoned = true }
      return (waiters.removeValue(forKey: ticket), tickets.isEmpty ? task : nil)
    }

    /// Gives the waiters to be resumed, and what to resume them with.
    mutating func finish(
      _ wanted: Outcome
    ) -> (waiters: [CheckedContinuation<Outcome, Never>], outcome: Outcome) {
      var outcome = wanted
      if isAbandoned, case .failed = wanted { outcome = .over }
      end = outcome
      task = nil
      defer { waiters = [:] }
      return (Array(waiters.values), outcome)
    }
  }

  /// Joins those who wait.
  func join() -> Ticket { Ticket(preparation: self, number: state.withLock { $0.newTicket() }) }

  /// Notes the task that runs the code.
  func didStart(_ task: Task<Void, Never>) {
    let isAbandoned = state.withLock { state in
      if state.end == nil { state.task = task }
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Ends the run.
  func end(_ outcome: Outcome) {
    let (waiters, outcome) = state.withLock { $0.finish(outcome) }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  fileprivate func wait(_ number: Int) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if let end = state.end { return end }
          guard state.tickets.contains(number) else { return .over }
          state.waiters[number] = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      let (waiter, task) = state.withLock { $0.giveBack(number) }
      waiter?.resume(returning: .over)
      task?.cancel()
    }
  }
}

extension Preparation.Ticket {
  /// Waits for the end, or until the calling task is cancelled.
  func wait() async -> Preparation.Outcome { await preparation.wait(number) }
}
