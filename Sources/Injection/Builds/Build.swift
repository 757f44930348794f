import Synchronization

/// One run of a default, a maker or a decoration: what it reads becomes the instance's trace.
final class Build: Sendable {
  /// Where what captured the build's scope reads.
  private enum Position: Sendable {
    /// Where the reader reads, while the build runs, and where it has failed.
    case running(Home)
    /// Where the instance is kept, or was last taken over.
    case kept(Home)
    /// Where it was kept last, or would be kept: nobody keeps it.
    case left(Home)
    /// Where the build around it is: nobody keeps the instance but what is built there.
    case inside(Build)
  }

  /// What was read, and what follows for the instance.
  struct Record: Sendable {
    var reads: [Trace.Read] = []
    /// How many homes outward the nearest one is that decided anything.
    var distance = Int.max
    /// Whether a value stands in that must not be kept.
    var isTentative = false
    /// Whether what was made for this build alone reads where this one does, or it has opened a scope.
    var isHeld = false

    /// Notes a read; gives false where that is known.
    mutating func note(_ read: Trace.Read, at distance: Int) -> Bool {
      self.distance = min(self.distance, distance)
      // What was read elsewhere was noted without what it was built from. By index: an element would be
      // copied.
      let isKnown = reads.indices.contains {
        reads[$0].key == read.key && reads[$0].beyond == read.beyond
          && (read.part == nil || read.beyond == nil && reads[$0].part != nil)
      }
      if isKnown { return false }
      if reads.isEmpty { reads.reserveCapacity(6) }
      reads.append(read)
      return true
    }
  }

  private struct State: ~Copyable, Sendable {
    var position: Position
    /// The other homes that keep the instance, each until it is closed; the last one has taken it over last.
    var keepers: [Home] = []
    var record = Record()
    /// The homes of scopes that were opened in it, and move with it.
    var opened = WeakHomes()
  }

  let slot: Slot
  let request: Request
  let place: SourcePlace
  /// The thread that runs it; `nil` for an asynchronous build, which has a task.
  let thread: ThreadID?
  /// The task of an asynchronous build, and those who wait for it.
  let preparation: Preparation?
  /// What it is expected to read, with what decides that: what was decided otherwise for one of the same slot.
  let expected: [(question: Trace.Question, decider: Override.Identity?)]
  /// The asynchronous build that this one is part of; not held, as its instance goes with another scope.
  private weak let preparing: Build?
  /// Whether its value is read by an update, which may change a part of it.
  let isForUpdate: Bool
  /// Whether what reads its value counts for nobody, as an update that prepares.
  let isPreparing: Bool
  let dryRun: DryRun?
  /// The number of the home that it reads at, and of the last one that there was when it began.
  private let homeNumber: UInt64
  private let lastHomeNumber = Home.lastNumber
  /// How many homes outward the last one stands that an update assigned to as it began, so that what was read
  /// may be decided otherwise there by its end; negative where none does.
  let updated: Int
  private let state: Guarded<State>
  private let running = Atomic(true)
  private let calling = Atomic(false)
  /// How many values were made in a row that nobody keeps, each for the one before it.
  private let lateCount: Atomic<Int>
  /// Tells the home that it reads at, which the reader holds while it runs.
  private let homeID: ObjectIdentifier
  /// Set once a thread waits for the end.
  private let signal = LazyReference<Signal>()

  /// Creates a build of what a reader asks for: on this thread, or in the task of a preparation.
  init(
    _ slot: Slot, for reader: borrowing Resolution, preparedBy preparation: Preparation? = nil,
    expecting questions: [Trace.Question] = []
  ) {
    expected = questions.map { ($0, $0.decider(at: reader.home)) }
    thread = preparation == nil ? .current : nil
    preparing = reader.build?.asynchronous
    self.preparation = preparation
    self.slot = slot
    request = reader.request
    isForUpdate = reader.isForUpdate
    isPreparing = reader.isPreparing || reader.build?.isOfLaunch ?? false
    dryRun = reader.dryRun ?? reader.build.flatMap { $0.isRunning ? $0.dryRun : nil }
    place = reader.home.place
    homeID = ObjectIdentifier(reader.home)
    homeNumber = reader.home.mark.number
    updated = reader.home.distanceToUpdated
    lateCount = Atomic(reader.lateness)
    state = Guarded(State(position: .running(reader.home)))
  }

