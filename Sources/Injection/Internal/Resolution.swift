import Synchronization

/// One read that the fast path could not answer.
///
/// Resolves in a running chain: finds what affects the key, then an instance that fits, then builds
/// one. Whatever is found is recorded with every build that runs between the reader and it.
///
/// Counts no reference to the chains: whoever makes one keeps them alive while it is used.
struct Resolution {
  let request: Request
  let borrowedReader: Unmanaged<ScopeNode>?
  private let borrowedObserver: Unmanaged<ScopeNode>?

  /// Whether an update reads what it goes on to change, which counts as no use.
  private let isUpdate: Bool
  /// Whether a build ran in the reader's chain when the read began: one that ends meanwhile changes
  /// what the chain is, so that nothing is remembered.
  private let isInBuild: Bool

  init(
    _ request: Request, in reader: ScopeNode?, observer: ScopeNode? = nil, isUpdate: Bool = false
  ) {
    self.request = request
    self.borrowedReader = reader.map { .passUnretained($0) }
    self.borrowedObserver = observer.map { .passUnretained($0) } ?? borrowedReader
    self.isUpdate = isUpdate
    self.isInBuild = reader?.isInBuild ?? false
  }

  /// The chain to resolve in; `nil` for the process.
  var reader: ScopeNode? { borrowedReader?.takeUnretainedValue() }

  /// The scope whose recordings see the read.
  private var observer: ScopeNode? { borrowedObserver?.takeUnretainedValue() }

  private var isReaderRecorded: Bool {
    borrowedReader?._withUnsafeGuaranteedRef { $0.isRecorded } ?? false
  }

  private var isObserverRecorded: Bool {
    borrowedObserver?._withUnsafeGuaranteedRef { $0.isRecorded } ?? false
  }

  /// Whether the reader's own chain answers.
  private var isObserverReader: Bool {
    borrowedReader?.toOpaque() == borrowedObserver?.toOpaque()
  }

  /// Goes outward through the reader's chain until `visit` gives something.
  @inline(__always)
  func walk<Result>(_ visit: (ScopeNode) -> Result?) -> Result? {
    ScopeNode.walk(from: borrowedReader, visit)
  }

  /// What gives the key's value to the reader: an override, or an instance that holds it.
  func entry() -> Entry {
    switch search(for: Slot.value(of: request.keyID), orKey: request.keyID) {
    case .scope(let scope, let depth):
      return entry(affectedBy: scope, depth: depth)
    case .instance(let instance):
      if instance.provenance.kind == .default { noteDefault() }
      // A weak instance may go between the search and the use: then as if none was found.
      return reuse(instance) ?? entry()
    case .none:
      noteDefault()
      return defaultEntry(isFinal: true)
    }
  }

  /// Tells the exhaustive scopes around the reader that nobody overrides the key.
  private func noteDefault() {
    guard request.isBuilt, !isUpdate, isReaderRecorded || isObserverRecorded else { return }
    Exhaustion.noteDefault(of: request.key, accessor: request.accessor, for: reader)
    if !isObserverReader {
      Exhaustion.noteDefault(of: request.key, accessor: request.accessor, for: observer)
    }
  }

  /// Tells the exhaustive scopes that an override is in that it was used.
  func noteUse(of scope: ScopeNode) {
    if !isUpdate { Exhaustion.noteUse(of: scope) }
  }

  // MARK: Recording

  /// What a read gave, as recordings see it.
  enum Source {
    case unknown
    /// What a scope assigned; the process, if it was prepared.
    case assigned(ScopeNode, isPrepared: Bool)
    case known(Provenance)
  }

  private func provenance(of source: Source) -> Provenance? {
    switch source {
    case .unknown: nil
    case .assigned(let scope, let isPrepared):
      .assigned(in: scope, of: request, isPrepared: isPrepared)
    case .known(let provenance): provenance
    }
  }

