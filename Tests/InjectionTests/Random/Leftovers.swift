import Injection

struct WeakRandomNode {
  weak var object: RandomNode?
}

/// What programs have not seen go: a task that was waited for lets go of what it held a little later.
final class Leftovers: Sendable {
  private let state = Guarded<[@Sendable () -> String?]>([])

  func add(_ name: String, _ node: RandomNode) {
    state.withLock { $0.append { [weak node] in node.map { "\(name): \($0.text)" } } }
  }

  var names: [String] { state.withLock { $0.map(\.self) }.compactMap { $0() } }

  func areGone() async -> Bool {
    for _ in 0..<100_000 where !names.isEmpty { await Task.yield() }
    return names.isEmpty
  }
}
