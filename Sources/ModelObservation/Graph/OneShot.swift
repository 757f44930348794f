/// An observer that runs once, after the first change of what it read.
///
/// Only its edges with the nodes that it read keep it alive.
final class OneShot: Node {
  private let onChange: () -> Void
  /// How many one-shots had fired in a flush, each made in the action of the one before, when this was made.
  private let generation: Int
  /// Whether its reads count for the run around it as well.
  private(set) var isRecorded = false
  /// Whether it is queued because a memo that it waits for has lost an input.
  private var hasLostInput = false

  init(home: Home?, _ onChange: @escaping () -> Void) {
    self.onChange = onChange
    generation = Strand.current.generation
    super.init(.oneShot, home: home)
  }

  override func update() {
    let strand = Strand.current
    let outer = strand.generation
    // Run numbers count up: one that was made before this flush begins the count anew.
    strand.generation = run > strand.flush ? generation + 1 : 1
    if strand.generation > Strand.runLimit { Self.reportEndlessUpdate() }
    onChange()
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

  /// Fires because an input of a memo that it waits for has gone with its model.
  ///
  /// Where the one-shot has a home, it fires once that is free, not inside the model's deinitialiser:
  /// `onChange` might refer to the model's owner, and to what is derived from the model. Until then the
  /// one-shot waits for changes as before.
  func inputEnded() {
    if let home { return home.performLater(with: self) { $0.fire() } }
    fire()
  }

  /// Fires at the end of the change in progress, unless all memos that lost an input are evaluated by then.
  private func fire() {
    guard isOpen else { return }
    Strand.perform { strand in
      hasLostInput = true
      if color != .dirty { color = .check }
      strand.enqueue(self)
      strand.flushIfOutermost()
    }
  }

  /// Tells whether it is queued for a lost input, and still has to fire for that; clears the flag.
  func takeLostInput() -> Bool {
    defer { hasLostInput = false }
    return hasLostInput && isOpen
  }

  /// Whether a memo that it waits for has lost an input, and has not been evaluated since.
  ///
  /// The memo is not evaluated here: it may have an unowned reference to the model that has gone.
  private var isOpen: Bool { dependencies.contains { $0.isSuspect } }
}
