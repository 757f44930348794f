import Synchronization

/// The builds that run now, on threads and in tasks, and who waits for whom.
///
/// A machine of three answers: run the build, wait for another one, or report a cycle. The lock is held only
/// while deciding, never while user code runs. A cycle is a slot on the reader's own stack of builds, where the
/// code of each build has asked for the next; a build for a deinitialiser that the container's own code has
/// triggered is beside that stack. A thread that would close a circle of waits builds for itself instead: if
/// the keys form a cycle, the thread meets it on its own stack. A task has no stack, only builds that wait for
/// it: there, a circle of waits is the cycle.
final class Builds: Sendable {
  static let shared = Builds()

  /// What runs a build, and waits for others: a thread, or the task of an asynchronous build.
  enum Runner: Hashable, Sendable {
    case thread(ThreadID)
    case task(Build)
  }

  enum Decision {
    case run
    /// Wait for another build, whose end fires the signal; the waiting thread does not hold that build, since
    /// as its last holder it would also let go of all that the build holds.
    case wait(Signal)
    /// Wait for another asynchronous build, as one of its callers.
    case join(Build)
    case cycle([any Any.Type])
  }

  /// Another build of the slot that a reader asks for, and its use for the reader.
  ///
  /// Found outside the lock, since homes are walked for it: a home may go then, and a user's deinitialiser read
  /// what is being built. The number stands for the build, which is not held: if it went after the reader's own
  /// build had begun, such a deinitialiser would read on the stack of that one.
  private struct Rival {
    let number: Int
    /// Whether the reads so far, of the build and its parts, would be decided alike for the reader.
    let isForReader: Bool
    /// Whether the reads expected of the reader's build would be too, and the build is in the reader's world.
    let isUsed: Bool
  }

  /// A build on a thread; it is aside if a deinitialiser that the container has triggered asks for it.
  private typealias OnThread = (number: Int, build: Build, isAside: Bool)

  private typealias Numbered = (number: Int, build: Build)

  private struct State: ~Copyable, Sendable {
    /// The builds of threads, each thread's outermost first, and of tasks; numbered as they were begun.
    var onThreads: [OnThread] = []
    var inTasks: [Slot: [Numbered]] = [:]
    var count = 0
    var waits = Waits()

    func stack(of runner: Runner) -> [Build] {
      if case .task(let build) = runner { return [build] }
      return onThreads.lazy.map(\.build).filter { $0.runner == runner }
    }

    /// Returns the builds from one to those that a reader runs, each of them waiting for the next; `nil` if the
    /// first one does not wait for the reader.
    func path(from build: Build, to reader: Runner) -> [Build]? {
      // Each build is visited once: many may wait for many.
      var seen: Set<ObjectIdentifier> = []
      func path(from build: Build) -> [Build]? {
        guard seen.insert(ObjectIdentifier(build)).inserted else { return nil }
        let stack = stack(of: build.runner).drop { $0 !== build }
        if build.runner == reader { return Array(stack) }
        for next in waits.awaited(by: build.runner) {
          if let rest = path(from: next) { return stack + rest }
        }
        return nil
      }
      return path(from: build)
    }

    /// Returns a build's parts so far: itself and those that its task waits for, directly or through others.
    func parts(of build: Build) -> [Build] {
      var parts = [build]
      var seen: Set<Build> = [build]
      var index = 0
      while index < parts.count {
        let part = parts[index]
        index += 1
        if !part.isAsynchronous { continue }
        for next in waits.awaited(by: part.runner) where seen.insert(next).inserted {
          parts.append(next)
        }
      }
      return parts
    }

    /// Returns an asynchronous build, and those whose tasks wait for it, directly or through others.
    func waiting(for build: Build) -> [Build] {
      waits.runners(waitingFor: build.runner).compactMap {
        if case .task(let build) = $0 { build } else { nil }
      }
    }

