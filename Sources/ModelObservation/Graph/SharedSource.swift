import Synchronization

/// A cell, whatever its value's type.
protocol SharedCell: AnyObject, Sendable {
  var currentVersion: UInt64 { get }
  /// The version that an operation sees: that of its first look, whatever others write meanwhile.
  func version(seenBy strand: Strand) -> UInt64
  /// Forgets the version that an operation has seen; tells whether others have written meanwhile.
  func endVisit(of operation: UInt64) -> Bool
  /// Tells observers of writes by others while an operation saw the cell's former version.
  func notifyLate()
  func add(_ subscription: SharedSubscription)
  func remove(_ subscription: SharedSubscription)
}

/// The cells that have entries for an operation.
final class CellVisits {
  /// Identifies these visits in the process.
  let number: UInt64
  /// The count of writes before the first look: a later write may have been to a cell whose former
  /// version the operation goes on seeing.
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
    for visit in visits where visit.cell.endVisit(of: visit.operation) { visit.cell.notifyLate() }
  }
}

extension Strand {
  /// Begins to note visits to cells, before the first look at one.
  func beginVisits() {
    if cells == nil { cells = CellVisits(number: nextNumber(), since: writeCount) }
  }

  /// Has `cell` forget this operation, or `other`, when this one ends.
  func rememberVisit(to cell: any SharedCell, by other: UInt64? = nil) {
    beginVisits()
    cells?.add(cell, other ?? operation)
  }

  /// Notes that a node agrees with its inputs as of a count of writes, and with the versions of cells that the
  /// operation sees.
  func noteValid(_ node: Node, at count: UInt64) {
    node.validated = count
    guard node.readsCells else { return }
    node.compared = count
    node.lastVisits = cells?.number ?? 0
    // After the operation, writes of others since its first look count.
    if let since = cells?.since { node.validated = min(count, since) }
  }
}

/// A cell's stand-in in one isolation's graph: a source of that graph, which follows the cell.
///
/// The subscriber that made it keeps it, through its edge. It is subscribed to the cell while it
/// has subscribers itself.
final class SharedSource: Node {
  /// The cell, unless a one-shot reads it: that has no owner, so that it and the cell would keep each other.
  private let kept: (any SharedCell)?
  private weak let waitedFor: (any SharedCell)?
  /// Its key in the reader's `standIns`.
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
    // Another cell may have the address of one that has gone.
    let source = known.flatMap { $0.cell == nil ? nil : $0 } ?? SharedSource(cell, readBy: reader)
    source.poll()
    strand.track(source)
  }

  /// Records that the running node reads the cell of this stand-in.
  func trackCell(_ strand: Strand) {
    if let cell { SharedSource.track(cell, strand) }
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

  /// Ends the stand-in of a cell that has gone, and cuts off the one-shots that wait for it.
  fileprivate func cellEnded() {
    dropOwner()
    subscriptionsChanged(isSubscribed: false)
  }
}

/// How a cell reaches one of its stand-ins.
///
/// Sendable, although it refers into an isolation's graph: the stand-in and `isLive` are only used on that
/// isolation, by `end` and by the actions that `notify` and `notifyEnd` send there; the rest is immutable
/// or atomic.
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
    // At once, even if a notification from another thread is on its way.
    if home.isMainHere { look() } else { notify(of: cell, at: home) }
  }

  /// Has `home` look at the cell, and keeps the cell until then, since a one-shot does not.
  private func notify(of cell: any SharedCell, at home: Home) {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    home.perform {
      self.isPending.store(false, ordering: .releasing)
      withExtendedLifetime(cell) { self.look() }
    }
  }

  /// Says that others have changed the cell while the calling task's operation saw its former version.
  ///
  /// An observer without a home is not run: it might run again at the end of each of its runs, without end.
  /// A notification that is on its way serves, on the main actor too: this might recurse under steady writes.
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
