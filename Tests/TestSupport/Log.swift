import Injection

/// Lines that any thread may add.
package final class Log: Sendable {
  private let state = Guarded<[String]>([])

  package init() {}

  package var lines: [String] { state.withLock { $0.map(\.self) } }

  package func add(_ line: String) {
    state.withLock { $0.append(line) }
  }
}
