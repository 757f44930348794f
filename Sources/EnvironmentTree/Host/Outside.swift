import Synchronization

/// Runs code now, on the main actor, but outside the caller's task and its task-locals.
///
/// A detached task begins with no task-local. An immediate one runs on the main actor as the runtime sees it,
/// as casts to conformances of the main actor require. Where there are no immediate tasks, as before the
/// systems of 2025, or where the runtime does not see that the caller is on the main actor, an executor keeps
/// the task's first job, and this function runs it, on the main actor's thread, before it returns.
@MainActor func outsideTaskLocals(
  _ activity: TreeActivity, _ operation: @escaping @MainActor () -> Void
) {
  let run = SingleRun { TreeRun.$current.withValue(TreeRun(activity), operation: operation) }
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    Task.immediateDetached { @MainActor in run() }
    if run.isDone { return }
  }
  let executor = ImmediateExecutor()
  let operation = MainActorOperation { run() }
  Task.detached(executorPreference: executor) { operation.run() }
  executor.run()
}

/// Runs code once, whoever comes first.
@MainActor private final class SingleRun {
  private var operation: (@MainActor () -> Void)?

  init(_ operation: @escaping @MainActor () -> Void) { self.operation = operation }

  var isDone: Bool { operation == nil }

  func callAsFunction() { operation.take()?() }
}

/// Keeps the job that it is given until it is told to run it.
private final class ImmediateExecutor: TaskExecutor {
  private let job = Mutex<UnownedJob?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    self.job.withLock { $0 = job }
  }

  func run() {
    guard let job = job.withLock({ $0.take() }) else {
      preconditionFailure("A task's first job goes to the executor that it prefers, at once.")
    }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// An operation of the main actor, to be called where the compiler cannot see that the caller is on it.
///
/// Unchecked: it is called once, synchronously from a function of the main actor, and never sent.
private struct MainActorOperation: @unchecked Sendable {
  let run: () -> Void

  @MainActor init(_ operation: @escaping @MainActor () -> Void) {
    run = unsafeBitCast(operation, to: (() -> Void).self)
  }
}
