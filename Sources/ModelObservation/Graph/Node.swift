import CModelObservation

/// A vertex of the dependency graph: a *source* (one observed property, or one cell), a *memo* (one
/// derived property) or an *observer*.
///
/// A node belongs to one isolation, and is only touched there. Nodes refer to each other strongly in
/// both directions. A node ends when its owner goes, which is no node but the model's wrapper, a token
/// or an iterator: `dropOwner` or `dispose` then cuts all edges of the node, so that no cycle is left. An
/// *orphan* alone keeps them until the run ends that it was made in.
///
/// Invariants (debug builds check the slots after each run):
/// - An active memo that is not clean has no clean observer below it, so that marking may stop at
///   the first node that is already marked.
/// - An edge has a slot exactly when it is in its dependency's list of subscribers, and that slot
///   has the edge's subscriber and index.
/// - A memo without subscribers is passive: it keeps its own edges, so that it can check whether
///   its value still holds, but nothing upstream knows of it.
class Node {
  enum Kind: UInt8 {
    case source
    case memo
    /// Runs again after a change.
    case effect
    /// Runs once, after the first change, and is gone.
    case oneShot
    /// Wakes a suspended iterator, which checks in its own time.
    case watcher
  }

  /// How much is known about a node's inputs.
  enum Color: UInt8 {
    case clean
    /// The inputs are being compared. A write meanwhile marks the node again.
    case checking
    /// Something upstream was written: the versions tell whether it matters.
    case check
    /// An input is known to have changed.
    case dirty
  }

  final let kind: Kind
  final var color = Color.clean
  /// Changes whenever an edge is made, moved or cut; declared here, it lies in padding and takes no room.
  final var shape: UInt32 = 0

  // MARK: Edges

  /// What the node read, in the order of reading.
  final var dependencies: [Edge] = []
  /// How many dependencies the current run has confirmed; between runs, all.
  final var cursor = 0
  /// The node's subscribers, in the order of subscribing, with gaps.
  final var subscriptions: [Subscription] = []
  /// How many subscriptions are no gaps.
  final var subscriberCount = 0
  /// The stand-ins of the cells that the node has read.
  final var standIns: [ObjectIdentifier: SharedSource] = [:]

  // MARK: Versions

  /// Identifies the current value: an edge is up to date if it has the same.
  final var version: UInt64 = 1
  /// The highest version ever given: a reverted write restores `version`, never this.
  final var lastVersion: UInt64 = 1
  /// The last run that read this node.
  final var lastReader: UInt64 = 0
  /// The number of this node's current run.
  final var run: UInt64 = 0
  /// The count of writes when the current run began.
  final var startVersion: UInt64 = 0
  /// The count of writes at which a memo was last found valid.
  final var validated: UInt64 = 0
  /// The number of the `CellVisits` that the node last agreed with, and the count of writes at that time.
  final var lastVisits: UInt64 = 0
  final var compared: UInt64 = 0
  /// The run in which the node was made, or zero, and the outermost run at that time, or the last before.
  final let made: UInt64
  final let madeWithin: UInt64
  /// The version before the batch in progress, or zero: none.
  final var batchVersion: UInt64 = 0

  // MARK: State

  /// A memo that has subscribers; an observer until it is disposed of.
  final var isActive = false
  final var isRunning = false
  final var isQueued = false
  final var isDisposed = false
  /// A dependency has ended: the next read evaluates the memo again, though no effect is told.
  final var isStale = false
  /// A node further upstream has ended: the next read compares versions.
  final var isSuspect = false
  /// There is a value.
  final var hasValue = false
  /// The value depends on a cell, which other isolations write.
  final var readsCells = false
  /// The current run has read all, and lets go of what has gone meanwhile: see `Strand.takeOver`.
  final var isEnding = false
  /// The owner has gone in the run in which the node was made: see `dropOwner`.
  final var isOrphan = false
  /// The current run has read an orphan, whose inputs it is to take over at its end.
  final var hasOrphans = false
  /// More than one edge has been made to the node.
  final var isReadTwice = false
  /// On the path of a walk that checks inputs.
  final var isOnWalk = false
  /// Was marked when a walk came to it.
  final var wasMarked = false
  /// Has been compared anew since a walk came to it.
  final var hasRepeated = false

  // MARK: Lists, which need no memory of their own

  /// The next in the queue of observers to run, or in a list of memos to work on.
  final var next: Node?
  /// The next node that remembers its value from before the batch.
  final var nextInBatch: Node?
  /// The node whose user code ran when this one's began.
  final var outerRunning: Node?
  /// The node that a walk came from, the edge it has got to, `shape` at that time, and the count of writes
  /// at which it began to compare: see `Strand.refresh`.
  final var walkParent: Node?
  final var walkIndex = 0
  final var walkShape: UInt32 = 0
  final var walkVersion: UInt64 = 0
  /// The same for marking, which runs no user code and may happen in the middle of a walk.
  final var markParent: Node?
  final var markIndex = 0

  // MARK: Reports

  /// The isolation that the node belongs to, as far as it is known: that of its last subscriber.
  private(set) final var home: Home?
  /// Where a subscriber with that home was last found among the subscriptions.
  private final var homeSlot = 0
  /// The class that declares the property, and where its storage lies in the model.
  final var model: AnyClass?
  final var offset = 0

