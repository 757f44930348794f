import Synchronization

/// Runs code now, on the main actor, but outside the caller's task and its task-locals.
///
/// A detached task begins with no task-local. Its executor hands the first job back instead of
/// queueing it, and the job is run here, on the thread of the main actor, before this returns.
@MainActor func outsideTaskLocals(
  _ activity: TreeActivity, _ operation: @escaping @MainActor () -> Void
) {
  let executor = ImmediateExecutor()
  let operation = MainActorOperation(operation)
  Task.detached(executorPreference: executor) {
    TreeRun.$current.withValue(TreeRun(activity)) { operation.run() }
  }
  executor.run()
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

/// An operation of the main actor, to be called where the compiler cannot see that this is it.
///
/// Unchecked: it is called once, synchronously from a function of the main actor, and never sent.
private struct MainActorOperation: @unchecked Sendable {
  let run: () -> Void

  @MainActor init(_ operation: @escaping @MainActor () -> Void) {
    run = unsafeBitCast(operation, to: (() -> Void).self)
  }
}
