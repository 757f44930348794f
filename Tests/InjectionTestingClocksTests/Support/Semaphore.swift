import Dispatch

extension DispatchSemaphore {
  /// Blocks the thread of a task, which is what a test is about.
  func waitInside() { wait() }
}
