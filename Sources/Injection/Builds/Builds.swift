import Synchronization

/// The builds that run now, who runs them, and who waits for whom.
///
/// A machine of three answers: run the build, wait for another one, or report a cycle. The lock is held
/// while deciding only, never while code of the user's runs. A cycle is a slot that is on the reader's
/// own stack of builds. Whoever would close a circle of waits builds for itself instead: if the keys
/// form a cycle, it meets it there.
final class Builds: Sendable {
  static let shared = Builds()

  enum Decision {
    case run
    case wait(Signal)
    case cycle([any Any.Type])
  }

  private struct State: Sendable {
    /// All that is built, each thread's outermost first.
    var builds: [Build] = []
    /// For which build a thread waits; until that ends.
    var waits: [(thread: ThreadID, build: Build)] = []

    func stack(of thread: ThreadID) -> [Build] { builds.filter { $0.thread == thread } }

    /// Whether a wait of a thread for a build would close a circle.
    func closesCircle(_ thread: ThreadID, waitingFor build: Build) -> Bool {
      var next: Build? = build
      while let awaited = next, let owner = awaited.thread {
        if owner == thread { return true }
        next = waits.first { $0.thread == owner }?.build
      }
      return false
    }

    mutating func remove(_ build: Build) {
      if let index = builds.lastIndex(where: { $0 === build }) { builds.remove(at: index) }
      // Who waits for it waits no longer, though it has not woken yet.
      if !waits.isEmpty { waits.removeAll { $0.build === build } }
    }
  }

  /// How often a thread may build one slot inside itself, each time with other overrides.
  private static let nestingLimit = 100

  private let state = Guarded(State())
  private let endings = Atomic<Int>(0)

  /// How many builds have ended: while it is the same, no new instance is kept.
  var endCount: Int { endings.load(ordering: .acquiring) }

  /// Starts a build at a home, or says why not.
  func start(_ build: Build, on thread: ThreadID, at home: Home) -> Decision {
    let isShared = build.isShared
    // What a lookup has copied is let go of outside the lock.
    var garbage: [[Trace.Read]] = []
    return state.withLock { state in
      var same: [Build] = []
      for other in state.builds where other.slot == build.slot {
        if other.thread == thread {
          same.append(other)
        } else if isShared, other.isShared, other.holdsSoFar(at: home, keeping: &garbage),
          !state.closesCircle(thread, waitingFor: other)
        {
          state.waits.append((thread, other))
          return .wait(other.end)
        }
      }
      if let repeated = same.last(where: { $0.holdsSoFar(at: home, keeping: &garbage) })
        ?? (same.count >= Self.nestingLimit ? same.last : nil)
      {
        let keys = state.stack(of: thread).drop { $0 !== repeated }.map(\.request.key)
        return .cycle(keys + [build.request.key])
      }
      state.builds.append(build)
      return .run
    }
  }

  /// Ends a build that was started; after this, others find what it has kept.
  func end(_ build: Build) {
    state.withLock { state in
      state.remove(build)
      noteEnd()
    }
    build.tellEnd()
  }

  /// Says that something was kept, so that whoever has searched before searches again.
  func noteEnd() { endings.add(1, ordering: .releasing) }

  /// The keys that a thread builds, outermost first.
  func path(on thread: ThreadID) -> [any Any.Type] {
    state.withLock { $0.stack(of: thread) }.map(\.request.key)
  }

  /// Forgets the builds of a thread that will never end them; gives their keys, outermost first.
  func abandon(_ thread: ThreadID) -> [any Any.Type] {
    let stack = state.withLock { state in
      let stack = state.stack(of: thread)
      for build in stack { state.remove(build) }
      return stack
    }
    for build in stack { build.tellEnd() }
    return stack.map(\.request.key)
  }
}
