import Injection

/// Work that outlives the request which asks for it: done in the app's scope, one after the other.
final class Jobs: Sendable {
  typealias Job = @Sendable () async -> Void

  private let queue: AsyncStream<Job>.Continuation
  private let worker: Task<Void, Never>

  init() {
    // Made by a default: the scope that keeps this, and not that of the request which reads it first.
    let app = InjectedValues.current
    let (jobs, queue) = AsyncStream.makeStream(of: Job.self)
    self.queue = queue
    worker = Task.detached { for await job in jobs { await app.run(job) } }
  }

  func add(_ job: @escaping Job) { queue.yield(job) }

  /// Does what was added before, and takes no more.
  func finish() async {
    queue.finish()
    await worker.value
    injected(\.logger).info("jobs: done")
  }
}

enum JobsKey: InjectedKey {
  static var liveValue: Jobs { Jobs() }
  static var testValue: Jobs { Jobs() }
}

extension InjectedValues {
  var jobs: Jobs { self[JobsKey.self] }
}
