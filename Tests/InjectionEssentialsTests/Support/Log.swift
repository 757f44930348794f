import Dispatch
import Injection
import Testing

/// Lines that any thread may add.
final class Log: Sendable {
  private let state = Guarded<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func add(_ line: String) {
    state.withLock { $0.append(line) }
  }
}

extension DispatchSemaphore {
  /// Blocks the thread of a task, which is what a test is about.
  func waitInside() { wait() }
}
