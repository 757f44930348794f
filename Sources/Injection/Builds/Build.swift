import Synchronization

/// One run of a default, a maker or a decoration: what it reads becomes the instance's trace.
final class Build: Sendable {
  /// Where an object that captured the build's scope reads.
  private enum Position: Sendable {
    /// At the reader's home: the build runs, or has failed and not told its end yet.
    case running(Home)
    /// At the home that keeps the instance; of several, the one that took it over last.
    case kept(Home)
    /// At the home that kept the instance last, or would keep it: no home keeps it.
    case left(Home)
    /// Where the build around reads: no home keeps the instance, only what is built there holds it.
    case inside(Build)
  }

  /// The reads of a build, and what follows from them for the instance.
  struct Record: Sendable {
    var reads: [Trace.Read] = []
    /// How many homes outward the nearest home stands that decided a read; `.max` if none did.
    var distance = Int.max
    /// Whether the build used a stand-in for a value, so that its instance must not be kept.
    var isTentative = false
    /// Whether the build has opened a scope, or an inner build now reads where this one does.
    var isHeld = false

    /// Notes a read; returns false if the record has it already.
    mutating func note(_ read: Trace.Read, at distance: Int) -> Bool {
      self.distance = min(self.distance, distance)
      // A read in another branch was noted without its part, so one with a part may still be new. By index: an
      // element would be copied.
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
    /// The homes that kept the instance before `position` did and keep it still, the latest last.
    var keepers: [Home] = []
    var record = Record()
    /// The homes of the scopes that were opened in the build, which move with it.
    var opened = WeakHomes()
    /// Holds the value weakly, if no home keeps it.
    var unkept: Instance?
    /// The instances made inside the build, of what has ended, that no home keeps; until the build ends.
    var shared: [Late] = []
  }

  let slot: Slot
  let request: Request
  let place: SourcePlace
  /// The thread that runs the build; `nil` for an asynchronous build, which has a task.
  let thread: ThreadID?
  /// The task of an asynchronous build, and those who wait for it.
  let preparation: Preparation?
  /// Tells that task, once it runs, from those that it starts.
  private let taskID = Atomic(0)
  /// The reads expected of the build, each with its decider for the reader, by what an earlier build of the
  /// slot has read.
  let expected: [(question: Trace.Question, decider: Override.Identity?)]
  /// The asynchronous build that this one is part of; weak, since another scope may keep its instance.
  private weak let preparing: Build?
  /// Whether its value is read by an update, which may change a part of it.
  let isForUpdate: Bool
  /// Whether its reads make nobody a key's first reader: a launch prepares, or an accessor is probed.
  let isPreparing: Bool
  let dryRun: DryRun?
  /// The number of the home that the build reads at, and that of the newest home when the build began: of two
  /// builds, one reads in a scope that was made after the other had begun, if its first is beyond the other's last.
  let homeNumber: UInt64
  let lastHomeNumber = Home.lastNumber
  /// How many homes outward the outermost home stands to which an update assigned as the build began; negative
  /// if there is none: what is read may be decided otherwise there by the end of the build.
  let updated: Int
  private let state: Guarded<State>
  private let running = Atomic(true)
  private let calling = Atomic(false)
  /// How many values in a row no home keeps, each made for the one before it.
  private let lateCount: Atomic<Int>
  /// Identifies the home that the build reads at; the reader holds that home while the build runs.
  private let homeID: ObjectIdentifier
  /// Set once a thread waits for the end.
  private let signal = LazyReference<Signal>()

  /// Creates a build for a reader's request, on this thread or in the task of a preparation.
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
    lateCount = Atomic(reader.source?.lateness ?? 0)
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

  /// Whether the build runs, and its reads make nobody a key's first reader.
  var isOfLaunch: Bool { isPreparing && isRunning }

  var isRunning: Bool { running.load(ordering: .acquiring) }

