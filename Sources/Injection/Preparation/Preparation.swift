/// One run of the code that makes an asynchronous key's value, and those who wait for it.
///
/// It **runs** until the code ends, with a value or with an error. While it runs, callers hold
/// tickets. When the last ticket is given back, it is **abandoned**: the code's task is cancelled,
/// and whoever comes from then on waits for its end, but takes no error from it.
final class Preparation: Sendable {
  let build: Build
  /// What its code waits for.
  ///
  /// Guarded by the lock of the registry.
  nonisolated(unsafe) var awaited: [Preparation] = []
  private let state = Guarded(State())

  init(_ build: Build) {
    self.build = build
  }

  /// A caller's place among those who wait.
  final class Ticket: Sendable {
    let preparation: Preparation
    /// Who waits with it, and whether it was given back.
    ///
    /// Guarded by the lock of the preparation.
    fileprivate nonisolated(unsafe) var waiter: CheckedContinuation<Outcome, Never>?
    fileprivate nonisolated(unsafe) var isGivenBack = false
    /// Whether it is that of the caller who started the preparation.
    let isOfFirst: Bool

    fileprivate init(_ preparation: Preparation, isOfFirst: Bool) {
      self.preparation = preparation
      self.isOfFirst = isOfFirst
    }

    fileprivate func takeWaiter() -> CheckedContinuation<Outcome, Never>? {
      defer { waiter = nil }
      return waiter
    }
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
    /// All of them until the end, also those that were given back.
    var tickets: [Ticket] = []
    /// How many were not given back.
    var openCount = 0
    var task: Task<Void, Never>?
    var isAbandoned = false
    var end: Outcome?

    mutating func add(_ ticket: Ticket) {
      openCount += 1
      if end == nil { tickets.append(ticket) }
    }

    /// Gives the waiter to be resumed, and the task to be cancelled.
    mutating func giveBack(
      _ ticket: Ticket
    ) -> (waiter: CheckedContinuation<Outcome, Never>?, task: Task<Void, Never>?) {
      guard end == nil, !ticket.isGivenBack else { return (nil, nil) }
      ticket.isGivenBack = true
      openCount -= 1
      if openCount == 0 { isAbandoned = true }
      return (ticket.takeWaiter(), openCount == 0 ? task : nil)
    }

    /// Gives the tickets whose waiters are to be resumed, and what to resume them with.
    mutating func finish(_ wanted: Outcome) -> (tickets: [Ticket], outcome: Outcome) {
      var outcome = wanted
      if isAbandoned, case .failed = wanted { outcome = .over }
      end = outcome
      task = nil
      defer { tickets = [] }
      return (tickets, outcome)
    }
  }

  /// Joins those who wait; the first one starts the preparation.
  func join(asFirst isFirst: Bool = false) -> Ticket {
    let ticket = Ticket(self, isOfFirst: isFirst)
    state.withLock { $0.add(ticket) }
    return ticket
  }

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
    let (tickets, outcome) = state.withLock { $0.finish(outcome) }
    // Nobody else takes a waiter from now on.
    for ticket in tickets { ticket.takeWaiter()?.resume(returning: outcome) }
  }

  fileprivate func wait(_ ticket: Ticket) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if let end = state.end { return end }
          if ticket.isGivenBack { return .over }
          ticket.waiter = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      let (waiter, task) = state.withLock { $0.giveBack(ticket) }
      waiter?.resume(returning: .over)
      task?.cancel()
    }
  }
}

extension Preparation.Ticket {
  /// Waits for the end, or until the calling task is cancelled.
  func wait() async -> Preparation.Outcome { await preparation.wait(self) }
}
