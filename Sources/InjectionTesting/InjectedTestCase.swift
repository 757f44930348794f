#if canImport(XCTest)
  public import Injection
  public import XCTest

  /// A test case of XCTest whose tests each run in a world of their own.
  ///
  /// ```swift
  /// final class ModelTests: InjectedTestCase {
  ///   override func inject(into values: inout InjectedValues) throws { values.api = .mock }
  ///   func testLoads() async throws { … }
  /// }
  /// ```
  ///
  /// Nothing that another test has overridden, prepared or built is seen. `setUp`, the test,
  /// `tearDown` and teardown blocks run in the world, be they synchronous, asynchronous or of the
  /// main actor. What the test case itself stores is created before: XCTest makes all test cases
  /// ahead of the first test, so create models in `setUp`.
  ///
  /// The world is task-local: inherited by `Task {}`, `async let` and task groups; not by
  /// `Task.detached`, dispatch queues and callbacks (see `InjectedValues.current`). A read through
  /// it after its test has ended is an issue.
  open class InjectedTestCase: XCTestCase {
    /// What to check in each test; nothing unless overridden.
    ///
    /// A test that is skipped, or ended by an error, has not done all it does: no check of
    /// `InjectedScopeOptions.exhaustive` looks at it.
    open var injectedOptions: InjectedScopeOptions { [] }

    /// Overrides services for each test, before `setUp`.
    ///
    /// Does nothing unless overridden. XCTest calls it on the main thread: for keys of the main actor,
    /// write `MainActor.assumeIsolated { values.player = … }`.
    ///
    /// - Parameter values: What to assign to; its scope is that of the whole test.
    /// - Throws: An error, which fails the test: it does not run then. So does `XCTSkip`, which skips only from
    ///   `setUpWithError` and from the test itself.
    open func inject(into values: inout InjectedValues) throws {}

    /// Runs the test in its world, in the scope that an override of this method has put around it, if any.
    open override func invokeTest() {
      TestHook.install()
      let end = runInWorld()
      end()
      XCTestWatcher.shared.finish()
    }

    private func runInWorld() -> @Sendable () -> Void {
      let place = SourcePlace(interning: String(reflecting: type(of: self)), 0)
      let world = XCTestWatcher.shared.enter(self)
      defer { XCTestWatcher.shared.leave() }
      world.run {
        do {
          try injectedOptions.run(at: place) {
            try inject(into: &$0)
          } operation: {
            TestHook.checkRunner()
            super.invokeTest()
            // As for a scope whose operation throws, nothing is checked then.
            if hasEndedEarly { throw EndedEarly() }
          }
        } catch is EndedEarly {
        } catch {
          IssueReporter.report("'inject(into:)' failed: \(error)", at: place)
        }
      }
      return world.end
    }

    /// Whether the test was skipped, or ended by an error or by its first failure.
    private var hasEndedEarly: Bool {
      guard let run = testRun else { return false }
      return run.hasBeenSkipped || run.unexpectedExceptionCount > 0
        || !continueAfterFailure && run.failureCount > 0
    }
  }

  private struct EndedEarly: Error {}
#endif
