#if canImport(XCTest)
  internal import Foundation
  internal import Injection
  internal import XCTest

  #if canImport(Dispatch)
    internal import Dispatch
  #else
    /// Where there is one thread only, nobody waits for another.
    private struct DispatchGroup {
      func enter() {}
      func leave() {}
      func wait() {}
    }
  #endif

  /// Which XCTest test runs now: XCTest runs one after the other in a process.
  ///
  /// It watches from before the first test on, and `InjectedTestCase` tells it of the world that is
  /// entered. It never guesses: between tests, and in a process of Swift Testing, none runs.
  final class XCTestWatcher: NSObject, XCTestObservation, @unchecked Sendable {
    // Unchecked: all state is behind the lock.

    static let shared: XCTestWatcher = {
      let watcher = XCTestWatcher()
      #if canImport(Darwin)
        // Apple's XCTest ends the process where another thread than the main one adds an observer.
        // Waiting for the main thread here could take for ever: it may wait for this one.
        guard Thread.isMainThread else {
          DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(watcher) }
          return watcher
        }
      #endif
      XCTestObservationCenter.shared.addTestObserver(watcher)
      return watcher
    }()

    /// The watcher; `nil` where the process was started to run Swift Testing's tests alone.
    static var current: XCTestWatcher? { isSwiftTestingRun ? nil : shared }

    private struct State {
      var test: RunningTest?
      /// Whether the test has come to its end, so that it may stop at any moment.
      var isOver = false
      var world: TestWorld?
      /// Whether the test has entered the world, so that a reader outside every scope has lost its scope.
      var isEntered = false
    }

    private struct RunningTest: @unchecked Sendable {
      // Unchecked: XCTest records from any thread, as it does for XCTFail.
      let value: XCTestCase

      var quotedName: String { "'\(value.name)'" }
    }

    private let state = Guarded(State())
    /// The issues that are being recorded.
    private let recordings = DispatchGroup()

    func testCaseWillStart(_ testCase: XCTestCase) {
      let running = RunningTest(value: testCase)
      exchange { $0 = State(test: running) }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let old = exchange { $0 = State() }
      // `InjectedTestCase` ends the worlds that it enters. Those of other tests end only for the search.
      if TestWorld.findsScopeCycles { old.world?.end() }
    }

    /// Changes the state; gives what it was, to be freed outside the lock.
    @discardableResult
    private func exchange(_ change: (inout sending State) -> Void) -> State {
      state.withLock { state in
        let old = state
        change(&state)
        return old
      }
    }

    /// Notes that a test enters its world, and gives the world: the one that the test has, as where it has put a
    /// scope around itself, or a new one.
    func enter(_ testCase: XCTestCase) -> TestWorld {
      let running = RunningTest(value: testCase)
      let known = state.withLock { $0.test?.value === running.value ? $0.world : nil }
      let world = known ?? TestWorld(ofTest: running.value)
      exchange { $0 = State(test: running, world: world, isEntered: true) }
      return world
    }

    /// Notes that the running test has left its world.
    func leave() {
      exchange { state in
        state.world = nil
        state.isEntered = false
      }
    }

    /// Notes that the running test has come to its end, and waits for issues of it that are being recorded.
    ///
    /// XCTest ends the process if an issue comes after the test has stopped. Apple's does not, and there the
    /// code that records an issue may wait for this thread.
    func finish() {
      exchange { $0.isOver = true }
      #if !canImport(Darwin)
        recordings.wait()
      #endif
    }

    func surroundings() -> (world: TestWorld?, isCertain: Bool) {
      let (world, isEntered): (TestWorld?, Bool) = state.withLock { state in
        if state.world == nil, let test = state.test { state.world = TestWorld(ofTest: test.value) }
        return (state.world, state.isEntered)
      }
      return (world, world != nil && !isEntered && Self.mayBeOfTest(whoEnters: isEntered))
    }

    /// Whether a caller outside every scope runs for the test that runs now, as far as can be told.
    ///
    /// Work that an earlier test has left on a queue or a thread does not. A task has the world that it was
    /// started in, if its test has entered one.
    private static func mayBeOfTest(whoEnters isEntered: Bool) -> Bool {
      Thread.isMainThread || !isEntered && withUnsafeCurrentTask { $0 != nil }
    }

    /// The name of the running test, for callers on the test's thread.
    var callersTest: String? {
      Thread.isMainThread ? state.withLock { $0.test?.quotedName } : nil
    }

    /// Records an issue of the running test; one of a test that has ended fails no other.
    ///
    /// - Returns: False if Swift Testing is to be told: of an issue of its own tests, or of one between tests.
    func record(_ issue: InjectionIssue, for test: TestIdentity?) -> Bool {
      if test?.record != nil { return false }
      let (running, isEntered): (RunningTest?, Bool) = state.withLock { state in
        // The thread that the test runs on is the one that stops it.
        let running = state.isOver && !Thread.isMainThread ? nil : state.test
        if running != nil { recordings.enter() }
        return (running, state.isEntered)
      }
      defer { if running != nil { recordings.leave() } }
      let isOfRunning =
        test.map { $0.name == running?.quotedName } ?? Self.mayBeOfTest(whoEnters: isEntered)
      if issue.isWarning || running != nil && !isOfRunning {
        // XCTest has no warnings.
        IssueReporter.writeLine("Injection: warning: " + issue.message)
        return true
      }
      guard let running, running.value.testRun?.stopDate == nil else {
        // Between tests, where an XCTest failure is nobody's. Swift Testing is told as well, if it runs.
        IssueReporter.writeLine("Injection: " + issue.message)
        return false
      }
      running.value.record(issue)
      return true
    }

    private static let isSwiftTestingRun: Bool = {
      let arguments = CommandLine.arguments
      guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
      return arguments.dropFirst(option + 1).first == "swift-testing"
    }()
  }

  extension TestWorld {
    fileprivate convenience init(ofTest testCase: XCTestCase) {
      self.init(
        of: TestIdentity(name: "'\(testCase.name)'", record: nil),
        at: SourcePlace(interning: String(reflecting: type(of: testCase)), 0))
    }
  }

  extension XCTestCase {
    /// Records an issue of the container as a failure at its scope's place.
    func record(_ issue: InjectionIssue) {
      let path = (issue.place?.fileID).flatMap(SourceFiles.path)
      let line = Int(issue.place?.lineNumber ?? 1)
      #if canImport(Darwin)
        // Where the path is not known, XCTest finds the line of the test on the stack.
        let location = path.map { XCTSourceCodeLocation(filePath: $0, lineNumber: line) }
        record(
          XCTIssue(
            type: .assertionFailure, compactDescription: issue.message,
            sourceCodeContext: location.map { XCTSourceCodeContext(location: $0) }
              ?? XCTSourceCodeContext()))
      #else
        recordFailure(
          withDescription: issue.message, inFile: path ?? issue.place?.fileID ?? "Injection",
          atLine: line, expected: true)
      #endif
    }
  }
#endif
