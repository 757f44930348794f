#if canImport(Testing)
  internal import Injection
  internal import Testing

  #if canImport(Dispatch)
    internal import Dispatch
  #endif

  /// The task-locals of a test, in which others can record the test's issues.
  ///
  /// Swift Testing knows whose an issue is by a task-local of its own, which a dispatch queue or a
  /// detached task has lost. So each world keeps a task that inherited it. The context is also the
  /// executor of that task, and **holds** its jobs until there is something to record; then a thread
  /// of the context's own runs them, so that recording needs no thread of the pool, and has happened
  /// when `perform` returns. Once it is **closed**, the task ends.
  final class TestContext: TaskExecutor, Sendable {
    private let jobs = Guarded<[UnownedJob]>([])
    private let work: AsyncStream<@Sendable () -> Void>.Continuation

    /// Creates the context of the current task.
    static func current() -> TestContext {
      let (stream, work) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
      let context = TestContext(work)
      Task(executorPreference: context) {
        for await body in stream { body() }
      }
      return context
    }

    private init(_ work: AsyncStream<@Sendable () -> Void>.Continuation) { self.work = work }

    /// Keeps a job of the task until it is wanted.
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// Runs work with the task-locals of the test; returns after it.
    func perform(_ body: @escaping @Sendable () -> Void) {
      runJobs(isAwaited: true) { self.work.yield(body) }
    }

    func close() { runJobs(isAwaited: false) { self.work.finish() } }

    #if canImport(Dispatch)
      private static let queue = DispatchQueue(label: "InjectionTesting.TestContext")

      /// Hands work over on the queue as well: else the task may be taken to be waiting that another
      /// thread is about to wake, and the work be left to that.
      private func runJobs(isAwaited: Bool, after handOver: @escaping @Sendable () -> Void) {
        let done = isAwaited ? DispatchSemaphore(value: 0) : nil
        Self.queue.async {
          handOver()
          self.runJobs()
          done?.signal()
        }
        done?.wait()
      }
    #else
      /// Where there is one thread only, on it.
      private func runJobs(isAwaited: Bool, after handOver: () -> Void) {
        handOver()
        runJobs()
      }
    #endif

    private func runJobs() {
      while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// Closes a context when the last who could need it has gone.
  private final class TestContextOwner: Sendable {
    let context = TestContext.current()
    deinit { context.close() }
  }

  extension TestIdentity {
    /// Creates the identity of the test that the current task runs, however it is carried on.
    convenience init(runningIn test: Test) {
      let owner = TestContextOwner()
      let name = "'\(test.displayName ?? test.name)'"
      self.init(name: name, id: TestWorlds.id(of: test), isSuite: test.isSuite) { issue in
        owner.context.perform { issue.record() }
      }
    }
  }

  extension SourcePlace {
    init(of test: Test) {
      let location = test.sourceLocation
      SourceFiles.note(location.fileID, at: location.filePath)
      self.init(interning: location.fileID, UInt(location.line))
    }
  }

  extension SourceLocation {
    /// The place of an issue that belongs to no scope and to no test.
    fileprivate static var unknown: SourceLocation {
      SourceLocation(fileID: "Injection/unknown", filePath: "unknown", line: 1, column: 1)
    }
  }

  extension InjectionIssue {
    /// Records the issue as one of the current task's test.
    func record() {
      let severity: Issue.Severity = isWarning ? .warning : .error
      if let catcher = CaughtIssue.catcher {
        return catcher.receive(
          CaughtIssue(message: message, severity: severity, sourceLocation: location))
      }
      Issue.record(Comment(rawValue: message), severity: severity, sourceLocation: location)
    }

    /// Where the scope is; the test, where that is in a file whose path is not known.
    private var location: SourceLocation {
      let test = Test.current?.sourceLocation
      // Neither the process nor a class of XCTest is a file, which has a module.
      guard let place, place.fileID.contains("/") else { return test ?? .unknown }
      let path = SourceFiles.path(of: place.fileID)
      if path == nil, let test { return test }
      return SourceLocation(
        fileID: place.fileID, filePath: path ?? place.fileID,
        line: max(Int(place.lineNumber), 1), column: 1)
    }
  }
#endif
