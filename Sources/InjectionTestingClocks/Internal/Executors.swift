#if canImport(Dispatch)
  import CInjectionTestingClocks
  import Dispatch

  /// The global pool, as an executor that counted segments run on.
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

  /// How the main actor's executor takes jobs while work is tracked.
  ///
  /// Only the conformance is used, with the runtime's executor in the place of `self`, as the runtime
  /// itself does it with queues: so the main actor has the same executor at all times. Nothing here
  /// may use `self`, which is of another class.
  final class MainExecutorConformance: SerialExecutor {
    private static let example = MainExecutorConformance()

    /// The conformance, as it stands in an executor.
    static var witnesses: UnsafeMutableRawPointer {
      // Both are the two words of a `Builtin.Executor`, which is frozen.
      unsafeBitCast(
        example.asUnownedSerialExecutor(), to: (UInt, UnsafeMutableRawPointer).self
      ).1
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let activity = Activity.current(enqueuing: job) {
        Self.run(job, of: activity)
      } else {
        // An `UnownedJob` is the pointer to its job, and frozen.
        CInjectionEnqueueOnMain(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
      }
    }

    func checkIsolated() {
      dispatchPrecondition(condition: .onQueue(.main))
    }

    static func run(_ job: UnownedJob, of activity: Activity) {
      let segment = activity.segment {
        job.runSynchronously(on: MainActor.sharedUnownedExecutor)
      }
      DispatchQueue.main.async(execute: segment)
    }
  }
#endif