    /// Returns the other builds of a slot, on threads or in tasks as the given build is, the earliest first.
    ///
    /// Of tasks, which may be thousands, only those that wait for the reader, or of which no expected read has
    /// another decider than for the reader.
    func rivals(of build: Build, for reader: Runner?) -> [Numbered] {
      guard build.isAsynchronous else {
        return onThreads.filter { $0.build.slot == build.slot }.map { ($0.number, $0.build) }
      }
      guard let others = inTasks[build.slot] else { return [] }
      let waiting = (reader.map { waits.runners(waitingFor: $0) } ?? []).filter {
        if case .task(let other) = $0 { other.slot == build.slot } else { false }
      }
      return others.filter {
        !build.expectsOtherwise(than: $0.build) || waiting.contains($0.build.runner)
      }
    }

    /// Returns the build that a reader may wait for instead of building: a rival that has not ended, and does
    /// not wait for the reader.
    func joined(by build: Build, for reader: Runner?, among rivals: [Rival]) -> Build? {
      if build.request.lifetime == .transient || !rivals.contains(where: \.isUsed) { return nil }
      let waiting = reader.map { waits.runners(waitingFor: $0) } ?? []
      for rival in rivals where rival.isUsed {
        if let other = self.build(rival.number, like: build), !waiting.contains(other.runner) {
          return other
        }
      }
      return nil
    }

    /// Starts a build on a thread if no thread builds its slot; returns whether it has.
    mutating func begin(_ build: Build, askedBy asking: Build?) -> Bool {
      // By index: an element would be copied.
      if build.isAsynchronous || nestingLimit <= onThreads.count
        || onThreads.indices.contains(where: { onThreads[$0].build.slot == build.slot })
      {
        return false
      }
      add(build, isAside: isBeside(build, askedBy: asking))
      return true
    }

    private mutating func add(_ build: Build, isAside: Bool) {
      if build.isAsynchronous {
        inTasks[build.slot, default: []].append((count, build))
      } else {
        onThreads.append((count, build, isAside))
      }
      count += 1
    }

    /// Whether the build before it on its thread has not asked for it.
    private func isBeside(_ build: Build, askedBy asking: Build?) -> Bool {
      onThreads.last { $0.build.thread == build.thread }
        .map { !$0.build.isCalling && $0.build !== asking } ?? false
    }

    /// Returns a path of builds to a reader if they have no end, as they build one slot again and again, or one
    /// key in ever newer scopes.
    private func nesting(of build: Build, for reader: Runner) -> [Build]? {
      let key = build.slot.key
      var runners: Set = [reader]
      if build.isAsynchronous {
        // A cheap check before all waiting runners are collected, which may be thousands.
        let running = inTasks.lazy.filter { $0.key.key == key }.reduce(0) { $0 + $1.value.count }
        if running < nestingLimit { return nil }
        runners = waits.runners(waitingFor: reader)
      }
      let outer = runners.flatMap { stack(of: $0) }.filter { $0.slot.key == key }
      // Counted before the paths are looked for: many decorations of one key are no path without an end.
      let oldest = outer.map(\.lastHomeNumber).min() ?? 0
      let repeated = outer.count { $0.slot == build.slot || $0.homeNumber > oldest }
      if repeated < nestingLimit { return nil }
      let paths = outer.compactMap { path(from: $0, to: reader) }
      let isEndless = paths.contains { path in
        path.count {
          $0.slot == build.slot || $0.slot.key == key && $0.homeNumber > path[0].lastHomeNumber
        } >= nestingLimit
      }
      return isEndless ? paths.min { $0.count < $1.count } : nil
    }

