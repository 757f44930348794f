import Foundation
import ModelObservation
import Synchronization

/// What goes on in a tree's tasks, as far as it is known; the executor that they run on.
///
/// Sendable: tasks, models and the tree report to it from any thread.
final class TreeActivity: TaskExecutor {
  /// A report of a change, by the standard library's observation, of something that an evaluation has read.
  struct Notice: Sendable {
    let node: ViewNode.ID
    let generation: Int
    /// What changes, as far as it is known.
    let property: String?
    /// The thread that it comes from.
    let thread = ObjectIdentifier(Thread.current)
  }

  /// How many things have not ended, and who waits until all have.
  private struct Outstanding {
    var count = 0
    private var waiters: [AsyncStream<Never>.Continuation] = []

    /// Counts an end, and gives the waiters whose wait is over.
    mutating func end() -> [AsyncStream<Never>.Continuation] {
      count -= 1
      return count == 0 ? takeWaiters() : []
    }

    mutating func takeWaiters() -> [AsyncStream<Never>.Continuation] {
      defer { waiters = [] }
      return waiters
    }

    /// Whether all have ended; otherwise the stream is finished when they have.
    mutating func areDone(orFinish waiter: AsyncStream<Never>.Continuation) -> Bool {
      if count > 0 { waiters.append(waiter) }
      return count == 0
    }
  }

  private struct State {
    /// Jobs that were handed over and have not run to their next suspension.
    var jobs = Outstanding()
    var mail: [Notice] = []
    var tasks: [Int: Task<Void, Never>] = [:]
    var nextTask = 0
    /// Runs of the user's code and tasks, with the tasks that these started.
    var runs = Outstanding()
    /// Counts everything that happens.
    private(set) var events = 0
    /// How many rounds of jobs have passed since anything else has happened.
    private var rounds = 0
    /// How many jobs the round still takes: as many are handed over in it as there were when it began.
    private var left = 0
    var isUpdateRequested = false
    var wake: (@Sendable () -> Void)?

    /// Whether the tasks do nothing but hand over jobs, as a task that waits by yielding does.
    var isSpinning: Bool { rounds >= 10_000 }

    mutating func note() {
      events += 1
      forgetJobs()
    }

    mutating func forgetJobs() { (rounds, left) = (0, 0) }

    /// Counts a job that is handed over, and gives the waiters whose wait is over.
    mutating func addJob() -> [AsyncStream<Never>.Continuation] {
      jobs.count += 1
      guard !isSpinning else { return [] }
      events += 1
      left -= 1
      if left < 0 { (rounds, left) = (rounds + 1, jobs.count - 1) }
      return isSpinning ? jobs.takeWaiters() : []
    }
  }

  private let state = Guarded(State())

  // MARK: Jobs

  func enqueue(_ job: consuming ExecutorJob) {
    let priority = TaskPriority(job.priority)
    let job = UnownedJob(job)
    let waiters = state.withLock { $0.addJob() }
    for waiter in waiters { waiter.finish() }
    // In a task: a test's clock, which waits for the work of tasks, then waits for this job too.
    Task.detached(priority: priority) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      let waiters = state.withLock { $0.jobs.end() }
      for waiter in waiters { waiter.finish() }
    }
  }

  /// Waits until no job is running or ready, tasks do nothing but hand over jobs, or the calling task is
  /// cancelled.
  func jobsAreDone() async {
    await areDone { $0.isSpinning || $0.jobs.areDone(orFinish: $1) }
  }

  /// Begins to count rounds of jobs anew.
  func forgetJobs() { state.withLock { $0.forgetJobs() } }

  private func areDone(
    _ isDone: (inout State, AsyncStream<Never>.Continuation) -> Bool
  ) async {
    // A stream, as one ends when its reader is cancelled.
    let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
    if state.withLock({ isDone(&$0, waiter) }) { return }
    for await _ in stream {}
  }

  // MARK: Tasks

  /// Starts a task outside all task-locals, and gives the number by which it is cancelled.
  @MainActor func start(
    priority: TaskPriority?, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> Int {
    let number = state.withLock { state in
      state.nextTask += 1
      state.note()
      return state.nextTask
    }
    let run = TreeRun(self)
    let task = Task.detached(executorPreference: self, priority: priority) {
      await self.perform(action, in: run, number)
    }
    state.withLock { $0.tasks[number] = task }
    return number
  }

  @MainActor private func perform(
    _ action: @MainActor @Sendable () async -> Void, in run: TreeRun, _ number: Int
  ) async {
    await TreeRun.$current.withValue(run) { await action() }
    state.withLock { $0.tasks[number] = nil }
  }

  func cancel(_ number: Int) {
    let task = state.withLock { $0.tasks.removeValue(forKey: number) }
    task?.cancel()
  }

  func cancelAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  // MARK: Runs

  fileprivate func runBegins() {
    state.withLock {
      $0.runs.count += 1
      $0.note()
    }
  }

  fileprivate func runEnds() {
    let waiters = state.withLock { state in
      state.note()
      return state.runs.end()
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Waits until all tasks that the tree, or code run by it, has started have ended, or the calling task is
  /// cancelled.
  func runsHaveEnded() async { await areDone { $0.runs.areDone(orFinish: $1) } }

  /// Whether a task of the tree, or one that its code started, has not ended.
  var hasTasks: Bool { state.withLock { $0.runs.count > 0 } }

  // MARK: Events

  func note() {
    state.withLock { $0.note() }
  }

  var events: Int { state.withLock { $0.events } }

  /// Takes the notices, or those of one thread alone.
  func takeMail(of thread: ObjectIdentifier?) -> [Notice] {
    state.withLock { state in
      state.isUpdateRequested = false
      let isTaken = { (notice: Notice) in thread == nil || notice.thread == thread }
      defer { state.mail.removeAll(where: isTaken) }
      return state.mail.filter(isTaken)
    }
  }

  var hasMail: Bool { state.withLock { !$0.mail.isEmpty } }

  // MARK: Updates

  func onUpdateRequest(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// Has the tree updated soon: once, however often it is asked until then.
  ///
  /// One lock is held to store the notice and the request: `takeMail(of:)` takes both together.
  func requestUpdate(_ notice: Notice? = nil) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.note()
      if let notice { state.mail.append(notice) }
      guard !state.isUpdateRequested else { return nil }
      state.isUpdateRequested = true
      return state.wake
    }
    wake?()
  }
}

/// One run of code that the tree called.
///
/// Tasks that the code starts inherit it, so it ends when the last of them has.
final class TreeRun: Sendable {
  @TaskLocal static var current: TreeRun?

  private let activity: TreeActivity

  init(_ activity: TreeActivity) {
    self.activity = activity
    activity.runBegins()
  }

  deinit {
    activity.runEnds()
  }
}
