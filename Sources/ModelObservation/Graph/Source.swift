internal import Observation

/// The wrapper's hold on the node of an observed property: when it goes, the model has gone.
///
/// Made at the first tracked read, or with the wrapper where that has an action of its own.
@usableFromInline final class ObservedNode<Value> {
  let source: Source<Value>
  /// What the wrapper does after a change, before any observer.
  let didSet: ((AnyObject) -> Void)?
  /// The value before the access in place that is in progress, where keeping it costs no copy, or is what a
  /// batch of the program's begins with.
  private var before: Value?
  /// That access.
  private var access: Access?
  /// Those of other tasks that go on as well, the latest last, each with the value before it.
  private var otherAccesses: [(access: Access, before: Value?)] = []
  /// Whether there are any: asked first, as an array of what is generic here is slow to ask.
  private var hasOtherAccesses = false
  /// What `didSet` writes itself does not call it again.
  private var isInDidSet = false
  /// The standard library's side, made where the model conforms to the standard `Observable`.
  private(set) lazy var standardRegistrar = ObservationRegistrar()

  init(didSet: ((AnyObject) -> Void)?) {
    self.didSet = didSet
    source = Source(home: Strand.current.running?.home)
  }

  deinit {
    Node.dropOwnerAtHome(of: source)
  }

  /// Notes which property this is the node of, by where its storage lies.
  @usableFromInline func notePlace<Model: ObservableModel>(
    _ place: UInt, in object: Model
  ) {
    source.notePlace(place, in: object)
  }

  func isEqual(_ old: Value, _ new: Value) -> Bool {
    source.areEqual?(old, new) ?? false
  }

  /// Notes that `new` has taken the place of `old`.
  func didReplace(_ old: Value, with new: Value, in object: AnyObject) {
    if isEqual(old, new) { return didRestore(in: object) }
    guard didSet == nil else {
      return Strand.perform { strand in
        strand.beginBatch()
        source.changed(from: old, to: new, strand)
        callDidSet(object)
        strand.endBatch()
      }
    }
    Strand.perform { strand in
      if !source.changedForOne(strand) { source.changed(from: old, to: new, strand) }
    }
  }

  /// Notes that an equal value has been stored: nobody is told, and the wrapper's action runs.
  func didRestore(in object: AnyObject) {
    guard didSet != nil else { return }
    Strand.perform { strand in
      strand.beginBatch()
      callDidSet(object)
      strand.endBatch()
    }
  }

  /// Notes that the value is about to be changed in place.
  func willModify(_ value: Value) {
    if access != nil { setAccessAside() }
    let strand = Strand.current
    let isComparedFreely = _isPOD(Value.self) && source.areEqual != nil
    if isComparedFreely || strand.isUpdating && source.isFirstChangeToTell { before = value }
    access = Access(
      context: strand.beginAccess(), version: source.version, lastReader: source.lastReader)
  }

  /// Compares what a change in place has left with what was there before.
  ///
  /// `didModify` follows, and tells: by itself, so that nobody holds the value while others change it in place.
  func compareModified(_ new: Value) {
    let isEarliest = hasOtherAccesses ? bringForwardOwnAccess() : true
    // Observers know another value where one has been assigned or read meanwhile, by another task.
    let isKnown = access?.version == source.version && access?.lastReader == source.lastReader
    let old = isKnown ? before : nil
    let isSame = old.map { isEqual($0, new) } ?? false
    let isBack = !isSame && source.isBack(at: new, from: old)
    if isSame, hasOtherAccesses, isEarliest { passOnValueBefore() }
    access?.isKnown = isKnown
    access?.isSame = isSame
    access?.isBack = isBack
  }

  /// Notes a change in place, which has been compared.
  func didModify(in object: AnyObject) {
    guard let ended = access else { return }
    // It may be the last to hold that: what goes then may come back here.
    let earlier = before
    defer { withExtendedLifetime(earlier) {} }
    let old = ended.isKnown ? earlier : nil
    access = nil
    before = nil
    if hasOtherAccesses { goOnWithOtherAccess() }
    Strand.perform { strand in
      // It counts among the changes of the access around it, where there is one.
      strand.beginBatch()
      if let context = ended.context { strand.endAccess(begunIn: context) }
      if !ended.isSame {
        source.noteChange(from: old, isBack: ended.isBack, strand)
      } else if strand.isUpdating {
        // The batch's next change has what to compare with, and need not copy again.
        source.beginChanges(from: old, strand)
      }
      callDidSet(object)
      strand.endBatch()
    }
  }

  @inline(never) private func setAccessAside() {
    guard let access else { return }
    otherAccesses.append((access, before))
    hasOtherAccesses = true
  }

