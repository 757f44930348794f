import InjectionTestingClocks
import Synchronization

/// Moves a test clock in a program, and fails where that does not wait for the work it wakes.
@main struct Clocks {
  static func main() async throws {
    let clock = TestClock()
    let rings = Rings()
    for _ in 0..<100 {
      Task {
        try await clock.sleep(for: .seconds(3600))
        await Task.detached {}.value
        await Task { @MainActor in rings.add() }.value
      }
    }
    await clock.advance(by: .seconds(3600))
    print("rang:", rings.count)
    precondition(rings.count == 100)
  }
}

private final class Rings: Sendable {
  private let state = Mutex(0)
  var count: Int { state.withLock { $0 } }
  func add() { state.withLock { $0 += 1 } }
}
