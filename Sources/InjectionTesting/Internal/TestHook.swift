internal import Foundation
package import Injection
internal import Synchronization

#if canImport(Testing)
  internal import Testing
#endif

/// What the container finds by its name in a process that this module is linked into.
///
/// `TestSupport.current` looks for the mangled name of this type. Not internal: the optimiser would
/// leave out a type that this module uses nowhere by its metadata.
package enum TestHook: TestSupporting {
  /// Provides the support for the container, if it has none yet.
  static func install() { TestSupport.install(TestHook.self) }

  /// Whether a test runner runs the process, whatever `INJECTION_CONTEXT` says.
  package static var isTestProcess: Bool { InjectedContext.isOfTestRunner }

  /// Fails a test whose runner is not recognized: its keys would give their live values unseen.
  static func checkRunner() {
    if isTestProcess || ProcessInfo.processInfo.environment["INJECTION_CONTEXT"] != nil { return }
    guard injected(\.context) == .live else { return }
    IssueReporter.report(
      """
      nothing shows that \(CommandLine.arguments.first ?? "this process") runs tests: keys give their \
      live values. Set INJECTION_CONTEXT to 'test' in its environment.
      """)
  }

  /// Whether the tests are over, and nobody listens to issues any more.
  private static let isExiting = Atomic(false)

  static func noteExit() { isExiting.store(true, ordering: .relaxed) }

  package static func surroundings() -> (world: TestWorld?, isCertain: Bool) {
    #if canImport(Testing)
      if let test = Test.current { return (TestWorlds.shared.world(of: test), true) }
    #endif
    #if canImport(XCTest)
      return XCTestWatcher.current?.surroundings() ?? (nil, false)
    #else
      return (nil, false)
    #endif
  }

  package static var callersTest: String? {
    #if canImport(Testing)
      if let test = Test.current { return TestWorlds.id(of: test) }
    #endif
    #if canImport(XCTest)
      return XCTestWatcher.current?.callersTest
    #else
      return nil
    #endif
  }

  package static func record(_ issue: InjectionIssue, for test: TestIdentity?) {
    if isExiting.load(ordering: .relaxed) {
      return IssueReporter.writeLine("Injection: warning: " + issue.message)
    }
    #if canImport(Testing)
      if Test.current != nil {
        // An issue that an earlier test has left behind fails that test, not the one that comes across it.
        if issue.hasOwner, let test, test.isNotOfCaller, let record = test.record {
          return record(issue)
        }
        return issue.record()
      }
    #endif
    #if canImport(XCTest)
      if XCTestWatcher.current?.record(issue, for: test) == true { return }
    #endif
    if let record = test?.record { return record(issue) }
    #if canImport(Testing)
      // In the child process of an exit test, the end of the process is the result.
      if issue.isFatal, ExitTest.current != nil { return }
      issue.record()
    #else
      IssueReporter.writeLine("Injection: " + issue.message)
    #endif
  }
}
