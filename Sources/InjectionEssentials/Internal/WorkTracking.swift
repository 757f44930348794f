import CInjectionEssentials
import Dispatch

/// Stands before the runtime's executors, so that segments which belong to a clock are counted.
///
/// Jobs that belong to no clock take the way they would take otherwise.
package enum WorkTracking {
  /// Whether the runtime has let itself be hooked; asking installs the hooks, once.
  static let isInstalled: Bool = {
    let executor = MainQueueExecutor.shared.asUnownedSerialExecutor()
    // Both are the two words of a `Builtin.Executor`, which is frozen.
    let main = unsafeBitCast(executor, to: CInjectionExecutor.self)
    return CInjectionInstall(
      { job, activity in
        guard let job, let activity else { return }
        // An `UnownedJob` is the pointer to its job, and frozen.
        let unowned = unsafeBitCast(job, to: UnownedJob.self)
        let owner = Unmanaged<Activity>.fromOpaque(activity).takeUnretainedValue()
        WorkTracking.run(unowned, of: owner)
      }, main)
  }()

  /// Counts all work of the process that belongs to no other tracker; asking begins it.
  private static let others: WorkTracker = {
    let tracker = WorkTracker(isOfProcess: true)
    Activity([tracker]).adoptOthers()
    return tracker
  }()

  /// The tracker of a clock that the caller creates.
  ///
  /// Outside tasks no work is known to be the clock's: a test runner creates a test case with its
  /// properties long before it runs the test. Then all that belongs to no other clock is counted.
  static func makeTracker() -> WorkTracker {
    guard isInstalled else { return WorkTracker() }
    guard CInjectionCurrentTask() != 0 else { return others }
    let tracker = WorkTracker()
    Activity.claimCaller(for: tracker)
    return tracker
  }

  /// Whether a job is counted that the caller would enqueue.
  package static var countsCaller: Bool { CInjectionActivity(nil) != nil }

  fileprivate static func run(_ job: UnownedJob, of activity: Activity) {
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

/// The global pool, as what counted segments run on.
///
/// `Task.yield` passes its job to the executor that it runs on, past the hook, and so to this.
private final class PoolExecutor: TaskExecutor {
  static let shared = PoolExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let activity = Activity.current(enqueuing: job) {
      WorkTracking.run(job, of: activity)
    } else {
      globalConcurrentExecutor.enqueue(job)
    }
  }
}

/// The main actor's executor while work is tracked: the main queue, as without it.
private final class MainQueueExecutor: SerialExecutor {
  static let shared = MainQueueExecutor()

  private let isMainQueue = DispatchSpecificKey<Bool>()

  private init() {
    DispatchQueue.main.setSpecific(key: isMainQueue, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = {
      job.runSynchronously(on: MainQueueExecutor.shared.asUnownedSerialExecutor())
    }
    DispatchQueue.main.async(execute: Activity.current(enqueuing: job)?.segment(run) ?? run)
  }

  // Both are for code that does not run in a job of this executor: in a block of the main queue, or
  // in a job that began before the hooks were installed.

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(.main))
  }

  func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: isMainQueue) ?? false
  }
}
