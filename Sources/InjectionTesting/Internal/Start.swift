/// Prepares the process for its tests: from here on, the runner says which test runs.
///
/// Called when the image that contains this module is loaded, on the thread that loads it. In a process
/// that runs no tests it does nothing.
@_cdecl("InjectionTestingStart")
package func startTesting() {
  guard TestHook.isTestProcess else { return }
  Copies.report()
  TestHook.install()
  #if canImport(XCTest)
    // Not at the first read: the test that reads first has begun before it.
    _ = XCTestWatcher.current
  #endif
}