  /// The build whose code runs where this one's scope stands: this one, or once it has ended, the build in which it
  /// was one of the parts; `nil` where none runs.
  var active: Build? {
    if isRunning { return self }
    switch state.withLock({ $0.position }) {
    case .inside(let build): return build.active
    case .running(let home), .kept(let home), .left(let home):
      let opener =
        home.isInBuild
        ? home.chain.lazy.compactMap { $0.goesWith ?? $0.openedIn }.first : home.goesWith
      return opener?.active
    }
  }

  /// Whether a read on this thread, or in the build's task, belongs to the build.
  var isReading: Bool { isRunning && (thread == nil || thread == .current) }

  func noteTask() { taskID.store(Self.currentTaskID, ordering: .relaxed) }

  private static var currentTaskID: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

  /// Whether its own code runs here, and not a task that this has started: such a task may outlive the value.
  var isRunningHere: Bool {
    isReading && (thread != nil || taskID.load(ordering: .relaxed) == Self.currentTaskID)
  }

  /// Whether a home is the one that the build reads at while it runs.
  func isReading(at home: Home) -> Bool { ObjectIdentifier(home) == homeID }

  /// The sessions or worlds of the scopes that the build has opened; while it runs, only a test's world.
  var spans: [Span] {
    switch state.withLock({ $0.position }) {
    case .running(let home): home.spans.compactMap(\.world)
    case .kept(let home), .left(let home): home.spans
    case .inside(let build): build.spans
    }
  }

  // MARK: The user's code

  /// Whether the user's code runs, or the container reads a value to pass to that code.
  ///
  /// No other read on the thread belongs to the build: while the container's own code runs, only deinitialisers
  /// that it has triggered read.
  var isCalling: Bool { calling.load(ordering: .relaxed) }

  /// Whether the user's code makes the reads on the build's thread now: its own, or that of a build inside it.
  var isAsking: Bool { isCalling || Builds.shared.onThread?.isCalling ?? false }

  @inline(__always)
  func call<Made>(_ code: () -> Made) -> Made {
    calling.store(true, ordering: .relaxed)
    defer { calling.store(false, ordering: .relaxed) }
    return code()
  }

  /// Notes that the container answers a read of the user's code; returns false if that code did not run.
  func beginAnswer() -> Bool {
    // A load and a store suffice: only the build's own thread calls this.
    let wasCalling = isCalling
    calling.store(false, ordering: .relaxed)
    return wasCalling
  }

  func endAnswer() { calling.store(true, ordering: .relaxed) }

  // MARK: Recording

  /// Notes a read; `distance` counts homes outward from the one that the build reads at.
  func note(_ read: Trace.Read, at distance: Int) {
    let isNew = state.withLock { state in isRunning && state.record.note(read, at: distance) }
    if isNew, isAsynchronous { Builds.shared.dismissWaiters(for: self, after: read) }
  }

  /// Notes that the build used a stand-in for a value, so that its instance must not be kept.
  func noteTentative() { state.withLock { $0.record.isTentative = true } }

  /// The reads so far; a copy, since the running build notes more: see ``Guarded``.
  var readsSoFar: [Trace.Read] { state.withLock { $0.record.reads.map(\.self) } }

  /// Whether another home is in the build's world, and decides all expected reads alike.
  func isExpectedAlike(at other: Home) -> Bool {
    other.world === position.world
      && expected.allSatisfy { $0.question.decider(at: other) == $0.decider }
  }

  /// Whether a read that is expected of this build and another one has different deciders in the two.
  func expectsOtherwise(than other: Build) -> Bool {
    expected.contains { one in
      other.expected.contains { $0.decider != one.decider && $0.question == one.question }
    }
  }

  /// Whether the reads so far would be decided alike for a reader at a home who needs `other`, which is this
  /// build or waits for it.
  ///
  /// Reads decided by a scope that the other build has opened do not matter to the reader.
  func holdsSoFar(at home: Home, neededBy other: Build) -> Bool {
    Trace.hold(readsSoFar, at: home, asAt: other === self ? nil : other.position)
  }

  // MARK: Ending