  @inline(never) private func goOnWithOtherAccess() {
    (access, before) = otherAccesses.removeLast()
    hasOtherAccesses = !otherAccesses.isEmpty
  }

  /// Lets the next access compare with what observers know, and not with what this one had set meanwhile.
  @inline(never) private func passOnValueBefore() {
    let next = otherAccesses[0].access
    if next.version == access?.version, next.lastReader == access?.lastReader {
      otherAccesses[0].before = before
    }
  }

  /// Makes the access that the calling task ends the latest one; gives whether it had begun first.
  ///
  /// One without a context began in the middle of an operation, and ends there.
  @inline(never) private func bringForwardOwnAccess() -> Bool {
    setAccessAside()
    let context = ExecutionContext.current
    let index =
      otherAccesses.lastIndex { $0.access.context == context }
      ?? otherAccesses.lastIndex { $0.access.context == nil } ?? otherAccesses.count - 1
    (access, before) = otherAccesses.remove(at: index)
    return index == 0
  }

  private func callDidSet(_ object: AnyObject) {
    guard let action = didSet, !isInDidSet else { return }
    isInDidSet = true
    Strand.current.withoutTracking { action(object) }
    isInDidSet = false
  }
}

/// An access in place to an observed property.
private struct Access {
  /// Where it has begun, if it is to be ended with it.
  let context: ExecutionContext?
  /// The source's version then, and who had read that.
  let version: UInt64
  let lastReader: UInt64
  /// Whether observers know the value before, as it turns out at the end.
  var isKnown = false
  /// Whether the value is that again.
  var isSame = false
  /// Whether it is the one that the batch began with.
  var isBack = false
}

/// The node of an observed property.
final class Source<Value>: Node {
  let areEqual: ((Value, Value) -> Bool)?
  /// The value that the batch in progress began with.
  private var snapshot: Value?
  /// How often it has been compared with what was changed in place: a long value that is changed in a loop
  /// is not compared each time.
  private var comparisons = 0
  private static var limit: Int { 16 }

  init(home: Home?) {
    areEqual = equality(of: Value.self)
    super.init(.source, home: home)
  }

  /// Whether a change would be the batch's first, and there is somebody to tell of values that differ by
  /// their `==`: what objects hold that are changed through a value is not seen in it.
  var isFirstChangeToTell: Bool {
    batchVersion == 0 && subscriberCount > 0 && Value.self is any Equatable.Type
      && !holdsObjects(Value.self)
  }

  func changed(from old: Value?, to new: Value, _ strand: Strand) {
    strand.beginBatch()
    noteChange(from: old, isBack: isBack(at: new, from: old), strand)
    strand.endBatch()
  }

  /// Whether a value that differs from the one before, where that is known, is what the batch began with.
  fileprivate func isBack(at new: Value, from old: Value?) -> Bool {
    if old == nil { comparisons += 1 }
    let isCompared = old != nil || comparisons <= Self.limit
    guard isCompared, let snapshot, let areEqual else { return false }
    return areEqual(snapshot, new)
  }

  /// Notes a change, in a batch, that may yet be taken back.
  fileprivate func noteChange(from old: Value?, isBack: Bool, _ strand: Strand) {
    strand.noteWrite()
    beginChanges(from: old, strand)
    if isBack { version = batchVersion } else { advance() }
    strand.mark(subscribersOf: self)
  }

  /// Remembers what the batch began with, at its first change.
  fileprivate func beginChanges(from old: Value?, _ strand: Strand) {
    guard batchVersion == 0 else { return }
    snapshot = areEqual == nil ? nil : old
    batchVersion = version
    strand.rememberSnapshot(of: self)
  }

  override func dropSnapshot() {
    super.dropSnapshot()
    // Destroyed after the access to the property has ended: its deinitialiser may come back here.
    let old = snapshot
    snapshot = nil
    comparisons = 0
    withExtendedLifetime(old) {}
  }
}

extension Node {
  /// Notes a change of a source that at most one observer waits for: then nobody could see the value
  /// come back before all have run, and it need not be remembered.
  ///
  /// - Returns: False where there are others, or a batch; then nothing is noted.
  final func changedForOne(_ strand: Strand) -> Bool {
    guard !strand.isBatching, subscriberCount < 2, subscriptions.count == subscriberCount else {
      return false
    }
    let observer = subscriptions.first?.subscriber
    guard observer.map({ $0.kind == .effect || $0.kind == .oneShot }) ?? true else { return false }
    strand.noteWrite()
    advance()
    if let observer { strand.settle(only: observer) }
    return true
  }
}
