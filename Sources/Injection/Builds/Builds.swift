import Synchronization

/// The builds that run now, on threads and in tasks, and who waits for whom.
///
/// A machine of three answers: run the build, wait for another one, or report a cycle. The lock is held
/// while deciding only, never while code of the user's runs. A cycle is a slot that is on the reader's
/// own stack of builds, each of which the code of the one before it has asked for; what a deinitialiser
/// reads that the container's own code has met is built beside it. A thread that would close a circle of
/// waits builds for itself instead: if the keys form a cycle, it meets it there. A task has no stack but
/// those who wait for it: there the circle is the cycle.
final class Builds: Sendable {
  static let shared = Builds()

  /// What runs a build, and waits for others: a thread, or the task of an asynchronous build.
  enum Runner: Hashable, Sendable {
    case thread(ThreadID)
    case task(Build)
  }

  enum Decision {
    case run
    /// Wait for another build, of which that is told; a thread that waits does not hold it, since all that it
    /// held would go with the last one.
    case wait(Signal)
    /// Wait for another asynchronous build, as one of those who do.
    case join(Build)
    case cycle([any Any.Type])
  }

  /// Another build of what a reader asks for, and what was found of it; outside the lock, since homes are
  /// walked for it: one may go with that, and a deinitialiser of the user's reads what is built.
  ///
  /// Not held: where it went when the reader's own build has begun, that deinitialiser would read on its stack.
  private struct Rival {
    let number: Int
    /// Whether what it has read so far would be decided alike for the reader, and what that has which it
    /// waits for.
    let isForReader: Bool
    /// Whether that will be so of what it is expected to read, and what it makes is kept in the reader's world.
    let isUsed: Bool
  }

  /// A build on a thread, and whether none before it asks: a deinitialiser that the container has met does.
  private typealias OnThread = (number: Int, build: Build, isAside: Bool)

  private typealias Numbered = (number: Int, build: Build)

  private struct State: ~Copyable, Sendable {
    /// What threads build, each one's outermost first, and what tasks build; with how many were begun before.
    var onThreads: [OnThread] = []
    var inTasks: [Slot: [Numbered]] = [:]
    var count = 0
    var waits = Waits()

    func stack(of runner: Runner) -> [Build] {
      if case .task(let build) = runner { return [build] }
      return onThreads.lazy.map(\.build).filter { $0.runner == runner }
    }

    /// The builds from one to what a reader runs, each of them waiting for the next; `nil` where it does
    /// not wait for the reader.
    func path(from build: Build, to reader: Runner) -> [Build]? {
      // Looked at once each: many may wait for many.
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

    /// A build, and what its task waits for, at once or through others: all that it is made of so far.
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

    /// An asynchronous build, and those whose tasks wait for it, at once or through others.
    func waiting(for build: Build) -> [Build] {
      waits.runners(waitingFor: build.runner).compactMap {
        if case .task(let build) = $0 { build } else { nil }
      }
    }

    /// What builds the same, on threads or in tasks as the reader's build is, the first one begun first.
    ///
    /// Of thousands of tasks, those alone that wait for the reader, or are not expected to read what is decided
    /// otherwise for it.
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

    /// What a reader may wait for instead of building: a rival that has not ended, and does not wait for the
    /// reader.
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

    /// Starts a build on a thread where nobody builds the same; gives whether it has.
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

    /// Whether the one before it on its thread does not ask for a build.
    private func isBeside(_ build: Build, askedBy asking: Build?) -> Bool {
      onThreads.last { $0.build.thread == build.thread }
        .map { !$0.build.isCalling && $0.build !== asking } ?? false
    }

    /// The builds from one to what a reader runs, which build a slot again and again, or a key in scopes that are
    /// ever newer, so that it has no end; `nil` where they do not.
    private func nesting(of build: Build, for reader: Runner) -> [Build]? {
      let key = build.slot.key
      var runners: Set = [reader]
      if build.isAsynchronous {
        // Before all that wait are looked at, who may be thousands.
        let running = inTasks.lazy.filter { $0.key.key == key }.reduce(0) { $0 + $1.value.count }
        if running < nestingLimit { return nil }
        runners = waits.runners(waitingFor: reader)
      }
      let outer = runners.flatMap { stack(of: $0) }.filter { $0.slot.key == key }
      if outer.count < nestingLimit { return nil }
      let paths = outer.compactMap { path(from: $0, to: reader) }
      let isEndless = paths.contains { path in
        path.count {
          $0.slot == build.slot || $0.slot.key == key && $0.isInNewerScope(than: path[0])
        } >= nestingLimit
      }
      return isEndless ? paths.min { $0.count < $1.count } : nil
    }

    /// Starts a build for a reader, or says why not; those are known that build the same.
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
      // Who waits for it waits no longer, though it has not woken yet.
      waits.end(for: build)
    }
  }

  /// How often one key may be built inside itself, each time with other overrides.
  private static let nestingLimit = 100

  private let state = Guarded(State())
  private let endings = Atomic<Int>(0)

  /// How many builds have ended.
  ///
  /// What a build keeps is there before it is counted here. So who finds nothing kept, and then starts
  /// a build while the number is the same, has missed none: the others are still among those that run.
  var endCount: Int { endings.load(ordering: .acquiring) }

  /// Starts a build at a home for a reader, or says why not.
  ///
  /// The reader is the thread that would run it, or the asynchronous build whose code prepares; `nil` for
  /// code that nobody waits for. On a thread, the build is given that asks. The reader does not wait for one
  /// that is going to read what it expects to be read, and is decided otherwise for it.
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
        // By what it has read itself first: few of thousands are asked for what they wait for.
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

  /// What an asynchronous build has read, or what it waits for, that somebody decides, there or at a home.
  func questions(of build: Build, askedAt home: Home) -> [Trace.Question] {
    let base = build.position
    var questions: [Trace.Question] = []
    for part in state.withLock({ $0.parts(of: build) }) {
      // What a scope decides that it has opened is its own affair.
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

  /// Lets those look again who wait for an asynchronous build, or for one that waits for it, where that is
  /// for others.
  ///
  /// So they do not wait for its end to begin their own. They are those for whom what it has just read is
  /// decided otherwise; without a read, for whom anything is that it has read, or what it waits for.
  func dismissWaiters(for build: Build, after read: Trace.Read? = nil) {
    for other in state.withLock({ $0.waiting(for: build) }) {
      // What a scope decides that it has opened is its own affair.
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

  /// Ends a build that was started; after this, others find what it has kept.
  func end(_ build: Build) {
    state.withLock { state in
      state.remove(build)
      endings.add(1, ordering: .releasing)
    }
    build.tellEnd()
  }

  /// Notes that some wait no longer for a build.
  func stopWaiting(_ readers: [Runner?], for build: Build) {
    state.withLock { state in
      for case let reader? in readers { state.waits.end(reader, for: build) }
    }
  }

  /// The innermost build of this thread.
  var onThread: Build? {
    state.withLock { $0.onThreads.last { $0.build.thread == .current }?.build }
  }

  /// The keys that are built for a read of this thread, outermost first: those of its stack, inside that
  /// of the task that it runs.
  func path() -> [any Any.Type] {
    let task = Scope.bound?.build?.asynchronous
    let stack = state.withLock { $0.stack(of: .thread(.current)) }
    return Self.keys(of: (task.map { [$0] } ?? []) + stack)
  }

  /// What some builds build, each of them for the one before it: a decoration, and each element of a
  /// collection, is a build of its own.
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
