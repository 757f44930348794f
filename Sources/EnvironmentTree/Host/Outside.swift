import Synchronization

/// Runs code now, on the main actor, but outside the caller's task and its task-locals.
///
/// A detached task begins with no task-local. One that is immediate runs as the main actor's, which casts to
/// conformances of the main actor ask for. Where there is none, as before the systems of 2025, or where the
/// runtime does not see that the caller is on the main actor, an executor hands the first job back instead of
/// queueing it, and the job is run here, on the thread of the main actor, before this returns.
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

/// An operation of the main actor, to be called where the compiler cannot see that this is it.
///
/// Unchecked: it is called once, synchronously from a function of the main actor, and never sent.
private struct MainActorOperation: @unchecked Sendable {
  let run: () -> Void

  @MainActor init(_ operation: @escaping @MainActor () -> Void) {
    run = unsafeBitCast(operation, to: (() -> Void).self)
  }
}
