/// One run of the code that makes a value.
final class Build: Sendable {
  let slot: Slot
  let key: any (Any & SendableMetatype).Type
  let accessor: StaticString
  let thread = ThreadID.current
  let place: SourcePlace
  /// The scope of the reader that the build runs for; `nil` once it has ended.
  ///
  /// Guarded by the lock of the registry, in which others ask about it: whoever still holds an ended
  /// build must not keep a scope, and what was built there, alive.
  private nonisolated(unsafe) var reader: ScopeNode?
  /// The build around this one on its thread, and when this one started; of use to the registry only.
  ///
  /// Guarded by its lock.
  nonisolated(unsafe) var below: Build?
  nonisolated(unsafe) var number: UInt64 = 0
  private let lazySettlement = LazyReference<AtomicSettlement>()
  private let record: Guarded<BuildRecord>
  /// Whether the reader's chain does not hold all of itself; see ``JunctionNode``.
  private let isOnJunction: Bool
  /// Held while user code runs; readers that can use the result wait for it here.
  private let gate = Guarded(())

  init(
    slot: Slot, request: Request, reader: ScopeNode?, floor: ScopeNode? = nil
  ) {
    self.slot = slot
    self.key = request.key
    self.accessor = request.accessor
    self.reader = reader
    self.place = reader?.place ?? SourcePlace("process", 0)
    self.isOnJunction = reader?.isOnJunction ?? false
    var record = BuildRecord(beyond: reader?.beyondJunctions ?? [])
    // What is built in a test's world belongs there, whatever it reads; and where there are worlds,
    // what is built for the process depends on being outside of them.
    let world = reader?.world
    if world != nil || TestSupport.isPresent {
      record.add(ObjectIdentifier(WorldKey.self), from: world)
    }
    record.deepen(to: floor)
    self.record = Guarded(record)
  }

  /// Where the value belongs once the build has ended, for those who capture the build's scope.
  var settlement: AtomicSettlement {
    lazySettlement.load() ?? lazySettlement.storeIfNil(AtomicSettlement())
  }

  /// Whether the end is known, to those who have asked for it.
  var isSettled: Bool {
    lazySettlement.borrowed?._withUnsafeGuaranteedRef { $0.end.borrowed != nil } ?? false
  }

  /// The same, if anybody has asked for it.
  var knownSettlement: AtomicSettlement? { lazySettlement.load() }

  /// The keys read so far.
  private var keys: KeySet { record.withLock { $0.keys } }

  /// Takes what was read, of which only the keys are of use to the build from then on.
  func takeRecord() -> BuildRecord {
    var taken = BuildRecord()
    record.withLock { record in
      swap(&taken, &record)
      record.keys = taken.keys
      record.isTaken = true
      swap(&taken.beyond, &record.beyond)
    }
    return taken
  }

  /// Notes that a part of the value holds the scope that it was built in.
  func noteCapture() {
    record.withLock { $0.holdsScope = true }
  }

  func add(_ key: ObjectIdentifier, from scope: ScopeNode?) {
    record.withLock { $0.add(key, from: scope) }
  }

  /// Adds a read by a reader inside the build.
  ///
  /// - Parameters:
  ///   - read: The read.
  ///   - chain: The reader's chain.
  ///   - depth: How deep the build's scope is in it.
  ///   - isFirst: Whether no build further in has it among what it read directly.
  func add(
    _ read: borrowing RecordedRead, in chain: Unmanaged<ScopeNode>, insideOf depth: Int32,
    isFirst: Bool
  ) {
    let provenance = isFirst ? read.provenance : nil
    if chain._withUnsafeGuaranteedRef({ $0.isOnJunction }) {
      // Found outside the lock: to let go of what is beyond the junction may free it.
      let chain = chain.takeUnretainedValue()
      var sources: [ScopeNode] = []
      var unaffected = KeySet()
      var keys = read.others
      keys.insert(read.key)
      keys.each { key in
        if let source = chain.nearest(key) {
          sources.append(source)
        } else {
          unaffected.insert(key)
        }
      }
      return withExtendedLifetime(sources) {
        record.withLock { record in
          if let provenance { record.add(provenance) }
          record.keys.insert(read.key)
          unaffected.each { record.add($0, from: nil) }
          for source in sources {
            Self.add(source.keyID, from: source, to: &record, insideOf: depth)
          }
        }
      }
    }
    record.withLock { record in
      if let provenance { record.add(provenance) }
      record.keys.insert(read.key)
      Self.add(read.key, to: &record, in: chain, insideOf: depth)
      read.others.each { Self.add($0, to: &record, in: chain, insideOf: depth) }
    }
  }

  private static func add(
    _ key: ObjectIdentifier, to record: inout BuildRecord, in chain: Unmanaged<ScopeNode>,
    insideOf depth: Int32
  ) {
    let isFound: Void? = ScopeNode.walk(from: chain) { source in
      guard source.keyID == key else { return nil }
      add(key, from: source, to: &record, insideOf: depth)
      return ()
    }
    if isFound == nil { record.add(key, from: nil) }
  }

  private static func add(
    _ key: ObjectIdentifier, from source: ScopeNode?, to record: inout BuildRecord,
    insideOf depth: Int32
  ) {
    // What a scope inside the build assigned is the build's own affair.
    if let source, source.depth > depth { return }
    record.add(key, from: source)
  }

  /// Runs `body` while readers of the same slot wait.
  func running<R>(_ body: () -> R) -> R { gate.withLock { _ in body() } }

  /// Returns once the build has ended.
  func wait() { gate.withLock { _ in } }

  /// Lets go of the reader's scope.
  ///
  /// The registry's lock is held.
  func forgetReader() { reader = nil }

  /// Lets go of what the reader's chain leads to; not under a lock, since that may free it.
  @inline(never)
  func forgetBeyond() {
    guard isOnJunction else { return }
    var beyond: [ScopeNode] = []
    record.withLock { record in
      record.isTaken = true
      swap(&beyond, &record.beyond)
    }
    withExtendedLifetime(beyond) {}
  }

  /// Whether a reader elsewhere is in the same scope, not counting builds.
  @inline(never)
  func isSurelyShared(with other: ScopeNode?) -> Bool {
    switch (Self.scope(around: reader), Self.scope(around: other)) {
    case (nil, nil): true
    case (let mine?, let theirs?): mine.isSameScope(as: theirs)
    default: false
    }
  }

  private static func scope(around reader: ScopeNode?) -> ScopeNode? {
    var node = reader
    while let current = node, current.tag == Entry.Tag.build || current.tag == Entry.Tag.recording {
      node = current.up
    }
    return node
  }

  /// Whether a reader elsewhere has, so far, the same values for all that the build has read.
  @inline(never)
  func isCompatible(with other: ScopeNode?) -> Bool {
    if reader === other { return true }
    return ScopeNode.agree(
      on: keys, beyond: slot, of: ObjectIdentifier(key), reader, other)
  }
}
