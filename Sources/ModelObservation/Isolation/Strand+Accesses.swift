import Synchronization

/// The accesses in place of one task on one executor that are open, and what they hold up.
///
/// Sendable, although the nodes that it refers to are not: only that task takes them out, on that executor.
/// Another task adds nodes there alone too, namely effects that an observer among the nodes has made.
private struct OpenAccesses: @unchecked Sendable {
  var count = 0
  /// The count of writes before the first.
  let baseVersion: UInt64
  /// Identifies the accesses, and so their writes to cells.
  let number: UInt64
  /// The cells that remember their value from before the accesses.
  var cells: [any SharedCell] = []
  var pending = Pending()

  /// Adds observers and snapshots that are to wait for the accesses' end.
  mutating func hold(_ later: Pending) {
    later.note(heldUpBy: number)
    pending.append(later)
  }
}

/// Observers that wait to run, and nodes that remember their value from before.
struct Pending {
  fileprivate(set) var first: Node?
  fileprivate(set) var last: Node?
  fileprivate(set) var batch: Node?

  /// Adds what came later.
  fileprivate mutating func append(_ later: Pending) {
    if let new = later.first {
      if let last { last.next = new } else { first = new }
      last = later.last
    }
    var step = later.batch
    while let node = step {
      step = node.nextInBatch
      node.nextInBatch = batch
      batch = node
    }
  }

  /// Notes in each effect the number of the accesses that hold it up, or zero.
  fileprivate func note(heldUpBy number: UInt64) {
    var step = first
    while let node = step {
      (node as? Effect)?.heldUpBy = number
      step = node.next
    }
  }
}

extension Strand {
  /// The open accesses of all tasks, and of all threads outside tasks.
  ///
  /// They are not in the thread-local, since a task may suspend during an access that is lent to an
  /// asynchronous function: the thread then goes on with other tasks, and the task on another thread.
  /// So an operation asks here when it begins; until its end, the thread-local's `isAccessing` counts.
  private static let openAccesses = Guarded<[ExecutionContext: OpenAccesses]>([:])
  private static let openCount = Atomic(0)

  /// Whether any task has an access open, so that the table is worth asking.
  @inline(__always)
  var mayBeAccessing: Bool { Strand.openCount.load(ordering: .relaxed) > 0 }

  /// Whether a change is one of several that observers see together.
  var isBatching: Bool { depth > 0 || isAccessing }

  /// Finds out whether the operation that begins is in an access.
  @inline(never)
  func findAccess() {
    let context = ExecutionContext.current
    guard let base = Strand.openAccesses.withLock({ $0[context]?.baseVersion }) else { return }
    isAccessing = true
    noteOperation()
    baseVersion = base
  }

  /// Begins an access in place: no observer runs before its end, since it might read the property.
  ///
  /// In the middle of an operation of the same task no observer runs anyway: there is nothing to end.
  ///
  /// - Returns: What `endAccess` needs, or nil where that must not be called.
  func beginAccess() -> ExecutionContext? {
    guard isIdle || !isOwn else { return nil }
    let context = ExecutionContext.current
    let new = OpenAccesses(baseVersion: writeCount, number: nextNumber())
    Strand.openAccesses.withLock { $0[context, default: new].count += 1 }
    Strand.openCount.wrappingAdd(1, ordering: .relaxed)
    return context
  }

  /// Ends an access; what the outermost one has held up now waits for the end of the batch in progress.
  func endAccess(begunIn context: ExecutionContext) {
    let ended = Strand.openAccesses.withLock { open -> OpenAccesses? in
      guard let index = open.index(forKey: context) else { return nil }
      open.values[index].count -= 1
      return open.values[index].count == 0 ? open.remove(at: index).value : nil
    }
    Strand.openCount.wrappingSubtract(1, ordering: .relaxed)
    guard let ended else { return }
    // The cells let go of the values before the accesses at the end of the batch, not here.
    for cell in ended.cells { rememberVisit(to: cell, by: ended.number) }
    isAccessing = false
    ended.pending.note(heldUpBy: 0)
    pending = ended.pending
  }

  /// The number of the accesses that the calling task has open, if it has any.
  var accessNumber: UInt64? {
    guard _slowPath(mayBeAccessing) else { return nil }
    let context = ExecutionContext.current
    return Strand.openAccesses.withLock { $0[context]?.number }
  }

  /// Has `cell` forget its value from before the calling task's accesses when these end.
  func rememberInAccess(_ cell: any SharedCell) {
    let context = ExecutionContext.current
    Strand.openAccesses.withLock { $0[context]?.cells.append(cell) }
  }

  /// Moves what is queued to the accesses in progress, at whose end it runs.
  func park() {
    let context = ExecutionContext.current
    let later = OpenAccesses(baseVersion: 0, number: 0, pending: pending)
    pending = Pending()
    let visits = takeVisits()
    Strand.openAccesses.withLock { $0[context]?.hold(later.pending) }
    visits?.end()
  }

  /// Leaves an effect for the end of the accesses that hold up an effect which it was made in, if any do: that
  /// one may read what is lent, and then find that `effect` should not exist any more.
  ///
  /// - Returns: Whether `effect` is left.
  func park(behindAncestorsOf effect: Effect) -> Bool {
    guard _slowPath(mayBeAccessing) else { return false }
    var number: UInt64 = 0
    var ancestor = effect.parent
    while let above = ancestor {
      if above.heldUpBy != 0 { number = above.heldUpBy }
      ancestor = above.parent
    }
    guard number != 0 else { return false }
    // It stands in a queue already, which comes to it again.
    if effect.isQueued { return true }
    let later = OpenAccesses(
      baseVersion: 0, number: 0, pending: Pending(first: effect, last: effect))
    return Strand.openAccesses.withLock { [number] open in
      guard let index = open.values.firstIndex(where: { $0.number == number }) else { return false }
      effect.isQueued = true
      open.values[index].hold(later.pending)
      return true
    }
  }

  private var pending: Pending {
    get { Pending(first: queueFirst, last: queueLast, batch: batch) }
    nonmutating set {
      (queueFirst, queueLast, batch) = (newValue.first, newValue.last, newValue.batch)
    }
  }
}
