import CModelObservation
import Synchronization

/// What one task does with the graph on one thread, from its outermost operation's beginning to its
/// end: what runs, what waits, what is being changed.
///
/// Only this file follows pointers and counts references by hand. A strand is a pointer to a
/// thread-local variable, which is valid on its own thread as long as that lives: it is made anew by
/// `current`, is not Sendable, and is kept in local variables of synchronous functions only. The
/// variable's object fields own what they refer to: `store` retains the new object before it lets go
/// of the old one, and `load` retains what it gives, so that no use depends on what the fields hold
/// later. Between operations they are nil, so that nothing has to be freed with the thread.
///
/// `place(of:)` and `isPresent(_:)` take an address as a number only, as `Home` does with an executor's
/// identity. The functions that ask the runtime are in the C target.
struct Strand {
  private let state: UnsafeMutablePointer<mo_strand>

  /// The calling thread's strand, whichever task the thread runs.
  static var current: Strand { Strand(state: mo_current()) }

  private static func load<Object: AnyObject>(
    _ field: UnsafeMutableRawPointer?, as type: Object.Type
  ) -> Object? {
    field.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func store<Object: AnyObject>(
    _ object: Object?, in field: inout UnsafeMutableRawPointer?
  ) {
    let old = field
    field = object.map { Unmanaged.passRetained($0).toOpaque() }
    if let old { Unmanaged<Object>.fromOpaque(old).release() }
  }

  // MARK: Objects

  /// The innermost node whose user code runs, tracked or not: the chain that a cycle is found in.
  var running: Node? {
    get { Strand.load(state.pointee.running, as: Node.self) }
    nonmutating set { Strand.store(newValue, in: &state.pointee.running) }
  }

  /// The observers that wait for the outermost change to end.
  var queueFirst: Node? {
    get { Strand.load(state.pointee.queue_first, as: Node.self) }
    nonmutating set { Strand.store(newValue, in: &state.pointee.queue_first) }
  }

  var queueLast: Node? {
    get { Strand.load(state.pointee.queue_last, as: Node.self) }
    nonmutating set { Strand.store(newValue, in: &state.pointee.queue_last) }
  }

  /// The nodes that remember their value from before the batch: the first of a list.
  var batch: Node? {
    get { Strand.load(state.pointee.batch, as: Node.self) }
    nonmutating set { Strand.store(newValue, in: &state.pointee.batch) }
  }

  /// The cells that the operation has visited, which have entries for it.
  var cells: CellVisits? {
    get { Strand.load(state.pointee.cells, as: CellVisits.self) }
    nonmutating set { Strand.store(newValue, in: &state.pointee.cells) }
  }

  var hasQueue: Bool { state.pointee.queue_first != nil }
  var isRunning: Bool { state.pointee.running != nil }
  var hasBatch: Bool { state.pointee.batch != nil || state.pointee.cells != nil }

  // MARK: Numbers

  /// Whether reads are recorded, for `running`.
  var isTracking: Bool {
    get { state.pointee.is_tracking }
    nonmutating set { state.pointee.is_tracking = newValue }
  }

  /// The number of the run that `running` is in, or zero.
  var runNumber: UInt64 {
    get { state.pointee.run }
    nonmutating set { state.pointee.run = newValue }
  }

  /// The number of the run that all runs in progress are in, or of the last such run.
  var outermostRun: UInt64 {
    get { state.pointee.outermost_run }
    nonmutating set { state.pointee.outermost_run = newValue }
  }

  /// Batches, checks and flushes in progress.
  var depth: Int {
    get { state.pointee.depth }
    nonmutating set { state.pointee.depth = newValue }
  }

  /// How many of these are `batchUpdates` of the program.
  var updates: Int {
    get { state.pointee.updates }
    nonmutating set { state.pointee.updates = newValue }
  }

  /// Whether the calling task is in a `batchUpdates`.
  var isUpdating: Bool { state.pointee.updates > 0 && isOwn }

  /// Checks in progress.
  var checks: Int {
    get { state.pointee.checks }
    nonmutating set { state.pointee.checks = newValue }
  }

  /// The flush that runs are counted in.
  var flush: UInt64 {
    get { state.pointee.flush }
    nonmutating set { state.pointee.flush = newValue }
  }

  /// How many one-shots have fired in the flush, each made in the action of the one before.
  var generation: Int {
    get { state.pointee.generation }
    nonmutating set { state.pointee.generation = newValue }
  }

  /// Identifies the strand among all of the process, while an operation is in progress.
  var operation: UInt64 {
    if state.pointee.operation == 0 { state.pointee.operation = nextNumber() }
    return state.pointee.operation
  }

  /// Takes out the operation's visits to cells, for the caller to end; another operation begins here.
  func takeVisits() -> CellVisits? {
    let visits = cells
    cells = nil
    state.pointee.operation = 0
    return visits
  }

  /// Whether the operation is in an access in place to an observed property: see `findAccess`.
  var isAccessing: Bool {
    get { state.pointee.is_accessing }
    nonmutating set { state.pointee.is_accessing = newValue }
  }

  /// The thread, as a number that is compared.
  var thread: UInt { UInt(bitPattern: state) }

  /// Whether reads are recorded, and for the calling task.
  ///
  /// Another task may be at work on this thread in the middle of a run: `Task.immediate` starts on
  /// its creator's thread, and a run loop may be nested.
  var isRecording: Bool { state.pointee.is_tracking && isOwn }

  var isOwn: Bool { state.pointee.task == mo_current_task() }

  /// Whether no operation is in progress: each run is part of a batch, a check or a flush.
  var isIdle: Bool { state.pointee.depth == 0 }

  // MARK: Versions

  /// Counts every write to an observed source in the process, so that a passive memo is known to
  /// be valid without looking at its inputs.
  private static let writes = Atomic<UInt64>(1)

  var writeCount: UInt64 { Strand.writes.load(ordering: .acquiring) }

  func noteWrite() {
    state.pointee.version = Strand.writes.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
  }

  /// The count of writes as far as this operation is concerned.
  ///
  /// During an operation it moves with this thread's writes only. Writes of other threads are to other
  /// graphs, and would have each memo checked again wherever it is met.
  var version: UInt64 {
    isOperating ? state.pointee.version : Strand.writes.load(ordering: .relaxed)
  }

  func noteOperation() {
    guard !isOperating else { return }
    state.pointee.version = Strand.writes.load(ordering: .relaxed)
    if !isBatching { state.pointee.base_version = state.pointee.version }
  }

  var isOperating: Bool { state.pointee.checks > 0 || state.pointee.running != nil }

  /// What `version` was before the change in progress.
  var baseVersion: UInt64 {
    get { state.pointee.base_version }
    nonmutating set { state.pointee.base_version = newValue }
  }

  /// The last of all numbers that a thread has reserved.
  private static let numbers = Atomic<UInt64>(0)

  /// Gives a number that no thread of the process has had, or will have: at a thousand million a second
  /// they last for five hundred years, and a thread reserves few that it does not use.
  func nextNumber() -> UInt64 {
    if state.pointee.next_number == state.pointee.last_number {
      let block: UInt64 = 4_096
      let last = Strand.numbers.wrappingAdd(block, ordering: .relaxed).newValue
      state.pointee.next_number = last - block
      state.pointee.last_number = last
    }
    state.pointee.next_number += 1
    return state.pointee.next_number
  }
}

// MARK: Tasks

extension Strand {
  /// Performs `body` on the calling task's strand.
  ///
  /// An operation of another task that is in progress on this thread is *set aside* meanwhile: it does not
  /// record what `body` reads, and observers of what `body` writes do not wait for its end.
  @inline(__always)
  static func perform<R, E: Error>(_ body: (Strand) throws(E) -> R) throws(E) -> R {
    let strand = current
    if strand.isIdle {
      assert(!strand.hasQueue, "what was queued has run, or been left to the end of an access")
      strand.state.pointee.task = mo_current_task()
      strand.isAccessing = false
      if _slowPath(strand.mayBeAccessing) { strand.findAccess() }
      return try body(strand)
    }
    if _fastPath(strand.isOwn) { return try body(strand) }
    return try strand.performAside(body)
  }