    /// Starts a build for a reader, or says why not; the rivals are the known builds of the same slot.
    mutating func decide(
      _ build: Build, for reader: Runner?, askedBy asking: Build?, among rivals: [Rival]
    ) -> Decision {
      if let other = joined(by: build, for: reader, among: rivals) {
        if let reader { waits.begin(reader, for: other) }
        guard let preparation = other.preparation else { return .wait(other.end) }
        preparation.join()
        return .join(other)
      }
      let isAside = isBeside(build, askedBy: asking)
      var circle: [Build]?
      lazy var waiting = reader.map { waits.runners(waitingFor: $0) } ?? []
      let others = reader == nil || rivals.isEmpty ? [] : self.rivals(of: build, for: reader)
      for (number, other) in others {
        guard let reader, build.isAsynchronous || other.runner == reader,
          waiting.contains(other.runner), let rival = rivals.first(where: { $0.number == number }),
          rival.isForReader, !isAside, let path = path(from: other, to: reader)
        else { continue }
        let isOneAside = onThreads.contains {
          $0.isAside && $0.number > number && $0.build.runner == reader
        }
        if !isOneAside { circle = path }
      }
      if let circle = circle ?? reader.flatMap({ nesting(of: build, for: $0) }) {
        return .cycle(keys(of: circle) + [build.request.key])
      }
      add(build, isAside: isAside)
      if build.isAsynchronous, let reader { waits.begin(reader, for: build) }
      return .run
    }

    private func build(_ number: Int, like build: Build) -> Build? {
      if !build.isAsynchronous { return onThreads.last { $0.number == number }?.build }
      return inTasks[build.slot]?.first { $0.number == number }?.build
    }

    mutating func remove(_ build: Build) {
      if build.isAsynchronous {
        inTasks[build.slot]?.removeAll { $0.build === build }
        if inTasks[build.slot]?.isEmpty == true { inTasks[build.slot] = nil }
      } else if let index = onThreads.lastIndex(where: { $0.build === build }) {
        onThreads.remove(at: index)
      }
      // Its waiters wait no longer, though they have not woken yet.
      waits.end(for: build)
    }
  }

  /// How often one key may be built inside itself, each time with other overrides.
  private static let nestingLimit = 100

  private let state = Guarded(State())
  private let endings = Atomic<Int>(0)

  /// How many builds have ended.
  ///
  /// The instance of a build is kept before the end is counted. So a reader that finds none kept, and starts a
  /// build while the count is the same, has missed none: the other builds are still known to run.
  var endCount: Int { endings.load(ordering: .acquiring) }

  /// Starts a build at a home for a reader, or says why not.
  ///
  /// The reader is the thread that would run the build, or the asynchronous build whose code prepares; `nil`
  /// for code that no build waits for. On a thread, `asking` is the build whose code asks. The reader does not
  /// wait for a build in which the reads expected of its own would be decided otherwise.
  func start(
    _ build: Build, at home: Home, for reader: Runner?, askedBy asking: Build? = nil
  ) -> Decision {
    // As nearly always.
    if state.withLock({ $0.begin(build, askedBy: asking) }) { return .run }
    var rivals: [Rival] = []
    var seen: Set<Int> = []
    while true {
      var others: [Numbered] = []
      let decision: Decision? = state.withLock { state in
        if state.joined(by: build, for: reader, among: rivals) == nil {
          others = state.rivals(of: build, for: reader).filter { !seen.contains($0.number) }
          if !others.isEmpty { return nil }
        }
        return state.decide(build, for: reader, askedBy: asking, among: rivals)
      }
      if let decision { return decision }
      for (number, other) in others {
        seen.insert(number)
        // Its own reads first: only a few of thousands are then asked for the builds that they wait for.
        let isForReader =
          other.holdsSoFar(at: home, neededBy: other) && holdsSoFar(other, at: home)
        rivals.append(
          Rival(
            number: number, isForReader: isForReader,
            isUsed: isForReader && build.isExpectedAlike(at: other.position)))
      }
    }
  }

  func holdsSoFar(_ build: Build, at home: Home) -> Bool {
    state.withLock { $0.parts(of: build) }
      .allSatisfy { $0.holdsSoFar(at: home, neededBy: build) }
  }

