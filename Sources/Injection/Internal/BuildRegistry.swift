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
    struct OfThread {
      let thread: ThreadID
      var build: Build
    }

    /// The threads that build now, each with its innermost build, from which the others follow.
    var stacks: [OfThread] = []
    /// The threads that wait now, each with the build that it waits for.
    var waits: [OfThread] = []
    var lastNumber: UInt64 = 0
    /// How many builds run for the slots that share a place here: mostly none, and then there is
    /// nothing to look through.
    var counts = [Int](repeating: 0, count: 256)

    func place(of slot: Slot) -> Int {
      Int(truncatingIfNeeded: (slot.word &>> 4) ^ (slot.word &>> 12) ^ slot.word) & 255
    }

    func stack(on thread: ThreadID) -> Int? { stacks.firstIndex { $0.thread == thread } }

    /// The builds of a thread, outermost first.
    @inline(never)
    func builds(on thread: ThreadID) -> [Build] {
      var builds: [Build] = []
      var next = stack(on: thread).map { stacks[$0].build }
      while let build = next {
        builds.append(build)
        next = build.below
      }
      return builds.reversed()
    }

    /// The keys that a thread builds, outermost first, from `first` on where there is one.
    @inline(never)
    func keys(on thread: ThreadID, from first: Build? = nil) -> [any Any.Type] {
      var keys: [any Any.Type] = []
      for build in builds(on: thread) where !keys.isEmpty || first == nil || build === first {
        keys.append(build.key)
      }
      return keys
    }

    /// The builds of a slot, in the order in which they started.
    @inline(never)
    func builds(of slot: Slot) -> [Build] {
      if counts[place(of: slot)] == 0 { return [] }
      var builds: [Build] = []
      for stack in stacks {
        var next: Build? = stack.build
        while let build = next {
          if build.slot == slot {
            builds.append(build)
            var index = builds.count - 1
            while index > 0, builds[index - 1].number > build.number {
              builds.swapAt(index - 1, index)
              index -= 1
            }
          }
          next = build.below
        }
      }
      return builds
    }

    /// The build that a thread waits for.
    func awaited(by thread: ThreadID) -> Build? {
      for wait in waits where wait.thread == thread { return wait.build }
      return nil
    }

    mutating func stopWaiting(_ thread: ThreadID) {
      if let index = waits.firstIndex(where: { $0.thread == thread }) { waits.remove(at: index) }
    }

    mutating func push(_ build: Build) {
      lastNumber += 1
      build.number = lastNumber
      counts[place(of: build.slot)] += 1
      if let index = stack(on: build.thread) {
        build.below = stacks[index].build
        stacks[index].build = build
      } else {
        stacks.append(OfThread(thread: build.thread, build: build))
      }
    }

    /// Removes a build, and what its thread has started since, of which there is nothing where no
    /// code was abandoned.
    mutating func pop(_ build: Build) {
      guard let index = stack(on: build.thread) else { return }
      var next: Build? = stacks[index].build
      while let top = next {
        counts[place(of: top.slot)] -= 1
        // Whoever waits for it waits no longer, though it has not woken yet: a circle through such a
        // wait would be none.
        waits.removeAll { $0.build === top }
        next = top.below
        top.below = nil
        if top === build { break }
      }
      if let below = next {
        stacks[index].build = below
      } else {
        stacks.remove(at: index)
      }
    }
  }

  /// How often one thread may be inside builds of one slot, each in a scope of its own.
  private static let nestingLimit = 100

  private let state = Guarded(State())
  private let endings = Atomic<Int>(0)

  /// How many builds have ended: what is the same number later has not changed meanwhile.
  var endCount: Int { endings.load(ordering: .acquiring) }

  /// Starts a build for a reader, or says why not.
  func start(_ build: Build, for reader: ScopeNode?) -> Answer {
    state.withLock { state in
      let current = state.builds(of: build.slot)
      if !current.isEmpty, let answer = Self.answer(current, in: &state, build, for: reader) {
        return answer
      }
      state.push(build)
      return .run
    }
  }

  /// Why a build does not start beside those of its slot, if anything is against it.
  private static func answer(
    _ current: [Build], in state: inout State, _ build: Build, for reader: ScopeNode?
  ) -> Answer? {
    var same: Build?
    var innermost: Build?
    var nesting = 0
    for mine in current where mine.thread == build.thread {
      innermost = mine
      nesting += 1
      if mine.isCompatible(with: reader) { same = mine }
    }
    if let first = same ?? (nesting >= nestingLimit ? innermost : nil) {
      return .cycle(state.keys(on: build.thread, from: first) + [build.key])
    }
    for other in current
    where other.thread != build.thread && other.isCompatible(with: reader) {
      guard let circle = circle(in: state, waitingFor: other, on: build.thread) else {
        state.waits.append(.init(thread: build.thread, build: other))
        return .wait(other)
      }
      // Readers in one scope want the same instance. In different scopes they may not: then this
      // thread builds too, and where the keys do form a cycle, meets it in its own stack.
      if other.isSurelyShared(with: reader) { return .cycle(circle + [build.key]) }
    }
    return nil
  }

  /// Ends a build.
  func end(_ build: Build) {
    state.withLock { state in
      build.forgetReader()
      state.pop(build)
      // Under the lock: whoever starts next knows that this one has ended.
      noteEnd()
    }
    build.forgetBeyond()
  }

  /// Notes that something was kept, so that whoever has searched before searches again.
  func noteEnd() { endings.wrappingAdd(1, ordering: .releasing) }

  /// Forgets the builds of a thread that will never end them; gives their keys, outermost first.
  func abandon(_ thread: ThreadID) -> [any Any.Type] {
    state.withLock { state in
      let keys = state.keys(on: thread)
      if let outermost = state.builds(on: thread).first { state.pop(outermost) }
      state.stopWaiting(thread)
      return keys
    }
  }

  /// The keys that a thread builds, outermost first.
  func path(on thread: ThreadID) -> [any Any.Type] {
    state.withLock { $0.keys(on: thread) }
  }

  /// The keys of the circle of waits that one more wait would close, if any.
  private static func circle(
    in state: State, waitingFor other: Build, on thread: ThreadID
  ) -> [any Any.Type]? {
    var keys: [any Any.Type] = []
    var next = other
    while true {
      keys += state.keys(on: next.thread, from: next)
      guard let awaited = state.awaited(by: next.thread) else { return nil }
      if awaited.thread == thread { return keys + state.keys(on: thread, from: awaited) }
      next = awaited
    }
  }
}
