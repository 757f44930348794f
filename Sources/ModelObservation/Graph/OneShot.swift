/// An observer that runs once, after the first change of what it read.
///
/// The edges of what it read keep it, and nothing else.
final class OneShot: Node {
  private let onChange: () -> Void
  /// How many have fired in a flush, each made in the action of the one before, for this one to be made.
  private let generation: Int
  /// Whether what it reads counts for the run around it as well.
  private(set) var isRecorded = false
  /// Whether it is queued since something that it waits for has lost an input.
  private var hasLostInput = false

  init(home: Home?, _ onChange: @escaping () -> Void) {
    self.onChange = onChange
    generation = Strand.current.generation
    super.init(.oneShot, home: home)
  }

  override func update() {
    let strand = Strand.current
    let outer = strand.generation
    // Numbers count up: one that was made before the flush counts for nothing.
    strand.generation = run > strand.flush ? generation + 1 : 1
    if strand.generation > Strand.runLimit { Self.reportEndlessUpdate() }
    strand.withoutTracking(onChange)
    Strand.current.generation = outer
  }

  @inline(never)
  private static func reportEndlessUpdate() -> Never {
    fatalError(
      """
      The `onChange` of a `withTracking` that it makes anew ran \(Strand.runLimit) times in one \
      update: it keeps changing what it observes. Write only where the value differs.
      """)
  }

  /// Runs `apply`, and waits for a change of what it reads.
  func wait<R, E: Error>(forReadsOf apply: () throws(E) -> R, _ strand: Strand) throws(E) -> R {
    strand.beginBatch()
    defer { strand.endBatch() }
    isRecorded = strand.isRecording
    let wasTracking = strand.begin(self)
    do throws(E) {
      let result = try apply()
      strand.end(self, wasTracking)
      strand.trackDependencies(of: self)
      return result
    } catch {
      strand.end(self, wasTracking)
      strand.trackDependencies(of: self)
      dispose()
      throw error
    }
  }

  /// Waits for a change of a memo.
  func wait(for memo: Node, _ strand: Strand) {
    strand.beginBatch()
    let wasTracking = strand.begin(self)
    strand.track(memo)
    strand.end(self, wasTracking)
    strand.endBatch()
  }

  /// Fires for something derived, an input of which has gone with its model.
  ///
  /// Not inside the model's deinitialiser where there is an isolation to wait for: `onChange` might
  /// refer to whoever owned the model, and to what is derived from it. Until then the one-shot waits
  /// for changes as before.
  func inputEnded() {
    if let home { return home.performLater(with: self) { $0.fire() } }
    fire()
  }

  /// Fires, at the end of the change in progress, unless all has been evaluated until then.
  private func fire() {
    guard isOpen else { return }
    Strand.perform { strand in
      hasLostInput = true
      if color != .dirty { color = .check }
      strand.enqueue(self)
      strand.flushIfOutermost()
    }
  }

  /// Whether it has been queued for what has ended, and is to fire for that.
  func takeLostInput() -> Bool {
    defer { hasLostInput = false }
    return hasLostInput && isOpen
  }

  /// Whether something that it waits for has lost an input, and has not been evaluated since.
  ///
  /// Nor is it here, since it may refer to what has gone as unowned.
  private var isOpen: Bool {
    dependencies.contains { $0.dependency.map { $0.isStale || $0.isSuspect } ?? false }
  }
}
