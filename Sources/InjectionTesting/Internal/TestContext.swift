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
    private struct State {
      var jobs: [UnownedJob] = []
      var work: [@Sendable () -> Void] = []
      var waiter: CheckedContinuation<(@Sendable () -> Void)?, Never>?
      var isClosed = false
    }

    private let state = Guarded(State())

    /// Creates the context of the current task.
    static func current() -> TestContext {
      let context = TestContext()
      Task(executorPreference: context) {
        while let work = await context.next() { work() }
      }
      return context
    }

    private init() {}

    /// Keeps a job of the task until it is wanted.
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      state.withLock { $0.jobs.append(job) }
    }

    /// Runs work with the task-locals of the test; returns after it.
    func perform(_ work: @escaping @Sendable () -> Void) {
      let waiter = state.withLock { state in
        defer { state.waiter = nil }
        if state.waiter == nil { state.work.append(work) }
        return state.waiter
      }
      waiter?.resume(returning: work)
      runJobsElsewhere(isAwaited: true)
    }

    /// Lets the task end.
    func close() {
      let waiter = state.withLock { state in
        state.isClosed = true
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: nil)
      runJobsElsewhere(isAwaited: false)
    }

    #if canImport(Dispatch)
      private static let queue = DispatchQueue(label: "InjectionTesting.TestContext")

      private func runJobsElsewhere(isAwaited: Bool) {
        let done = isAwaited ? DispatchSemaphore(value: 0) : nil
        Self.queue.async {
          self.runJobs()
          done?.signal()
        }
        done?.wait()
      }
    #else
      /// Where there is one thread only, on it.
      private func runJobsElsewhere(isAwaited: Bool) { runJobs() }
    #endif

    private func runJobs() {
      while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }

    private func next() async -> (@Sendable () -> Void)? {
      await withCheckedContinuation { continuation in
        let work: (@Sendable () -> Void)?? = state.withLock { state in
          if !state.work.isEmpty { return .some(state.work.removeFirst()) }
          if state.isClosed { return .some(nil) }
          state.waiter = continuation
          return nil
        }
        if case .some(let work) = work { continuation.resume(returning: work) }
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
      self.init(name: "'\(test.displayName ?? test.name)'") { issue in
        owner.context.perform { issue.record() }
      }
    }
  }

  extension SourcePlace {
    /// Where a test is declared.
    init(of test: Test) {
      let location = test.sourceLocation
      SourceFiles.note(location.fileID, at: location.filePath)
      self.init(interning: location.fileID, UInt(max(location.line, 0)))
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
      if let test { SourceFiles.note(test.fileID, at: test.filePath) }
      // Neither the process nor a class of XCTest is a file, which has a module.
      guard let fileID, fileID.contains("/") else { return test ?? .unknown }
      let path = SourceFiles.path(of: fileID)
      if path == nil, let test { return test }
      return SourceLocation(
        fileID: fileID, filePath: path ?? fileID, line: max(line, 1), column: 1)
    }
  }
#endif
