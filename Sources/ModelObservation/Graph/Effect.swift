import Synchronization

/// An observer that runs again after each change, with what it owns.
class Effect: Node {
  /// The effect that this one was made in, until either ends.
  private(set) final var parent: Effect?
  /// The effects that this one made in its last run.
  private var children: [ObservationToken] = []
  private var cleanups: [() -> Void] = []
  private var apply: (() -> Void)?
  private let place: (fileID: StaticString, line: UInt)
  /// Whether the closure calls `cleanUp` itself: a run that finds nothing new keeps what the last one made.
  private let cleansUpItself: Bool
  private(set) final var isEnded = false
  /// Set from whichever thread drops the token; from then on no run begins.
  final let isCancelled = Atomic(false)
  /// The flush that `runsInFlush` counts in.
  final var flush: UInt64 = 0
  final var runsInFlush = 0
  /// The number of the accesses in place at whose end it is to run, or zero.
  final var heldUpBy: UInt64 = 0

  init(
    isolation: (any Actor)?, place: (fileID: StaticString, line: UInt),
    cleansUpItself: Bool = false, _ apply: @escaping () -> Void
  ) {
    self.apply = apply
    self.place = place
    self.cleansUpItself = cleansUpItself
    super.init(.effect, home: Home.of(isolation))
  }

  override var ownName: String { "\(place.fileID):\(place.line)" }

  override func update() {
    if !cleansUpItself { cleanUp() }
    guard !isCancelledAround, let apply else { return }
    let strand = Strand.current
    let wasTracking = strand.begin(self)
    apply()
    strand.end(self, wasTracking)
    if isEnded { cleanUp() }
  }

  /// Whether it is cancelled, or an effect that it was made in, which will end it once the isolation is free.
  ///
  /// From an effect whose run is still in progress outwards, none counts: that run goes on to its end.
  private var isCancelledAround: Bool {
    sequence(first: self) { $0.parent.flatMap { $0.isRunning ? nil : $0 } }
      .contains { $0.isCancelled.load(ordering: .relaxed) }
  }

  /// Gives the effect to the one that is running, if any, and has it run for the first time.
  final func start(_ run: (ObservationToken) -> Void) -> ObservationToken {
    let token = ObservationToken(self)
    Strand.perform { strand in
      strand.runningEffect?.adopt(token)
      strand.beginBatch()
      run(token)
      strand.endBatch()
    }
    return token
  }

  // MARK: Ownership

  /// Takes over an observer that was made in this one's run.
  ///
  /// An effect that has ended in the middle of its run takes over none: no next run would end them.
  func adopt(_ token: ObservationToken) {
    guard !isEnded else { return }
    token.effect.parent = self
    children.append(token)
  }

  final func addCleanup(_ cleanup: @escaping () -> Void) {
    cleanups.append(cleanup)
  }

  /// Ends what the last run made: newest first, effects before cleanups.
  final func cleanUp() {
    guard !children.isEmpty || !cleanups.isEmpty else { return }
    let children = self.children
    let cleanups = self.cleanups
    self.children = []
    self.cleanups = []
    for child in children.reversed() { child.effect.cancel() }
    for cleanup in cleanups.reversed() { Strand.current.withoutTracking(cleanup) }
  }

  // MARK: End

  /// Ends the effect and all that it made, the innermost first and without recursion.
  final func cancel() {
    guard !isEnded else { return }
    var order: [Effect] = []
    var pending = [self]
    while let effect = pending.popLast() {
      order.append(effect)
      for child in effect.children.reversed() { pending.append(child.effect) }
    }
    // All are cancelled first: what one of them changes as it ends runs none of the others.
    for effect in order { effect.isCancelled.store(true, ordering: .relaxed) }
    for effect in order.reversed() { effect.end() }
  }

  private func end() {
    guard !isEnded else { return }
    isEnded = true
    parent = nil
    dispose()
    let apply = self.apply
    self.apply = nil
    cleanUp()
    // The closure's captured values are destroyed last: their deinitialisers may come back here.
    withExtendedLifetime(apply) {}
  }

  /// Ends the effect from a deinitialiser, which may run on any thread.
  final func cancelAtHome() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Home.perform(at: home, with: self) { $0.cancel() }
  }
}

extension Strand {
  /// The effect whose run is recording, also through `withTracking`.
  var runningEffect: Effect? {
    guard isRecording else { return nil }
    var node = running
    while let oneShot = node as? OneShot, oneShot.isRecorded { node = oneShot.outerRunning }
    return node as? Effect
  }

  /// The effect in whose run the caller is, recorded or not.
  var effectAround: Effect? {
    guard isOwn else { return nil }
    var node = running
    while let oneShot = node as? OneShot { node = oneShot.outerRunning }
    return node as? Effect
  }
}
