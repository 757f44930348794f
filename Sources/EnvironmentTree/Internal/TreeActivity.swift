import Dispatch
import ModelObservation
import Synchronization

/// What goes on in a tree's tasks, as far as it is known; the executor that they run on.
///
/// Sendable: it is told from wherever things happen.
final class TreeActivity: TaskExecutor {
  /// Says that something which an evaluation read with the standard library's observation changes.
  struct Notice: Sendable {
    let node: ViewNode.ID
    let generation: Int
    /// What changes, as far as it is known.
    let property: String?
  }

  private struct State {
    /// Jobs that were handed over and have not run to their next suspension.
    var jobs = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    var mail: [Notice] = []
    var tasks: [Int: Task<Void, Never>] = [:]
    var nextTask = 0
    /// Runs of the user's code and tasks, with the tasks that these started.
    var runs = 0
    var endWaiters: [CheckedContinuation<Void, Never>] = []
    /// Counts everything that happens.
    var events = 0
    var isUpdateRequested = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "EnvironmentTree.tasks", attributes: .concurrent)

  // MARK: Jobs

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock {
      $0.jobs += 1
      $0.events += 1
    }
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      let waiters = state.withLock { state in
        state.jobs -= 1
        guard state.jobs == 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  /// Returns when no job is running or waits to run.
  func jobsAreDone() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.jobs > 0 { state.waiters.append(continuation) }
        return state.jobs == 0
      }
      if isDone { continuation.resume() }
    }
  }

  // MARK: Tasks

  /// Starts a task outside all task-locals, and gives what cancels it.
  @MainActor func start(
    priority: TaskPriority?, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> Int {
    let number = state.withLock { state in
      state.nextTask += 1
      state.events += 1
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
      $0.runs += 1
      $0.events += 1
    }
  }

  fileprivate func runEnds() {
    let waiters = state.withLock { state in
      state.runs -= 1
      state.events += 1
      guard state.runs == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.endWaiters = [] }
      return state.endWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when every task has ended that the tree or code that it ran has started.
  func runsHaveEnded() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.runs > 0 { state.endWaiters.append(continuation) }
        return state.runs == 0
      }
      if isDone { continuation.resume() }
    }
  }

  /// Whether a task of the tree, or one that its code started, has not ended.
  var hasTasks: Bool { state.withLock { $0.runs > 0 } }

  // MARK: Events

  func note() {
    state.withLock { $0.events += 1 }
  }

  var events: Int { state.withLock { $0.events } }

  func post(_ notice: Notice) {
    state.withLock { $0.mail.append(notice) }
    requestUpdate()
  }

  func takeMail() -> [Notice] {
    state.withLock { state in
      state.isUpdateRequested = false
      defer { state.mail = [] }
      return state.mail
    }
  }

  var hasMail: Bool { state.withLock { !$0.mail.isEmpty } }

  // MARK: Updates

  func onUpdateRequest(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// Has the tree updated soon: once, however often it is asked until then.
  func requestUpdate() {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.events += 1
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
