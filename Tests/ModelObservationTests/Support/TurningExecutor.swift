import Dispatch
import Foundation
import ModelObservation
import Synchronization

/// Runs each job of its tasks on another of its threads than the last, in turn: so a task goes on
/// elsewhere whenever it has been suspended, for certain.
final class TurningExecutor: TaskExecutor {
  private let lanes: [Lane]
  private let turn = Atomic(0)

  init(threads: Int) {
    lanes = (0..<threads).map { _ in Lane() }
    for lane in lanes { Thread { lane.run() }.start() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let turn = turn.wrappingAdd(1, ordering: .relaxed).newValue
    lanes[turn % lanes.count].add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Performs `work` as a task, and ends the threads when that has ended.
  static func perform<R: Sendable>(
    onThreads count: Int, _ work: @escaping @Sendable (TurningExecutor) async -> R
  ) async -> R {
    let executor = TurningExecutor(threads: count)
    let result = await Task(executorPreference: executor) { await work(executor) }.value
    for lane in executor.lanes { lane.add(nil) }
    return result
  }

  /// A thread, and what it has to do.
  private final class Lane: Sendable {
    private let jobs = Guarded<[(@Sendable () -> Void)?]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Adds a job, or the end.
    func add(_ job: (@Sendable () -> Void)?) {
      jobs.withLock { $0.append(job) }
      count.signal()
    }

    func run() {
      while true {
        count.wait()
        guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
        job()
      }
    }
  }
}