  var isAsynchronous: Bool { thread == nil }

  var runner: Builds.Runner { thread.map { .thread($0) } ?? .task(self) }

  /// The asynchronous build that this one is, or is part of, while that runs.
  var asynchronous: Build? {
    guard let build = isAsynchronous ? self : preparing, build.isRunning else { return nil }
    return build
  }

  /// The home that stands for the build's scope now.
  var position: Home {
    switch state.withLock({ $0.position }) {
    case .running(let home), .kept(let home), .left(let home): home.live
    case .inside(let build): build.position
    }
  }

  /// Whether what is read for it counts for nobody.
  var isOfLaunch: Bool { isPreparing && isRunning }

  var isRunning: Bool { running.load(ordering: .acquiring) }

  /// Whether a read on this thread, or in its task, is one of the build's own.
  var isReading: Bool { isRunning && (thread == nil || thread == .current) }

  /// Whether a read at a home is one where the build reads, while it runs.
  func isReading(at home: Home) -> Bool { ObjectIdentifier(home) == homeID }

  /// The sessions or worlds that what it has opened is in: while it runs, that of a test alone.
  var spans: [Span] {
    switch state.withLock({ $0.position }) {
    case .running(let home): home.spans.compactMap(\.world)
    case .kept(let home), .left(let home): home.spans
    case .inside(let build): build.spans
    }
  }

  // MARK: The user's code

  /// Whether the user's code runs, or asks for what it is given, which alone needs what is read meanwhile on
  /// its thread: while the container's runs, a deinitialiser reads that it has met.
  var isCalling: Bool { calling.load(ordering: .relaxed) }

  /// Whether what is read now on its thread is read by the user's code: its own, or that of a build inside it.
  var isAsking: Bool { isCalling || Builds.shared.onThread?.isCalling ?? false }

  @inline(__always)
  func call<Made>(_ code: () -> Made) -> Made {
    calling.store(true, ordering: .relaxed)
    defer { calling.store(false, ordering: .relaxed) }
    return code()
  }

  /// Notes that the container's code runs, for what the user's code reads; gives false where it did already.
  func beginAnswer() -> Bool {
    // Not exchanged: only its own thread asks.
    let wasCalling = isCalling
    calling.store(false, ordering: .relaxed)
    return wasCalling
  }

  func endAnswer() { calling.store(true, ordering: .relaxed) }

  // MARK: Recording

  /// Notes a read at the place where the build reads.
  func note(_ read: Trace.Read, at distance: Int) {
    let isNew = state.withLock { state in isRunning && state.record.note(read, at: distance) }
    if isNew, isAsynchronous { Builds.shared.dismissWaiters(for: self, after: read) }
  }

  /// Notes that something that must not be kept stands in for a value.
  func noteTentative() { state.withLock { $0.record.isTentative = true } }

  /// What it has read, while it runs; a copy, since it reads on: see ``Guarded``.
  var readsSoFar: [Trace.Read] { state.withLock { $0.record.reads.map(\.self) } }

  /// Whether another home is in the same world, and decides alike all that the build is expected to read.
  func isExpectedAlike(at other: Home) -> Bool {
    other.world === position.world
      && expected.allSatisfy { $0.question.decider(at: other) == $0.decider }
  }

  /// Whether it reads in a scope that nobody had read in when another one began.
  func isInNewerScope(than other: Build) -> Bool { homeNumber > other.lastHomeNumber }

  /// Whether it expects something to be decided otherwise than another one does.
  func expectsOtherwise(than other: Build) -> Bool {
    expected.contains { one in
      other.expected.contains { $0.decider != one.decider && $0.question == one.question }
    }
  }

  /// Whether what it has read so far would be decided alike for a reader at a home, who asks for it or for what
  /// waits for it: what a scope decides that the latter has opened is its own affair.
  func holdsSoFar(at home: Home, neededBy other: Build) -> Bool {
    Trace.hold(readsSoFar, at: home, asAt: other === self ? nil : other.position)
  }

  // MARK: Ending

  /// Reads nothing more; what it has read stays known to those who ask for the same until it has ended.
  func finish() -> Record {
    state.withLock { state in
      running.store(false, ordering: .releasing)
      return state.record
    }
  }

