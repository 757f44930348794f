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
  /// executor of that task, and **holds** it until there is something to record; then threads of the
  /// context's own run it, so that recording needs no thread of the pool, and has happened when
  /// `perform` returns. Once it is **closed**, the task ends.
  final class TestContext: TaskExecutor, Sendable {
    private let state = Guarded((isHolding: true, job: UnownedJob?.none))
    private let work: AsyncStream<@Sendable () -> Void>.Continuation

    /// Creates the context of the current task.
    static func current() -> TestContext {
      let (stream, work) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
      let context = TestContext(work)
      Task(executorPreference: context) {
        // Each in a task of its own: code that is told of an issue may wait for another to be recorded.
        for await body in stream { Task(executorPreference: context) { body() } }
      }
      return context
    }

    private init(_ work: AsyncStream<@Sendable () -> Void>.Continuation) { self.work = work }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isHeld = state.withLock { state in
        if state.isHolding { state.job = job }
        return state.isHolding
      }
      if !isHeld { run(job) }
    }

    /// Begins with the job that is held.
    private func release() {
      let job = state.withLock { state in
        state.isHolding = false
        return state.job.take()
      }
      if let job { run(job) }
    }

    func close() {
      work.finish()
      release()
    }

    #if canImport(Dispatch)
      /// Runs work with the task-locals of the test; returns after it.
      func perform(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        work.yield {
          body()
          done.signal()
        }
        release()
        done.wait()
      }

      /// Runs a job on a thread that no other one waits for.
      private func run(_ job: UnownedJob) {
        DispatchQueue(label: "InjectionTesting.TestContext").async {
          job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
      }
    #else
      // Where there is one thread only, on it.
      func perform(_ body: @escaping @Sendable () -> Void) {
        work.yield(body)
        release()
      }

      private func run(_ job: UnownedJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    #endif
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
      let holdsCaller = { @Sendable in Test.current.map(test.contains) ?? false }
      self.init(
        name: name, id: TestWorlds.id(of: test), holdsCaller: test.isGroup ? holdsCaller : nil
      ) { issue in
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

    /// The scope's place, or the test's where the path of the scope's file is not known.
    private var location: SourceLocation {
      let test = Test.current?.sourceLocation
      // A file's ID has a module and a slash. The places of the process and of an XCTest class have none.
      guard let place, place.fileID.contains("/") else { return test ?? .unknown }
      let path = SourceFiles.path(of: place.fileID)
      if path == nil, let test { return test }
      return SourceLocation(
        fileID: place.fileID, filePath: path ?? place.fileID,
        line: max(Int(place.lineNumber), 1), column: 1)
    }
  }
#endif
