import Synchronization

/// A cell, whatever its value's type.
protocol SharedCell: AnyObject, Sendable {
  var currentVersion: UInt64 { get }
  /// The version that an operation sees: that of its first look, whatever others write meanwhile.
  func version(seenBy strand: Strand) -> UInt64
  /// Forgets what an operation has seen; tells whether others have written meanwhile.
  func endVisit(of operation: UInt64) -> Bool
  /// Tells observers what others have written while an operation saw the cell as it was.
  func notifyLate()
  func add(_ subscription: SharedSubscription)
  func remove(_ subscription: SharedSubscription)
}

/// The cells that have entries for an operation.
final class CellVisits {
  /// What tells it from all others.
  let number: UInt64
  /// The count of writes before the first look: a later one may have been to a cell that the
  /// operation sees as it was.
  let since: UInt64
  private var visits: [(cell: any SharedCell, operation: UInt64)] = []

  init(number: UInt64, since: UInt64) {
    self.number = number
    self.since = since
  }

  func add(_ cell: any SharedCell, _ operation: UInt64) {
    visits.append((cell, operation))
  }

  func end() {
    // Who is told reads all of them as they are now.
    let late = visits.filter { $0.cell.endVisit(of: $0.operation) }
    for visit in late { visit.cell.notifyLate() }
  }
}

extension Strand {
  /// Prepares for looking at a cell, before the look.
  func beginVisits() {
    if cells == nil { cells = CellVisits(number: nextNumber(), since: writeCount) }
  }

  /// Has `cell` forget the operation, or another, at the end of this one.
  func rememberVisit(to cell: any SharedCell, by other: UInt64? = nil) {
    beginVisits()
    cells?.add(cell, other ?? operation)
  }

  /// Notes that a node agrees with its inputs as they were at a count of writes, and with what the operation
  /// sees of its cells.
  func noteValid(_ node: Node, at count: UInt64) {
    node.validated = count
    guard node.readsCells else { return }
    node.compared = count
    node.lastVisits = cells?.number ?? 0
    // After the operation, what others have written since counts.
    if let since = cells?.since { node.validated = min(count, since) }
  }
}

/// A cell's stand-in in one isolation's graph: a source of that graph, which follows the cell.
///
/// The subscriber that made it keeps it, through its edge. It is subscribed to the cell while it
/// has subscribers itself.
final class SharedSource: Node {
  /// The cell, except for a one-shot: that has no owner, so that it and the cell would keep each other.
  private let kept: (any SharedCell)?
  private weak let waitedFor: (any SharedCell)?
  /// What its reader finds it by.
  let key: ObjectIdentifier
  private var subscription: SharedSubscription?

  private init(_ cell: any SharedCell, readBy reader: Node) {
    let isWaiting = reader.kind == .oneShot
    kept = isWaiting ? nil : cell
    waitedFor = isWaiting ? cell : nil
    key = ObjectIdentifier(cell)
    super.init(.source, home: reader.home)
    reader.standIns[key] = self
  }

  private var cell: (any SharedCell)? { kept ?? waitedFor }

  /// Records that the running node reads `cell`.
  ///
  /// The caller reads the value after this. A write before that is either in the value, or finds
  /// the subscription that this has made.
  static func track(_ cell: any SharedCell, _ strand: Strand) {
    guard let reader = strand.running else { return }
    let known = reader.standIns[ObjectIdentifier(cell)]
    // Where a cell has gone, another may have its address.
    let source = known.flatMap { $0.cell == nil ? nil : $0 } ?? SharedSource(cell, readBy: reader)
    source.poll()
    strand.track(source)
  }

  override var isShared: Bool { true }
  override var ownName: String { cell.map { "\(type(of: $0))" } ?? super.ownName }

  override func poll() {
    guard let cell else { return }
    let strand = Strand.current
    let new = cell.version(seenBy: strand)
    guard new != version else { return }
    version = new
    strand.mark(subscribersOf: self)
  }

  override func homeChanged() {
    if subscription != nil { subscriptionsChanged(isSubscribed: true) }
  }

  override func subscriptionsChanged(isSubscribed: Bool) {
    if let subscription {
      subscription.end()
      cell?.remove(subscription)
    }
    subscription = nil
    guard isSubscribed, let cell else { return }
    let new = SharedSubscription(self, home: home)
    subscription = new
    cell.add(new)
    // A write between the read and now has found nobody to tell.
    if cell.currentVersion != version { new.notify(of: cell) }
  }

  /// Lets go of those who wait for a cell that is gone.
  fileprivate func cellEnded() {
    dropOwner()
    subscriptionsChanged(isSubscribed: false)
  }
}

/// How a cell reaches one of its stand-ins.
///
/// Sendable, although it refers into an isolation's graph: the stand-in and `isLive` are only used
/// on that isolation, by `end` and by what `notify` and `notifyEnd` have it perform; the rest is immutable or atomic.
final class SharedSubscription: @unchecked Sendable {
  /// Counts up with each subscription that is made.
  let number = lastNumber.add(1, ordering: .relaxed).newValue
  private static let lastNumber = Atomic<UInt64>(0)
  private let source: SharedSource
  private let home: Home?
  private let context = ExecutionContext.current
  private var isLive = true
  private let isPending = Atomic(false)
  private let isReported = Atomic(false)

  init(_ source: SharedSource, home: Home?) {
    self.source = source
    self.home = home
  }

  func end() {
    isLive = false
  }

  /// Says that the cell has changed, from any thread.
  func notify(of cell: any SharedCell) {
    guard let home else { return context == .current ? look() : reportUntold() }
    // At once, though what another thread has to tell may be on its way.
    if home.isMainHere { look() } else { notify(of: cell, at: home) }
  }

  /// Keeps the cell until it has been looked at: a one-shot does not.
  private func notify(of cell: any SharedCell, at home: Home) {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    home.perform {
      self.isPending.store(false, ordering: .releasing)
      withExtendedLifetime(cell) { self.look() }
    }
  }

  /// Says that others have changed the cell while the calling task's operation saw it as it was.
  ///
  /// Without a home that is no news for it: run at the end of its own run, it might have no end. On the
  /// main actor it waits for what is on its way, or somebody who keeps writing might have this recurse.
  func notifyLate(of cell: any SharedCell) {
    if let home { return notify(of: cell, at: home) }
    if context == .current { reportUntold() }
  }

  private func reportUntold() {
    guard !isReported.exchange(true, ordering: .relaxed) else { return }
    report(
      """
      A SharedObserved was changed by another task, actor or thread than that of an observer made \
      in nonisolated code, which cannot be told. Observe it on an actor, or iterate over `changes`.
      """)
  }

  /// Says that the cell has gone, from any thread.
  func notifyEnd() {
    if let home {
      if !home.perform({ self.deliverEnd() }) { deliverEnd() }
    } else if context == .current {
      deliverEnd()
    }
  }

  private func deliverEnd() {
    if isLive { source.cellEnded() }
  }

  private func look() {
    guard isLive else { return }
    Strand.perform { strand in
      source.poll()
      strand.flushIfOutermost()
    }
  }
}