  init(_ kind: Kind, home: Home?) {
    self.kind = kind
    self.home = home
    let strand = Strand.current
    made = strand.runNumber
    madeWithin = strand.outermostRun
    isActive = kind != .source && kind != .memo
  }

  /// An orphan alone has edges left to let go of.
  deinit {
    if isOrphan { letGoOfEdges() }
  }

  /// Evaluates a memo or runs an observer, on its isolation.
  func update() {}

  /// Brings a cell's stand-in up to date.
  func poll() {}

  /// Whether the node stands in for a cell.
  var isShared: Bool { false }

  /// Says that a cell's stand-in has got its first subscriber, or lost its last.
  func subscriptionsChanged(isSubscribed: Bool) {}

  /// Says that a cell's stand-in belongs to another isolation now.
  func homeChanged() {}

  /// Gives the node, and all nodes that it is subscribed to, the home of a subscriber.
  ///
  /// A model may be sent to another isolation, and be observed there. A home that is no actor says little: a
  /// node takes it only where it has no other subscriber, or none with the home that the node has now.
  final func follow(_ home: Home?) {
    var nodes = [self]
    while let node = nodes.popLast() {
      let isKnown = Home.areSame(node.home, home)
      guard !isKnown, home?.isOfActor ?? false || node.isLeft else { continue }
      node.home = home
      node.homeChanged()
      nodes += node.dependencies.compactMap { $0.slot >= 0 ? $0.dependency : nil }
    }
  }

  /// Gives the node, and what it has read, the home of its reader, where they have no subscribers.
  ///
  /// If the reader's home is not known, they forget an actor that is not known to be running this code.
  final func follow(readerOf strand: Strand) {
    let reader = strand.running?.home ?? Home.of(nil)
    guard canFollow(to: reader) else { return }
    var nodes = [self]
    while let node = nodes.popLast() {
      node.home = reader
      nodes += node.dependencies.compactMap { $0.dependency }.filter {
        $0.subscriberCount == 0 && $0.canFollow(to: reader)
      }
    }
  }

  private func canFollow(to reader: Home?) -> Bool {
    guard !Home.areSame(home, reader) else { return false }
    return reader != nil || home?.isActorElsewhere ?? false
  }

  /// Replaces a home that is no actor by the first subscriber's, once the subscriber who had it has gone.
  ///
  /// - Parameter gone: The home of the subscriber that has just left.
  final func followAnother(than gone: Home?) {
    guard subscriberCount == 1 || home === gone, !(home?.isOfActor ?? false), isLeft else { return }
    guard let first = subscriptions.lazy.compactMap(\.subscriber).first else { return }
    if home !== first.home { follow(first.home) }
  }

  /// Whether the node has at most one subscriber, or none that has the node's home.
  private var isLeft: Bool {
    guard subscriberCount > 1 else { return true }
    // Asked first where one was last found: others may come in any number, and each asks.
    if subscriptions.indices.contains(homeSlot), hasHome(subscriptions[homeSlot]) { return false }
    // Searched from the end, which is no gap: mostly the last subscriber has that home.
    guard let slot = subscriptions.lastIndex(where: hasHome) else { return true }
    homeSlot = slot
    return false
  }

  private func hasHome(_ subscription: Subscription) -> Bool {
    subscription.subscriber.map { Home.areSame($0.home, home) } ?? false
  }

  /// Lets go of the value from before the batch.
  func dropSnapshot() { batchVersion = 0 }

  /// What a report calls a node that is no property.
  var ownName: String { "?" }

  /// Gives the node a version that it never had.
  final func advance() {
    lastVersion += 1
    version = lastVersion
  }

  final func notePlace<Model: ObservableModel>(_ place: UInt, in object: Model) {
    model = Model.self
    offset = Int(bitPattern: place &- UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// How reports name the node: `Profile.first`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the model's stored properties.
  final var name: String {
    guard let model else { return ownName }
    let identifier = UInt(bitPattern: ObjectIdentifier(model))
    let field = mo_field_at(identifier, offset)
    guard let text = field.name else { return "\(model)" }
    defer { field.free_name?(text) }
    // The storage of a wrapped property is named like it, with an underscore before.
    let name = String(cString: text)
    return "\(model).\(name.hasPrefix("_") ? name.dropFirst() : name[...])"
  }
}

/// An edge, as its subscriber has it.
struct Edge {
  /// A version that no node has.
  static let neverMatching: UInt64 = 0
  /// The version of a memo whose inputs have changed after its model's end, which no edge has.
  static let neverKnown = UInt64.max

  /// The node that was read; nil once that has ended, or the edge has been cut.
  var dependency: Node?
  /// Its version when it was read.
  var version: UInt64
  /// The edge's place among the dependency's subscriptions, or -1.
  var slot = -1

  /// Whether the dependency has lost an input, its own or one further upstream, since it was evaluated.
  var isSuspect: Bool { dependency.map { $0.isStale || $0.isSuspect } ?? false }
}

/// An edge, as its dependency has it.
struct Subscription {
  /// The node that read, or nil in a gap.
  var subscriber: Node?
  /// The edge's place among the subscriber's dependencies.
  var edge: Int
}
