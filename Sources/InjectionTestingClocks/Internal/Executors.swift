#if canImport(Dispatch)
  import Dispatch

  /// The global pool, as what counted segments run on.
  ///
  /// `Task.yield` passes its job to the executor that it runs on, past the hook, and so to this.
  final class PoolExecutor: TaskExecutor {
    static let shared = PoolExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let activity = Activity.current(enqueuing: job) {
        Self.run(job, of: activity)
      } else {
        globalConcurrentExecutor.enqueue(job)
      }
    }

    /// Runs a job on the pool, counted.
    static func run(_ job: UnownedJob, of activity: Activity) {
      let segment = activity.segment {
        job.runSynchronously(on: PoolExecutor.shared.asUnownedTaskExecutor())
      }
      queue(for: job.priority).async(execute: segment)
    }

    private static func queue(for priority: JobPriority) -> DispatchQueue {
      switch TaskPriority(priority) ?? .medium {
      case .high...: .global(qos: .userInitiated)
      case .medium...: .global(qos: .default)
      case .utility...: .global(qos: .utility)
      default: .global(qos: .background)
      }
    }
  }

  /// The main actor's executor while work is tracked: the main queue, as without it.
  final class MainQueueExecutor: SerialExecutor {
    static let shared = MainQueueExecutor()

    private let isMainQueue = DispatchSpecificKey<Bool>()

    private init() {
      DispatchQueue.main.setSpecific(key: isMainQueue, value: true)
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Self.run(job, of: Activity.current(enqueuing: job))
    }

    /// Runs a job on the main queue, counted where it belongs to an activity.
    static func run(_ job: UnownedJob, of activity: Activity?) {
      let run: @Sendable () -> Void = {
        job.runSynchronously(on: MainQueueExecutor.shared.asUnownedSerialExecutor())
      }
      DispatchQueue.main.async(execute: activity?.segment(run) ?? run)
    }

    // Both are for code that does not run in a job of this executor: in a block of the main queue, or
    // in a job that began while the hooks were not there.

    func checkIsolated() {
      dispatchPrecondition(condition: .onQueue(.main))
    }

    func isIsolatingCurrentContext() -> Bool? {
      DispatchQueue.getSpecific(key: isMainQueue) ?? false
    }
  }
#endif
