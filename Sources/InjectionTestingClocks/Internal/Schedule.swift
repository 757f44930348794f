/// The time of a test clock, and who sleeps on it.
struct Schedule {
  typealias Continuation = CheckedContinuation<Void, any Error>

  typealias Sleeper = (id: Int, deadline: TestClock.Instant, continuation: Continuation)

  private(set) var now: TestClock.Instant
  /// By deadline, those with the same one in the order in which they fell asleep.
  private(set) var sleepers: [Sleeper] = []
  private var lastID = 0

  init(now: TestClock.Instant) {
    self.now = now
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Lets a caller sleep, or gives what it resumes with at once.
  mutating func add(
    _ id: Int, until deadline: TestClock.Instant, _ continuation: Continuation
  ) -> Result<Void, any Error>? {
    // Asked under the lock: who cancels the task from here on finds the sleeper.
    if Task.isCancelled { return .failure(CancellationError()) }
    if deadline <= now { return .success(()) }
    // Most fall asleep for later than the others.
    let index = (sleepers.lastIndex { $0.deadline <= deadline } ?? -1) + 1
    sleepers.insert((id, deadline, continuation), at: index)
    return nil
  }

  /// Takes out a sleeper whose task was cancelled; nil where it does not sleep, or not yet.
  mutating func cancel(_ id: Int) -> Continuation? {
    sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0).continuation }
  }

  /// Moves to the next deadline that is not after `end`, and takes out the first sleeper; moves to `end`, at
  /// once, where there is none.
  mutating func next(until end: TestClock.Instant?) -> Continuation? {
    guard let first = sleepers.first, end.map({ first.deadline <= $0 }) ?? true else {
      if let end { move(to: end) }
      return nil
    }
    move(to: first.deadline)
    return sleepers.removeFirst().continuation
  }

  /// Moves the time, but not back: another caller may have moved it further meanwhile.
  private mutating func move(to instant: TestClock.Instant) { now = max(now, instant) }
}
