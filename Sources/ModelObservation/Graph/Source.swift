internal import Observation

/// The wrapper's hold on the node of an observed property, which goes with the model.
///
/// Made at the first tracked read, or with the wrapper where that has a `didSet:`.
@usableFromInline final class ObservedNode<Value> {
  let source: Source<Value>
  /// The wrapper's `didSet:`, called after a change and before any observer.
  let didSet: ((AnyObject) -> Void)?
  /// The value before the access in place that is in progress, kept where that costs no copy, and at the
  /// property's first change in a `batchUpdates`.
  private var before: Value?
  /// The access in place that is in progress.
  private var access: Access?
  /// Accesses of other tasks that are in progress as well, the latest last, each with the value before it.
  private var otherAccesses: [(access: Access, before: Value?)] = []
  /// Whether there are other accesses: faster to ask than the array, whose elements are generic.
  private var hasOtherAccesses = false
  /// Whether `didSet` is running: what it writes does not call it again.
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

  /// Notes that an equal value has been stored: no observer is told, and the wrapper's `didSet:` runs.
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
  /// `didModify` follows, and notifies. It is a call of its own, so that nobody holds the value while observers
  /// change it in place.
  func compareModified(_ new: Value) {
    let isEarliest = hasOtherAccesses ? bringForwardOwnAccess() : true
    // Where another task has assigned or read the property meanwhile, observers know a later value than `before`.
    let isKnown = access?.version == source.version && access?.lastReader == source.lastReader
    let old = isKnown ? before : nil
    let isSame = old.map { isEqual($0, new) } ?? false
    let isBack = !isSame && source.isBack(at: new, from: old)
    if isSame, hasOtherAccesses, isEarliest { passOnValueBefore() }
    access?.isKnown = isKnown
    access?.isSame = isSame
    access?.isBack = isBack
  }

  /// Notes a change in place, after `compareModified`.
  func didModify(in object: AnyObject) {
    guard let ended = access else { return }
    // This may be the last reference to the value before: its deinitialiser may use this node.
    let earlier = before
    defer { withExtendedLifetime(earlier) {} }
    let old = ended.isKnown ? earlier : nil
    access = nil
    before = nil
    if hasOtherAccesses { goOnWithOtherAccess() }
    Strand.perform { strand in
      // The change counts among those of the access around this one, where there is one.
      strand.beginBatch()
      if let context = ended.context { strand.endAccess(begunIn: context) }
      if !ended.isSame {
        source.noteChange(from: old, isBack: ended.isBack, strand)
      } else if strand.isUpdating {
        // The batch's next change is compared with this value, and need not copy again.
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

  /// Gives the next access the value before this one: its own may be one that this access had set meanwhile,
  /// and that no observer knows.
  @inline(never) private func passOnValueBefore() {
    let next = otherAccesses[0].access
    if next.version == access?.version, next.lastReader == access?.lastReader {
      otherAccesses[0].before = before
    }
  }

  /// Makes the access that the calling task ends the one in progress, and tells whether it began first of all.
  ///
  /// An access without a context began in the middle of an operation, and ends there.
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
  /// What `Strand.endAccess` needs, or nil where that must not be called.
  let context: ExecutionContext?
  /// The source's version when the access began, and the last run that had read the source.
  let version: UInt64
  let lastReader: UInt64
  /// Whether observers still know the value before the access: found out at its end.
  var isKnown = false
  /// Whether the new value equals the one before the access.
  var isSame = false
  /// Whether the new value equals the one that the batch began with.
  var isBack = false
}

/// The node of an observed property.
final class Source<Value>: Node {
  let areEqual: ((Value, Value) -> Bool)?
  /// The value that the batch in progress began with.
  private var snapshot: Value?
  /// How often the snapshot has been compared with a value that was changed in place: limited, so that a long
  /// value that is changed in a loop is not compared each time.
  private var comparisons = 0
  private static var limit: Int { 16 }

  init(home: Home?) {
    areEqual = equality(of: Value.self)
    super.init(.source, home: home)
  }

  /// Whether a change would be the batch's first, of a value with subscribers and an `==` of its own.
  ///
  /// Not of a value that holds objects: it equals itself after an object has been changed through it.
  var isFirstChangeToTell: Bool {
    batchVersion == 0 && subscriberCount > 0 && Value.self is any Equatable.Type
      && !holdsObjects(Value.self)
  }

  func changed(from old: Value?, to new: Value, _ strand: Strand) {
    strand.beginBatch()
    noteChange(from: old, isBack: isBack(at: new, from: old), strand)
    strand.endBatch()
  }

  /// Whether `new`, which differs from `old` where that is known, equals the value that the batch began with.
  fileprivate func isBack(at new: Value, from old: Value?) -> Bool {
    if old == nil { comparisons += 1 }
    let isCompared = old != nil || comparisons <= Self.limit
    guard isCompared, let snapshot, let areEqual else { return false }
    return areEqual(snapshot, new)
  }

  /// Notes a change in a batch; a later change in the batch may take it back.
  fileprivate func noteChange(from old: Value?, isBack: Bool, _ strand: Strand) {
    strand.noteWrite()
    beginChanges(from: old, strand)
    if isBack { version = batchVersion } else { advance() }
    strand.mark(subscribersOf: self)
  }

  /// At the batch's first change, remembers the value that the batch began with.
  fileprivate func beginChanges(from old: Value?, _ strand: Strand) {
    guard batchVersion == 0 else { return }
    snapshot = areEqual == nil ? nil : old
    batchVersion = version
    strand.rememberSnapshot(of: self)
  }

  override func dropSnapshot() {
    super.dropSnapshot()
    // Destroyed after the access to `snapshot` has ended: its deinitialiser may come back here.
    let old = snapshot
    snapshot = nil
    comparisons = 0
    withExtendedLifetime(old) {}
  }
}

extension Node {
  /// Notes a change of a source whose only subscriber, if it has one, is an effect or a one-shot: this runs
  /// before the value can be put back, so that the former value need not be remembered.
  ///
  /// - Returns: False in a batch, or where there are other subscribers; then nothing is noted.
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