  /// Records a read with every build that runs around the reader and sees the same value.
  ///
  /// - Returns: Whether no build and no junction was met, so that the result may be remembered for
  ///   the reader.
  @discardableResult
  func record(_ keys: KeySet, from depth: Int32, _ source: Source) -> Bool {
    var isSettled = true
    if isObserverRecorded, let observer {
      isSettled = !RecordingNode.note(provenance(of: source), seenFrom: observer)
    }
    if !isObserverReader {
      // Whoever reads through an owner leaves nothing behind where others are observed.
      if isReaderRecorded {
        isSettled = isSettled && RecordingNode.running(around: reader).isEmpty
      }
      // Another chain answers: what is built around the reader depends on what was read there.
      add(keys, to: borrowedObserver, from: 0, source)
    }
    return !add(keys, to: borrowedReader, from: depth, source) && isSettled
  }

  /// Adds a read to every build of a chain that is deeper than the value's scope.
  ///
  /// - Returns: Whether there was one, or a junction, beyond which nothing is held.
  @discardableResult
  @inline(never)
  private func add(
    _ keys: KeySet, to chain: Unmanaged<ScopeNode>?, from depth: Int32, _ source: Source
  ) -> Bool {
    guard let chain else { return false }
    var isAdded = false
    var isHeld = true
    let _: Void? = ScopeNode.walk(from: chain) { scope in
      // A junction is as deep as the scope that it stands for.
      if scope.isJunction {
        isHeld = false
        return nil
      }
      if scope.depth <= depth { return () }
      if scope.tag == Entry.Tag.build {
        let read = RecordedRead(
          key: request.keyID, others: keys, provenance: isAdded ? nil : provenance(of: source))
        if scope.add(read, in: chain, isFirst: !isAdded) { isAdded = true }
      }
      return nil
    }
    return isAdded || !isHeld
  }

  private func remember(_ entry: Entry) {
    if isInBuild { return }
    // Outside every scope, a process that runs tests has to ask for the reader's world each time.
    if borrowedReader == nil, TestSupport.isPresent { return }
    let extras = reader?.requiredExtras ?? ProcessScope.shared.extras
    extras.remember(Entry.word(entry), for: Slot.value(of: request.keyID))
  }

  // MARK: Using

  /// What holds the value of an instance, unless it has gone meanwhile; remembered for the reader.
  func reuse(_ instance: Instance) -> Entry? {
    checkSession(of: instance)
    guard let entry = instance.pinned else { return nil }
    let isSettled = record(
      instance.keys, from: depth(of: instance), .known(instance.provenance))
    if isSettled, instance.tag == Entry.Tag.instance { remember(instance) }
    return entry
  }

  /// What holds the value of an instance, unless it has gone meanwhile.
  func use(_ instance: Instance) -> Entry? {
    checkSession(of: instance)
    guard let entry = instance.pinned else { return nil }
    record(instance.keys, from: depth(of: instance), .known(instance.provenance))
    return entry
  }

  private func depth(of instance: Instance) -> Int32 {
    isOnGraft ? depth(of: instance.keys, for: instance.slot) : instance.depth
  }

  /// What a scope gives; `depth` 0 stands for the process.
  private func entry(affectedBy scope: ScopeNode, depth: Int32) -> Entry {
    checkSession(of: scope)
    noteUse(of: scope)
    guard scope.tag == Entry.Tag.override else {
      return recipeEntry(of: scope, depth: depth, isFinal: true)
    }
    if record(.none, from: depth, .assigned(scope, isPrepared: depth == 0)) {
      remember(scope)
    }
    return scope
  }

  /// What the key has by itself.
  func defaultEntry(isFinal: Bool) -> Entry {
    guard request.isBuilt else {
      record(.none, from: 0, .unknown)
      return request.makeDefault(.live)
    }
    let slot = Slot(defaultOf: request.keyID)
    return built(slot, kind: .default, floor: nil, isFinal: isFinal, by: .key)
  }
}
