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
    /// What each thread builds, outermost first.
    var stacks: [ThreadID: [Build]] = [:]
    /// What is built for each slot, for others to wait for.
    var running: [Slot: [Build]] = [:]
    /// For which build a thread waits; until that ends.
    var waits: [ThreadID: Build] = [:]

    /// Whether a wait of a thread for a build would close a circle.
    func closesCircle(_ thread: ThreadID, waitingFor build: Build) -> Bool {
      var next: Build? = build
      while let awaited = next, let owner = awaited.thread {
        if owner == thread { return true }
        next = waits[owner]
      }
      return false
    }

    mutating func remove(_ build: Build) {
      guard let thread = build.thread else { return }
      stacks[thread]?.removeAll { $0 === build }
      if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
      running[build.slot]?.removeAll { $0 === build }
      if running[build.slot]?.isEmpty == true { running[build.slot] = nil }
      // Who waits for it waits no longer, though it has not woken yet.
      for (thread, awaited) in waits where awaited === build { waits[thread] = nil }
    }
  }

  /// How often a thread may build one slot inside itself, each time with other overrides.
  private static let nestingLimit = 100

  private let state = Guarded(State())
  private let endings = Atomic<Int>(0)

  /// How many builds have ended: while it is the same, no new instance is kept.
  var endCount: Int { endings.load(ordering: .acquiring) }

  /// Starts a build at a home, or says why not.
  ///
  /// Where it is shared, another reader may wait for its instance.
  func start(_ build: Build, on thread: ThreadID, at home: Home, isShared: Bool) -> Decision {
    // What a lookup has copied is let go of outside the lock.
    var garbage: [[Trace.Read]] = []
    return state.withLock { state in
      let stack = state.stacks[thread] ?? []
      let same = stack.indices.filter { stack[$0].slot == build.slot }
      let repeated =
        same.last { stack[$0].holdsSoFar(at: home, keeping: &garbage) }
        ?? (same.count >= Self.nestingLimit ? same.last : nil)
      if let repeated { return .cycle(stack[repeated...].map(\.request.key) + [build.request.key]) }
      if isShared, let others = state.running[build.slot] {
        for other in others where other.thread != thread {
          if other.holdsSoFar(at: home, keeping: &garbage),
            !state.closesCircle(thread, waitingFor: other)
          {
            state.waits[thread] = other
            return .wait(other.end)
          }
        }
      }
      state.stacks[thread, default: []].append(build)
      if isShared { state.running[build.slot, default: []].append(build) }
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
    (state.withLock { $0.stacks[thread] } ?? []).map { $0.request.key }
  }

  /// Forgets the builds of a thread that will never end them; gives their keys, outermost first.
  func abandon(_ thread: ThreadID) -> [any Any.Type] {
    let stack = state.withLock { state in
      let stack = state.stacks[thread] ?? []
      for build in stack { state.remove(build) }
      return stack
    }
    for build in stack { build.tellEnd() }
    return stack.map(\.request.key)
  }
}
