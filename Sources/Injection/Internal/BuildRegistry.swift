import Synchronization

/// The builds that run now, who runs them and who waits for whom.
///
/// A machine of three answers: run the build, wait for another one, or report a cycle. The lock is
/// held while deciding only, never while user code runs.
final class BuildRegistry: Sendable {
  static let shared = BuildRegistry()

  enum Answer {
    case run
    case wait(Build)
    case cycle([any Any.Type])
  }

  private struct State {
    var running: [Slot: [Build]] = [:]
    var stacks: [ThreadID: [Build]] = [:]
    var waits: [ThreadID: Build] = [:]
  }

  /// How often one thread may be inside builds of one slot, each in a scope of its own.
  private static let nestingLimit = 100

  private let state = Guarded(State())

  /// Starts a build for a reader, or says why not.
  func start(_ build: Build, for reader: ScopeNode?) -> Answer {
    state.withLock { state in
      let current = state.running[build.slot] ?? []
      let mine = current.filter { $0.thread == build.thread }
      if let same = mine.last(where: { $0.isCompatible(with: reader) })
        ?? (mine.count >= Self.nestingLimit ? mine.last : nil)
      {
        return .cycle(Self.path(in: state, from: same, on: build.thread) + [build.key])
      }
      for other in current
      where other.thread != build.thread && other.isCompatible(with: reader) {
        guard let circle = Self.circle(in: state, waitingFor: other, on: build.thread) else {
          state.waits[build.thread] = other
          return .wait(other)
        }
        // Readers in one scope want the same instance. In different scopes they may not: then this
        // thread builds too, and where the keys do form a cycle, meets it in its own stack.
        if other.isSurelyShared(with: reader) { return .cycle(circle + [build.key]) }
      }
      state.running[build.slot, default: []].append(build)
      state.stacks[build.thread, default: []].append(build)
      return .run
    }
  }

  /// Ends a build.
  func end(_ build: Build) {
    state.withLock { state in
      build.forgetReader()
      state.running[build.slot]?.removeAll { $0 === build }
      if state.running[build.slot]?.isEmpty == true { state.running[build.slot] = nil }
      state.stacks[build.thread]?.removeAll { $0 === build }
      if state.stacks[build.thread]?.isEmpty == true { state.stacks[build.thread] = nil }
    }
    build.forgetOwner()
  }

  /// Forgets the builds of a thread that will never end them; gives their keys, outermost first.
  func abandon(_ thread: ThreadID) -> [any (Any & SendableMetatype).Type] {
    state.withLock { state in
      let stack = state.stacks.removeValue(forKey: thread) ?? []
      for build in stack {
        state.running[build.slot]?.removeAll { $0 === build }
        if state.running[build.slot]?.isEmpty == true { state.running[build.slot] = nil }
      }
      state.waits[thread] = nil
      return stack.map(\.key)
    }
  }

  /// The keys that a thread builds, outermost first.
  func path(on thread: ThreadID) -> [any Any.Type] {
    state.withLock { ($0.stacks[thread] ?? []).map(\.key) }
  }

  /// Notes that the thread no longer waits.
  func stopWaiting(_ thread: ThreadID) {
    state.withLock { $0.waits[thread] = nil }
  }

  /// The keys that a thread builds, from `first` on.
  private static func path(
    in state: State, from first: Build, on thread: ThreadID
  ) -> [any Any.Type] {
    let stack = state.stacks[thread] ?? []
    return stack.drop { $0 !== first }.map(\.key)
  }

  /// The keys of the circle of waits that one more wait would close, if any.
  private static func circle(
    in state: State, waitingFor other: Build, on thread: ThreadID
  ) -> [any Any.Type]? {
    var keys: [any Any.Type] = []
    var next = other
    while true {
      keys += path(in: state, from: next, on: next.thread)
      guard let awaited = state.waits[next.thread] else { return nil }
      if awaited.thread == thread { return keys + path(in: state, from: awaited, on: thread) }
      next = awaited
    }
  }
}
