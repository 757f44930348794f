import CModelObservation
import Synchronization

/// A cell, whatever its value's type.
protocol SharedCell: AnyObject, Sendable {
  var currentVersion: UInt64 { get }
  func add(_ subscription: SharedSubscription)
  func remove(_ subscription: SharedSubscription)
}

/// A cell's stand-in in one isolation's graph: a source of that graph, which follows the cell.
///
/// The subscriber that made it keeps it, through its link. It is subscribed to the cell while it
/// has subscribers itself.
final class SharedSource: NodeBody {
  private let cell: any SharedCell
  private var subscription: SharedSubscription?

  private init(_ cell: any SharedCell) {
    self.cell = cell
  }

  /// Records that the running tracker reads `cell`.
  ///
  /// The caller reads the value after this. A write before that is either in the value, or finds
  /// the subscription that this has made.
  static func track(_ cell: any SharedCell) {
    let graph = Graph.current
    guard let tracker = graph.tracker else { return }
    if let existing = find(cell, readBy: tracker) {
      existing.pointee.body?.takeUnretainedValue().poll(existing)
      return graph.track(existing)
    }
    let home = tracker.pointee.home?.takeUnretainedValue()
    let node = Graph.makeNode(.source, body: SharedSource(cell), home: home)
    node.pointee.isShared = true
    node.pointee.body?.takeUnretainedValue().poll(node)
    graph.track(node)
    Graph.release(node)
  }

  /// The stand-in that the tracker's run has read, or comes to next as the last run did.
  private static func find(_ cell: any SharedCell, readBy tracker: NodePointer) -> NodePointer? {
    let last = tracker.pointee.dependenciesTail
    let next = last.map { $0.pointee.nextDependency } ?? tracker.pointee.dependenciesHead
    if let next, stands(next.pointee.dependency, for: cell) { return next.pointee.dependency }
    var link = last
    while let read = link {
      if stands(read.pointee.dependency, for: cell) { return read.pointee.dependency }
      link = read.pointee.previousDependency
    }
    return nil
  }

  private static func stands(_ node: NodePointer, for cell: any SharedCell) -> Bool {
    guard node.pointee.isShared, let body = node.pointee.body else { return false }
    return unsafeDowncast(body.takeUnretainedValue(), to: SharedSource.self).cell === cell
  }

  override var name: String { "\(type(of: cell))" }

  override func poll(_ node: NodePointer) {
    node.pointee.version = cell.currentVersion
  }

  override func subscriptionsChanged(_ node: NodePointer, isSubscribed: Bool) {
    if let subscription {
      subscription.end()
      cell.remove(subscription)
    }
    subscription = nil
    guard isSubscribed else { return }
    let new = SharedSubscription(node, cell, home: node.pointee.home?.takeUnretainedValue())
    subscription = new
    cell.add(new)
    // A write between the read and now has found nobody to tell.
    if cell.currentVersion != node.pointee.version { new.notify() }
  }
}

/// How a cell reaches one of its stand-ins.
///
/// Sendable, although it points into an isolation's graph: the pointer and `isLive` are only used
/// on that isolation, by `end` and by what `notify` has it perform; the rest is immutable or atomic.
final class SharedSubscription: @unchecked Sendable {
  private let node: NodePointer
  private let cell: any SharedCell
  private let home: Home?
  private let context = ExecutionContext.current
  private var isLive = true
  private let isPending = Atomic(false)
  private let isReported = Atomic(false)

  init(_ node: NodePointer, _ cell: any SharedCell, home: Home?) {
    self.node = node
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
      return ExecutionContext.report(
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
    let graph = Graph.current
    node.pointee.version = cell.currentVersion
    graph.propagate(from: node)
    graph.flushIfOutermost()
  }
}

/// What identifies a strand of nonisolated code: its task, and the thread that it is on.
struct ExecutionContext: Equatable, Sendable {
  private let thread: UInt
  private let task: Int?

  static var current: ExecutionContext {
    ExecutionContext(
      thread: UInt(bitPattern: mo_current()),
      task: withUnsafeCurrentTask { $0?.hashValue })
  }

  /// Writes a line to standard error.
  static func report(_ message: String) {
    message.withCString { mo_report($0) }
  }
}
