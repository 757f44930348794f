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
    case task(ObjectIdentifier)
  }

  /// What a reader is to do.
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

  private struct State: ~Copyable, Sendable {
    /// What is built, each thread's outermost first; with the slots, which are all that most are asked for, how
    /// many came before, and whether none before it asks: a deinitialiser that the container has met does.
    var builds: [(slot: Slot, number: Int, build: Build, isAside: Bool)] = []
    var count = 0
    /// Which build a thread or a task waits for; until that ends.
    var waits: [(runner: Runner, build: Build)] = []

    func stack(of runner: Runner) -> [Build] {
      builds.lazy.map(\.build).filter { $0.runner == runner }
    }

    /// What a build waits for that runs in a task, or on a thread.
    func awaited(by build: Build) -> some Sequence<Build> {
      waits.lazy.filter { $0.runner == build.runner }.map(\.build)
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
        for next in awaited(by: build) {
          if let rest = path(from: next) { return stack + rest }
        }
        return nil
      }
      return path(from: build)
    }

    /// What waits for a reader, at once or through others; the reader itself as well.
    func runners(waitingFor reader: Runner) -> Set<Runner> {
      var found: Set<Runner> = [reader]
      var count = 0
      while count < found.count {
        count = found.count
        for wait in waits where found.contains(wait.build.runner) { found.insert(wait.runner) }
      }
      return found
    }

    /// A build, and what its task waits for, at once or through others: all that it is made of so far.
    func parts(of build: Build) -> [Build] {
      var parts = [build]
      var index = 0
      while index < parts.count {
        let part = parts[index]
        index += 1
        if !part.isAsynchronous { continue }
        parts += awaited(by: part).filter { next in !parts.contains { $0 === next } }
      }
      return parts
    }

    /// An asynchronous build, and those whose tasks wait for it, at once or through others.
    func waiting(for build: Build) -> [Build] {
      let runners = runners(waitingFor: build.runner)
      return builds.map(\.build).filter { $0.isAsynchronous && runners.contains($0.runner) }
    }

    /// Starts a build for a reader, or says why not; those are known that build the same.
    mutating func decide(
      _ build: Build, for reader: Runner?, askedBy asking: Build?, among rivals: [Rival]
    ) -> Decision {
      lazy var isAside =
        !build.isAsynchronous
        && builds.last { $0.build.thread == build.thread }
          .map { !$0.build.isCalling && $0.build !== asking } ?? false
      var circles: [(builds: [Build], isForReader: Bool)] = []
      // Looked for when somebody else builds the same: then many may, and wait.
      lazy var waiting = reader.map { runners(waitingFor: $0) } ?? []
      for rival in rivals {
        guard let entry = builds.first(where: { $0.number == rival.number }) else { continue }
        let other = entry.build
        if let reader, waiting.contains(other.runner),
          let circle = path(from: other, to: reader)
        {
          if build.isAsynchronous || other.runner == reader {
            let isOneAside =
              isAside
              || builds.contains {
                $0.isAside && $0.number > rival.number && $0.build.runner == reader
              }
            circles.append((circle, rival.isForReader && !isOneAside))
          }
        } else if build.admitsWaiters, other.admitsWaiters, rival.isUsed {
          if let reader { waits.append((reader, other)) }
          guard let preparation = other.preparation else { return .wait(other.end) }
          preparation.join()
          return .join(other)
        }
      }
      if let circle = circles.last(where: \.isForReader)
        ?? (circles.count >= nestingLimit ? circles.last : nil)
      {
        return .cycle(keys(of: circle.builds) + [build.request.key])
      }
      builds.append((build.slot, count, build, isAside))
      count += 1
      if build.isAsynchronous, let reader { waits.append((reader, build)) }
      return .run
    }

    mutating func remove(_ build: Build) {
      if let index = builds.lastIndex(where: { $0.build === build }) { builds.remove(at: index) }
      // Who waits for it waits no longer, though it has not woken yet.
      if !waits.isEmpty { waits.removeAll { $0.build === build } }
    }
  }

  /// How often one slot may be built inside itself, each time with other overrides.
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
  /// code that nobody waits for. On a thread, the build is given that asks. What the reader expects to be
  /// read is what a build of the same slot has read that turned out to be for others: it does not wait for
  /// the next one that is going to.
  func start(
    _ build: Build, at home: Home, for reader: Runner?, askedBy asking: Build? = nil,
    expecting reads: [Trace.Read] = []
  ) -> Decision {
    var rivals: [Rival] = []
    while true {
      var others: [(number: Int, parts: [Build])] = []
      let decision: Decision? = state.withLock { state in
        for (slot, number, other, _) in state.builds
        where slot == build.slot && other.isAsynchronous == build.isAsynchronous
          && !rivals.contains(where: { $0.number == number })
        {
          others.append((number, state.parts(of: other)))
        }
        if !others.isEmpty { return nil }
        return state.decide(build, for: reader, askedBy: asking, among: rivals)
      }
      if let decision { return decision }
      for (number, parts) in others {
        let isForReader = parts.allSatisfy { $0.holdsSoFar(at: home, neededBy: parts[0]) }
        rivals.append(
          Rival(
            number: number, isForReader: isForReader,
            isUsed: isForReader && parts[0].position.world === home.world
              && parts[0].wouldDecide(reads, asAt: home)))
      }
    }
  }

  func holdsSoFar(_ build: Build, at home: Home) -> Bool {
    state.withLock { $0.parts(of: build) }
      .allSatisfy { $0.holdsSoFar(at: home, neededBy: build) }
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
      for reader in readers {
        let index = state.waits.firstIndex { $0.runner == reader && $0.build === build }
        if let index { state.waits.remove(at: index) }
      }
    }
  }

  /// Whether the user's code runs for the innermost build of this thread.
  var callsOnThread: Bool {
    state.withLock { $0.builds.last { $0.build.thread == .current }?.build.isCalling ?? false }
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