  /// From now on, what captured the build's scope reads where its instance is kept, or would be.
  func settle(at home: Home, isKept: Bool) {
    // What stood there may go with this: outside the lock.
    var old = isKept ? Position.kept(home) : .left(home)
    let opened = state.withLock { state in
      swap(&state.position, &old)
      if case .kept(let other) = old, other !== home { state.keepers.append(other) }
      return state.opened.present
    }
    withExtendedLifetime(old) {}
    Self.move(opened, to: home)
  }

  /// Lets what it has opened be in the sessions of where its instance is kept.
  func moveOpened(to home: Home) { Self.move(opened, to: home) }

  private static func move(_ opened: [Home], to home: Home) {
    for scope in opened {
      if home.isInBuild { home.noteInside(scope) }
      scope.join()
    }
  }

  private var isKept: Bool {
    switch state.withLock({ $0.position }) {
    case .running, .left: false
    case .kept: true
    case .inside(let build): build.isKept
    }
  }

  /// Is kept no longer by a home, which is closed; gives the homes that are closed with the last of those.
  ///
  /// What captured the build's scope reads at another one of them.
  func leave(_ closed: Home) -> [Home] {
    let left: (opened: [Home], other: Home?)? = state.withLock { state in
      let count = state.keepers.count
      state.keepers.removeAll { $0 === closed }
      // Of what a verification has built, the last one to go is its own.
      if case .left = state.position, state.keepers.isEmpty, count > 0 {
        return (state.opened.present, nil)
      }
      guard case .kept(let home) = state.position, home === closed else { return nil }
      let other = state.keepers.popLast()
      state.position = other.map { .kept($0) } ?? .left(closed)
      return (state.opened.present, other)
    }
    guard let (opened, other) = left else { return [] }
    if let other {
      Self.move(opened, to: other)
      return []
    }
    // What is kept elsewhere keeps what it has opened, and a session that it has opened ends by itself.
    return Home.all(opened) { $0.goesWithBuild && !$0.hasEntered && $0.openedIn?.isKept != true }
  }

  /// Reports what it has opened in sessions that have ended meanwhile, and would have been torn down there.
  func noteLate() {
    for (home, instance) in Home.kept(in: Home.all(opened, where: \.isLate)) where !home.hasEnded {
      for span in home.spans { span.noteLate(instance, at: home) }
    }
  }

  private var opened: [Home] { state.withLock { $0.opened.present } }

  /// How many values were made in a row that nobody keeps, up to this one's.
  var lateness: Int { lateCount.load(ordering: .relaxed) }

  /// Notes whether somebody keeps what it has made.
  func note(isKept: Bool) { lateCount.store(isKept ? 0 : lateness + 1, ordering: .relaxed) }

  /// From now on, what captured the build's scope reads where another build does.
  func settle(inside build: Build) {
    let opened = state.withLock { state in
      state.position = .inside(build)
      defer { state.opened = WeakHomes() }
      return state.opened.present
    }
    build.state.withLock { $0.record.isHeld = true }
    for home in opened {
      build.noteOpened(home)
      home.join()
    }
  }

  /// Knows the home of a scope that was opened in it.
  func noteOpened(_ home: Home) {
    let (position, others): (Position, [Home]) = state.withLock { state in
      if case .inside = state.position { return (state.position, []) }
      state.record.isHeld = true
      return (state.position, state.opened.append(home))
    }
    withExtendedLifetime(others) {}
    switch position {
    case .running: break
    case .inside(let build): build.noteOpened(home)
    case .kept(let keeper), .left(let keeper): if keeper.isInBuild { keeper.noteInside(home) }
    }
  }

  // MARK: Waiting

  /// What tells threads of the end.
  var end: Signal { signal.load() ?? signal.storeIfNil(Signal()) }

  func tellEnd() {
    let (position, opened) = state.withLock { ($0.position, $0.opened.present) }
    // Where it has failed, what it has opened is where the reader reads.
    if case .running(let home) = position { settle(at: home, isKept: false) }
    signal.load()?.fire()
    if opened.isEmpty { return }
    noteLate()
    // In a session that has ended meanwhile; what is there may hold the instance.
    Span.end(late: Home.all(opened, where: \.isLate))
  }
}

extension Build: Hashable {
  static func == (one: Build, other: Build) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
