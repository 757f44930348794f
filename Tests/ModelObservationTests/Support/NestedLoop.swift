import ModelObservation

/// A run loop: runs an actor's jobs when it is told to, also in the middle of one.
final class NestedLoop: SerialExecutor {
  private let jobs = Guarded<[UnownedJob]>([])
  /// An element for each job that has come.
  let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init() {
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrival.yield()
  }

  /// Runs all that waits.
  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
