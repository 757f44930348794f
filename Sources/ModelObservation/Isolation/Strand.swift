import CModelObservation
import Synchronization

/// What one task does with the graph on one thread, from its outermost operation's beginning to its
/// end: what runs, what waits, what is being changed.
///
/// This file is all that is unsafe here. A strand is a pointer to a thread-local variable, which is
/// valid on its own thread as long as that lives: it is made anew by `current`, is not Sendable, and
/// is kept in local variables of synchronous functions only. The variable's object fields own what
/// they refer to: `store` retains the new object before it lets go of the old one, and `load`
/// retains what it gives, so that no use depends on what the fields hold later. Between operations
/// they are nil, so that nothing has to be freed with the thread.
///
/// Beside it there are `place(of:)` and `isPresent(_:)`, which take an address for the number that it
/// is, as `Home` does with an executor's identity. What the runtime is asked is in the C target.
struct Strand {
  private let state: UnsafeMutablePointer<mo_strand>

  /// The calling thread's, whichever task it is at.
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

  /// The cells that have entries for the operation.
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

  /// Batches, runs and flushes in progress.
  var depth: Int {
    get { state.pointee.depth }
    nonmutating set { state.pointee.depth = newValue }
  }

  /// Those batches of them that the program asked for.
  var updates: Int {
    get { state.pointee.updates }
    nonmutating set { state.pointee.updates = newValue }
  }

  /// Whether the calling task is in one of these.
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

  /// How many one-shots have fired in that, each made in the action of the one before.
  var generation: Int {
    get { state.pointee.generation }
    nonmutating set { state.pointee.generation = newValue }
  }

  /// Identifies the strand among all of the process, while an operation is in progress.
  var operation: UInt64 {
    if state.pointee.operation == 0 { state.pointee.operation = nextNumber() }
    return state.pointee.operation
  }

  /// Takes out what the operation has seen of cells, to be ended; what comes then is another one.
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

  /// Whether reads are recorded, and for the task that reads.
  ///
  /// Another task may be at work on this thread in the middle of a run: `Task.immediate` starts on
  /// its creator's thread, and a run loop may be nested.
  var isRecording: Bool { state.pointee.is_tracking && isOwn }

  var isOwn: Bool { state.pointee.task == mo_current_task() }

  var isIdle: Bool {
    state.pointee.depth == 0 && state.pointee.running == nil && state.pointee.checks == 0
  }

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
  /// While one is in progress it moves with this thread's writes only. Those of other threads are
  /// to other graphs, and would have each memo checked again wherever it is met.
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

  /// A number that no thread of the process has had, or will have: at a thousand million a second
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
  /// Where another task's operation is in progress on this thread, that is set aside meanwhile:
  /// neither does it record what this one reads, nor does this one wait for its end.
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
      // What it has written is no news of another graph: the operation further out may have read it.
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
/// Inlined, as a key path that is passed on would have to be made at every read. It is not the value's
/// address, which would then be kept for it, and have to be fetched at every read.
@inlinable @inline(__always) internal func place<Value>(of stored: inout Value) -> UInt {
  withUnsafeMutablePointer(to: &stored) { UInt(bitPattern: $0) }
}

/// Whether there is an object, told by the reference's number: where it is zero there is none.
///
/// Of a test for nil the optimiser forgets that it hardly ever finds one, and puts what is rare into
/// the middle of every access; of a number it remembers.
@inlinable @inline(__always) internal func isPresent<Object: AnyObject>(_ object: Object?) -> Bool {
  unsafeBitCast(object, to: UInt.self) != 0
}
