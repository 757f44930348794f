import Synchronization

/// One run of a default, a maker or a decoration: what it reads becomes the instance's trace.
final class Build: Watcher {
  /// Where what captured the build's scope reads.
  private enum Position: Sendable {
    /// Where the reader reads, while the build runs.
    case running(Home)
    /// Where the instance is kept.
    case kept(Home)
    /// Where the build around it is: nobody keeps the instance but what is built there.
    case inside(Build)
  }

  private struct State: Sendable {
    var position: Position
    var reads: [Trace.Read] = []
    /// How many homes outward the nearest one is that decided anything.
    var distance: Int
    /// Whether a value stands in that must not be kept.
    var isTentative = false
    /// Whether what was made for this build alone reads where this one does.
    var isHeld = false
  }

  let slot: Slot
  let request: Request
  let place: SourcePlace
  /// The thread that runs it; `nil` for an asynchronous build, which has a task.
  let thread: ThreadID?
  /// Whether its value is read by an update, which may change a part of it.
  let isForUpdate: Bool
  /// Who looks on around it.
  let recordings: [any Recording]
  /// Whether other readers may wait for its instance.
  let isShared: Bool
  /// The asynchronous build that it is part of, if it is not one itself.
  private let preparing: Build?
  private let state: Guarded<State>
  private let running = Atomic(true)
  /// Tells the home that it reads at, which the reader holds while it runs.
  private let home: ObjectIdentifier
  /// What an asynchronous build had read when it failed.
  private let failed = Guarded<[Trace.Read]>([])
  /// Set once somebody waits for the end, or it has come.
  private let signal = LazyReference<Signal>()

  init(
    _ slot: Slot, _ request: Request, at home: Home, isForUpdate: Bool = false,
    on thread: ThreadID?, seenBy watch: (any Watcher)?
  ) {
    preparing = thread == nil ? nil : watch?.build?.asynchronous
    recordings = watch?.recordings.filter { !$0.hasEnded } ?? []
    self.slot = slot
    self.request = request
    self.thread = thread
    self.isForUpdate = isForUpdate
    isShared = request.lifetime != .transient && !isForUpdate
    place = home.place
    self.home = ObjectIdentifier(home)
    state = Guarded(State(position: .running(home), distance: .max))
  }

  var build: Build? { self }

  /// A dry read builds nothing.
  var probe: AccessorProbe? { nil }

  /// The asynchronous build that this one is, or is part of.
  var asynchronous: Build? { thread == nil ? self : preparing }

  /// The home that stands for the build's scope now.
  var position: Home {
    switch state.withLock({ $0.position }) {
    case .running(let home), .kept(let home): home.live
    case .inside(let build): build.position
    }
  }

  /// The home that has become the build's for good, in so far as one has.
  var settledHome: Home? {
    switch state.withLock({ $0.position }) {
    case .running: nil
    case .kept(let home): home
    case .inside(let build): build.settledHome
    }
  }

  var isRunning: Bool { running.load(ordering: .acquiring) }

  /// Whether a read on this thread, or in this task, is one of the build's own.
  func isReading(on thread: ThreadID) -> Bool {
    (self.thread == nil || self.thread == thread) && isRunning
  }

  /// Whether a read at a home is one where the build reads, while it runs.
  func isReading(at home: Home) -> Bool { ObjectIdentifier(home) == self.home }

  // MARK: Recording

  /// Notes a read at the place where the build reads.
  func note(_ read: Trace.Read, at distance: Int) {
    state.withLock { state in
      guard isRunning else { return }
      if distance < state.distance { state.distance = distance }
      let isKnown = read.beyond == nil && state.reads.contains { $0.isOf(read.key) }
      if isKnown { return }
      if state.reads.isEmpty { state.reads.reserveCapacity(6) }
      state.reads.append(read)
    }
  }

  /// Notes that something that must not be kept stands in for a value.
  func noteTentative() { state.withLock { $0.isTentative = true } }

  /// Whether what it has read so far would be decided alike for a reader at a home.
  ///
  /// What must not be let go of under the caller's lock is added to `garbage`.
  func holdsSoFar(at home: Home, keeping garbage: inout [[Trace.Read]]) -> Bool {
    let reads = state.withLock { $0.reads }
    garbage.append(reads)
    return Trace.hold(reads, at: home)
  }

  // MARK: Ending

  /// What was read, and how far outward the home is that is to keep the instance.
  struct Record {
    let reads: [Trace.Read]
    let distance: Int
    let isTentative: Bool
  }

  /// Ends the recording.
  func finish() -> Record {
    state.withLock { state in
      defer {
        running.store(false, ordering: .releasing)
        state.reads = []
      }
      return Record(
        reads: state.reads, distance: state.distance, isTentative: state.isTentative)
    }
  }

  /// From now on, what captured the build's scope reads where its instance is kept.
  func settle(at home: Home) { state.withLock { $0.position = .kept(home) } }

  /// From now on, what captured the build's scope reads where another build does.
  func settle(inside build: Build) {
    build.state.withLock { $0.isHeld = true }
    state.withLock { $0.position = .inside(build) }
  }

  /// Whether something made inside it reads where this one does.
  var isHeld: Bool { state.withLock { $0.isHeld } }

  /// Ends a build that has made nothing; what it leaves behind reads where it ran.
  func fail(at home: Home) {
    let record = finish()
    failed.withLock { $0 = record.reads }
    settle(at: home)
  }

  /// Whether what has failed would have served a reader at a home.
  func served(_ home: Home) -> Bool {
    let reads = failed.withLock { $0 }
    return Trace.hold(reads, at: home)
  }

  // MARK: Waiting

  /// What tells of the end; made before the end, in the lock of ``Builds``.
  var end: Signal { signal.load() ?? signal.storeIfNil(Signal()) }

  /// Lets all go on who wait for the end.
  func tellEnd() { signal.load()?.fire() }
}
