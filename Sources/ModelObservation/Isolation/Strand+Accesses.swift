import Synchronization

/// An access in place to an observed property, from its beginning to its end.
///
/// It lies in the accessor's frame, and so goes where the task goes: an access that is lent to an
/// asynchronous function may end on another thread than it began on.
@usableFromInline struct OpenAccess {
  /// The thread that it began on, as a number.
  let thread: UInt
  /// The number of the outermost access that it is in, maybe its own.
  let number: UInt64
  /// How many accesses it is in, with itself.
  let level: Int
  /// What another task, suspended in an access or at work further out on the stack, had there.
  let aside: (task: UInt, number: UInt64, level: Int)?
}

extension Strand {
  /// Whether a change is one of several that observers see together.
  var isBatching: Bool { depth > 0 || accesses > 0 }

  /// Whether nothing is in progress but an access.
  var isOnlyAccessing: Bool { depth == 0 && accesses > 0 }

  /// Begins an access in place: no observer runs before its end, since it might read the property.
  func beginAccess() -> OpenAccess? {
    closeAbandonedAccesses()
    var aside: (task: UInt, number: UInt64, level: Int)?
    if isIdle {
      task = Strand.currentTask
    } else if !isOwn {
      // In the middle of another task's operation there is no way to set that aside for as long.
      guard isOnlyAccessing && !isOperating else { return nil }
      aside = (task, firstAccess, accesses)
      task = Strand.currentTask
      accesses = 0
    }
    if accesses == 0 {
      if depth == 0 { beginOperation() }
      firstAccess = nextNumber()
    }
    accesses += 1
    return OpenAccess(
      thread: thread, number: firstAccess,
      level: accesses, aside: aside)
  }

  /// Ends an access; what was queued in it waits for the batch in progress.
  func end(_ access: OpenAccess) {
    let isHere = thread == access.thread
    if !isHere {
      // The thread that it began on finds out at its next operation.
      Strand.abandoned.withLock { _ = $0.insert(access.number) }
      Strand.hasAbandoned.store(true, ordering: .releasing)
    }
    accesses = access.level - 1
    firstAccess = access.number
    guard access.level == 1 else { return }
    takeParked(access.number)
  }

  /// Gives the thread back to the task whose access `access` came between.
  func restore(_ access: OpenAccess) {
    guard let aside = access.aside, access.level == 1 else { return }
    guard thread == access.thread, isIdle else { return }
    task = aside.task
    firstAccess = aside.number
    accesses = aside.level
  }

  private static let abandoned = Guarded<Set<UInt64>>([])
  private static let hasAbandoned = Atomic(false)

  func closeAbandonedAccesses() {
    guard accesses > 0, Strand.hasAbandoned.load(ordering: .acquiring) else { return }
    let first = firstAccess
    if Strand.abandoned.withLock({ $0.remove(first) != nil }) { accesses = 0 }
  }
}

// MARK: What waits for the end of an access

/// What an access holds up, while nothing else is in progress.
///
/// Not in the thread-local, since the access may end on another thread. Sendable, although what it
/// refers to is not: it is taken out where the access ends, which is in the same task.
private final class Parked: @unchecked Sendable {
  var first: Node?
  var last: Node?
  var batch: Node?
}

extension Strand {
  private static let parked = Guarded<[UInt64: Parked]>([:])
  private static let hasParked = Atomic(0)

  /// Leaves what is queued for the end of the access in progress.
  func park() {
    takeParked(firstAccess)
    let left = Parked()
    (left.first, left.last, left.batch) = (queueFirst, queueLast, batch)
    (queueFirst, queueLast, batch) = (nil, nil, nil)
    let visits = cells
    cells = nil
    let number = firstAccess
    Strand.parked.withLock { $0[number] = left }
    Strand.hasParked.wrappingAdd(1, ordering: .releasing)
    visits?.end()
  }

  /// Takes back what was left, before what is queued.
  private func takeParked(_ number: UInt64) {
    guard Strand.hasParked.load(ordering: .acquiring) > 0,
      let left = Strand.parked.withLock({ $0.removeValue(forKey: number) })
    else { return }
    Strand.hasParked.wrappingSubtract(1, ordering: .releasing)
    if let last = left.last {
      last.next = queueFirst
      if queueFirst == nil { queueLast = last }
      queueFirst = left.first
    }
    while let node = left.batch {
      left.batch = node.nextInBatch
      rememberSnapshot(of: node)
    }
  }
}