  @inline(never)
  private func performAside<R, E: Error>(_ body: (Strand) throws(E) -> R) throws(E) -> R {
    var inner = mo_strand()
    inner.task = mo_current_task()
    inner.next_number = state.pointee.next_number
    inner.last_number = state.pointee.last_number
    swap(&state.pointee, &inner)
    defer {
      inner.next_number = state.pointee.next_number
      inner.last_number = state.pointee.last_number
      // What `body` has written counts for the operation further out, which may have read it: these writes
      // are not those of another thread to another graph.
      inner.version = max(inner.version, state.pointee.version)
      swap(&state.pointee, &inner)
    }
    if mayBeAccessing { findAccess() }
    return try body(self)
  }

  /// Starts a batch: what is written until `endBatch` is seen together.
  @inline(__always)
  func beginBatch() {
    if !isBatching { noteOperation() }
    state.pointee.depth += 1
  }
}

/// Where the hold on a node lies, as a number that names the property in reports.
///
/// Inlined, as a key path that is passed on would have to be made at every read. Not the value's address: the
/// compiler would keep the value at an address for it, and fetch it from there at every read.
@inlinable @inline(__always) internal func place<Value>(of stored: inout Value) -> UInt {
  withUnsafeMutablePointer(to: &stored) { UInt(bitPattern: $0) }
}

/// Whether there is an object, told by the reference's number: where it is zero there is none.
///
/// Of a test for nil the optimiser forgets that there is hardly ever an object, and puts the rare path into
/// the middle of every access; of a number's test it remembers that.
@inlinable @inline(__always) internal func isPresent<Object: AnyObject>(_ object: Object?) -> Bool {
  unsafeBitCast(object, to: UInt.self) != 0
}