  /// Ends the noting of reads; until the build has ended, those who ask for its slot still see them.
  func finish() -> Record {
    state.withLock { state in
      running.store(false, ordering: .releasing)
      return state.record
    }
  }

  /// Lets the objects that captured the build's scope read at the home that keeps the instance, or would.
  func settle(at home: Home, isKept: Bool) {
    // Outside the lock: the old position may be the last holder of its home.
    var old = isKept ? Position.kept(home) : .left(home)
    let opened = state.withLock { state in
      swap(&state.position, &old)
      if case .kept(let other) = old { state.keepers.append(other) }
      return state.opened.present
    }
    withExtendedLifetime(old) {}
    Self.move(opened, to: home)
  }

  /// Moves the opened scopes into the sessions of the home that keeps the instance.
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

  /// Notes that a home is closed; returns the homes to close as well, once no home keeps the instance.
  ///
  /// While another home keeps it, the objects that captured the build's scope read there.
  func leave(_ closed: Home) -> [Home] {
    let left: (opened: [Home], other: Home?)? = state.withLock { state in
      state.keepers.removeAll { $0 === closed }
      // After a verification, the position is the caller's home, which keeps nothing of it; the keepers do.
      if case .left = state.position, state.keepers.isEmpty {
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
    // Not the scopes of a build whose instance is still kept, or of a session, which ends by itself.
    return Home.all(opened) { $0.goesWith != nil && !$0.hasEntered && $0.openedIn?.isKept != true }
  }

  /// Reports instances in the opened scopes whose session, which should have torn them down, has ended.
  func noteLate() {
    for (home, instance) in Home.kept(in: Home.all(opened, where: \.isLate)) where !home.hasEnded {
      for span in home.spans { span.noteLate(instance, at: home) }
    }
  }

  private var opened: [Home] { state.withLock { $0.opened.present } }

  /// How many values in a row no home keeps, up to the one of this build: none while that is there, whose reads
  /// are no deinitialiser's.
  var lateness: Int {
    let unkept = state.withLock { $0.unkept }
    return unkept?.present == nil ? lateCount.load(ordering: .relaxed) : 0
  }

  /// Whether a home has kept the value, once that is noted.
  var hasKept: Bool { lateCount.load(ordering: .relaxed) == 0 }

  /// Notes that a home keeps the value.
  func noteKept() { lateCount.store(0, ordering: .relaxed) }

  /// Notes that no home keeps the instance; gives how many in a row none has kept.
  func noteUnkept(_ made: Instance) -> Int {
    let unkept = made.trace.isOfMainActor ? nil : made.weakened
    state.withLock { $0.unkept = unkept }
    return lateCount.add(1, ordering: .relaxed).newValue
  }

  /// An instance that was made for a reader of what has ended, and the reader's world.
  typealias Late = (made: Instance, world: World)

  /// The instances made inside the build, of what has ended, that no home keeps; a copy, see ``Guarded``.
  var shared: [Late] { state.withLock { $0.shared.map(\.self) } }

  func share(_ made: Instance, in world: World) {
    state.withLock { $0.shared.append((made, world)) }
  }

  /// Lets the objects that captured the build's scope read where another build does.
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

  /// Notes the home of a scope that was opened in the build, to move it with the build.
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

  /// The signal that tells waiting threads of the end.
  var end: Signal { signal.load() ?? signal.storeIfNil(Signal()) }

  func tellEnd() {
    var shared: [Late] = []
    let (position, opened) = state.withLock { state in
      swap(&shared, &state.shared)
      return (state.position, state.opened.present)
    }
    // After a failure, the opened scopes stay where the reader reads.
    if case .running(let home) = position { settle(at: home, isKept: false) }
    signal.load()?.fire()
    if opened.isEmpty { return }
    noteLate()
    // An opened scope may be in a session that has ended meanwhile, and what it keeps may hold the instance.
    Span.end(late: Home.all(opened, where: \.isLate))
  }
}

extension Build: Hashable {
  static func == (one: Build, other: Build) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