  /// Returns the questions of an asynchronous build and its parts that an override decides, there or at a home.
  func questions(of build: Build, askedAt home: Home) -> [Trace.Question] {
    let base = build.position
    var questions: [Trace.Question] = []
    for part in state.withLock({ $0.parts(of: build) }) {
      // Reads that a scope opened by the build decides are left out.
      for read in Trace.all(part.readsSoFar) where read.isDecidedAlike(at: base) {
        if read.decider != nil || !read.isDecidedAlike(at: home),
          !questions.contains(read.question)
        {
          questions.append(read.question)
        }
      }
    }
    return questions
  }

  /// Dismisses waiters for an asynchronous build, or for builds that wait for it, if the run is not for them.
  ///
  /// They look again, and begin their own without waiting for its end. The run is not for a waiter if the new
  /// read is decided otherwise there; without a read, if any is, of the build that it waits for and its parts.
  func dismissWaiters(for build: Build, after read: Trace.Read? = nil) {
    for other in state.withLock({ $0.waiting(for: build) }) {
      // Reads that a scope opened by the build decides are left out.
      let base = other === build ? nil : other.position
      other.preparation?.dismiss { home in
        if other.isReading(at: home) { return false }
        return !(read.map { Trace.hold([$0], at: home, asAt: base) } ?? holdsSoFar(other, at: home))
      } noting: {
        // Though they have not woken yet.
        stopWaiting($0, for: other)
      }
    }
  }

  /// Ends a build that was started; after this, others find the instance that it has kept.
  func end(_ build: Build) {
    state.withLock { state in
      state.remove(build)
      endings.add(1, ordering: .releasing)
    }
    build.tellEnd()
  }

  /// Notes that readers no longer wait for a build.
  func stopWaiting(_ readers: [Runner?], for build: Build) {
    state.withLock { state in
      for case let reader? in readers { state.waits.end(reader, for: build) }
    }
  }

  /// The outermost build of this thread.
  var outermost: Build? {
    state.withLock { $0.onThreads.first { $0.build.thread == .current }?.build }
  }

  /// The innermost build of this thread.
  var onThread: Build? {
    state.withLock { $0.onThreads.last { $0.build.thread == .current }?.build }
  }

  /// Returns the keys that are built for a read on this thread, outermost first: that of the asynchronous build
  /// whose task it runs in, then those of the thread's stack.
  func path() -> [any Any.Type] {
    let task = Scope.bound?.build?.asynchronous
    let stack = state.withLock { $0.stack(of: .thread(.current)) }
    return Self.keys(of: (task.map { [$0] } ?? []) + stack)
  }

  /// Returns the keys from one whose preparation waits for the task of this read to the key of that task; `nil` if
  /// none does, or another reader's.
  func path(from key: any Any.Type) -> [any Any.Type]? {
    guard let scope = Scope.bound, let task = scope.build?.asynchronous else { return nil }
    let waiting = state.withLock { $0.waiting(for: task) }
    let build = waiting.first { $0.request.key == key && holdsSoFar($0, at: scope.home) }
    return build.flatMap { build in state.withLock { $0.path(from: build, to: task.runner) } }
      .map { Self.keys(of: $0) }
  }

  /// Returns the keys of builds, each built for the one before, without repeats in a row: a decoration, and
  /// each element of a collection, is a build of its own.
  private static func keys(of builds: [Build]) -> [any Any.Type] {
    builds.indices.filter { $0 == 0 || builds[$0].request.key != builds[$0 - 1].request.key }
      .map { builds[$0].request.key }
  }

  /// Forgets the builds of this thread, which will never end them; gives their keys, outermost first.
  func abandonThread() -> [any Any.Type] {
    let stack = state.withLock { state in
      let stack = state.stack(of: .thread(.current))
      for build in stack { state.remove(build) }
      return stack
    }
    for build in stack { build.tellEnd() }
    return stack.map(\.request.key)
  }
}
