import Synchronization

/// A cell, whatever its value's type.
protocol SharedCell: AnyObject, Sendable {
  var currentVersion: UInt64 { get }
  /// The version that an operation sees: that of its first look, whatever others write meanwhile.
  func version(seenBy strand: Strand) -> UInt64
  /// Forgets what an operation has seen.
  func endVisit(of operation: UInt64)
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
    for visit in visits { visit.cell.endVisit(of: visit.operation) }
  }
}

extension Strand {
  /// Prepares for looking at a cell, before the look.
  func beginVisits() {
    if cells == nil { cells = CellVisits(number: nextNumber(), since: writeCount) }
  }

  /// Has `cell` forget the operation at its end.
  func rememberVisit(to cell: any SharedCell) {
    beginVisits()
    cells?.add(cell, operation)
  }

  /// Whether a node that reads cells has to be compared once more: what one operation sees of a cell is one
  /// version, also through what was derived from it before.
  func needsVisit(_ node: Node) -> Bool {
    guard node.readsCells, isOperating || isBatching else { return false }
    return cells.map { $0.number != node.lastVisits } ?? true
  }

  /// Notes that a node agrees with what the operation sees of its cells.
  func noteVisit(of node: Node) {
    if node.readsCells { node.lastVisits = cells?.number ?? 0 }
  }

  /// The count of writes at which a node that has just been compared is valid.
  func validation(of node: Node) -> UInt64 {
    guard node.readsCells, let since = cells?.since else { return version }
    return min(version, since)
  }
}

/// A cell's stand-in in one isolation's graph: a source of that graph, which follows the cell.
///
/// The subscriber that made it keeps it, through its edge. It is subscribed to the cell while it
/// has subscribers itself.
final class SharedSource: Node {
  private let cell: any SharedCell
  private var subscription: SharedSubscription?

  private init(_ cell: any SharedCell, readBy reader: Node) {
    self.cell = cell
    super.init(.source, home: reader.home)
    reader.standIns[key] = self
  }

  /// What its reader finds it by.
  var key: ObjectIdentifier { ObjectIdentifier(cell) }

  /// Records that the running node reads `cell`.
  ///
  /// The caller reads the value after this. A write before that is either in the value, or finds
  /// the subscription that this has made.
  static func track(_ cell: any SharedCell, _ strand: Strand) {
    guard let reader = strand.running else { return }
    let known = reader.standIns[ObjectIdentifier(cell)]
    let source = known ?? SharedSource(cell, readBy: reader)
    source.poll()
    strand.track(source)
  }

  override var isShared: Bool { true }
  override var ownName: String { "\(type(of: cell))" }

  override func poll() {
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
      cell.remove(subscription)
    }
    subscription = nil
    guard isSubscribed else { return }
    let new = SharedSubscription(self, cell, home: home)
    subscription = new
    cell.add(new)
    // A write between the read and now has found nobody to tell.
    if cell.currentVersion != version { new.notify() }
  }
}

/// How a cell reaches one of its stand-ins.
///
/// Sendable, although it refers into an isolation's graph: the stand-in and `isLive` are only used
/// on that isolation, by `end` and by what `notify` has it perform; the rest is immutable or atomic.
final class SharedSubscription: @unchecked Sendable {
  private let source: SharedSource
  private let cell: any SharedCell
  private let home: Home?
  private let context = ExecutionContext.current
  private var isLive = true
  private let isPending = Atomic(false)
  private let isReported = Atomic(false)

  init(_ source: SharedSource, _ cell: any SharedCell, home: Home?) {
    self.source = source
    self.cell = cell
    self.home = home
  }

  func end() {
    isLive = false
  }

  /// Says that the cell has changed, from any thread.
  func notify() {
    guard let home else {
      if context == .current { return deliver() }
      guard !isReported.exchange(true, ordering: .relaxed) else { return }
      return report(
        """
        A SharedObserved was changed by another task or thread than that of an observer made in \
        nonisolated code, which cannot be told. Observe it on an actor, or iterate over `changes`.
        """)
    }
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    home.perform { self.deliver() }
  }

  private func deliver() {
    isPending.store(false, ordering: .releasing)
    guard isLive else { return }
    Strand.perform { strand in
      source.poll()
      strand.flushIfOutermost()
    }
  }
}
