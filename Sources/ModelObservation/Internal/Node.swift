/// A vertex of the dependency graph, in manually managed memory.
///
/// A node is a *source* (one observed property), a *memo* (one derived property) or an *observer*.
/// It belongs to one isolation, and is only touched there. It outlives its owner while links or
/// operations refer to it, which `references` counts.
///
/// Invariants:
/// - An active memo that is not clean has no clean observer below it, so that marking may stop at
///   the first node that is already marked.
/// - A link is in its dependency's list exactly when its subscriber is active.
/// - A memo without subscribers is passive: it keeps its own links, so that it can check whether
///   its value still holds, but nothing upstream knows of it.
@usableFromInline struct Node {
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
    /// Something upstream was written: the versions tell whether it matters.
    case check
    /// An input is known to have changed.
    case dirty
  }

  var subscribersHead: LinkPointer?
  var subscribersTail: LinkPointer?
  var dependenciesHead: LinkPointer?
  /// The last link that the current run confirmed, or the last link of all between runs.
  var dependenciesTail: LinkPointer?

  /// Identifies the current value: a subscriber is up to date if its link has the same.
  var version: UInt64 = 1
  /// The highest version ever given: a reverted write restores `version`, never this.
  var lastVersion: UInt64 = 1
  /// The last run that read this node.
  var lastReader: UInt64 = 0
  /// The number of this node's current run.
  var run: UInt64 = 0
  /// The global version at which a passive memo was last found valid.
  var validated: UInt64 = 0
  /// The flush that `loops` counts in.
  var flush: UInt64 = 0

  /// What the node does, retained.
  var body: Unmanaged<NodeBody>?
  /// The isolation that the node belongs to, where it is known, retained.
  var home: Unmanaged<Home>?
  /// The class that declares the property, for reports.
  var model: AnyClass?
  /// The next node of the queue of observers to run.
  var queueNext: NodePointer?
  /// The node whose user code ran when this one's began.
  var outerRunning: NodePointer?

  /// Its owner, its subscribers' links, and operations in progress.
  var references: Int32 = 1
  /// Runs in the current flush.
  var loops: Int32 = 0
  /// Where the property's storage lies in its model.
  var offset: Int32 = 0
  let kind: Kind
  var color: Color = .clean
  /// A memo that has subscribers; an observer until it is disposed of.
  var isActive = false
  var isRunning = false
  var isQueued = false
  var isDisposed = false
  /// A dependency died: the next read evaluates again, though nobody is told.
  var isStale = false
  /// The value lives in a cell that other isolations write.
  var isShared = false
  /// There is a value.
  var hasValue = false

  init(kind: Kind) {
    self.kind = kind
  }

  mutating func notePlace<Model: ObservableModel>(_ address: UInt, in object: Model) {
    let base = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    model = Model.self
    offset = Int32(truncatingIfNeeded: address &- base)
  }

  /// How reports name the node: `Profile.first`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the model's stored properties.
  var name: String {
    guard let model else { return body?.takeUnretainedValue().name ?? "?" }
    guard let field = StoredField.find(at: Int(offset), in: model) else { return "\(model)" }
    return "\(model).\(field.propertyName)"
  }
}

/// An edge: `subscriber` read `dependency`.
struct Link {
  let dependency: NodePointer
  let subscriber: NodePointer
  var previousDependency: LinkPointer?
  var nextDependency: LinkPointer?
  var previousSubscriber: LinkPointer?
  var nextSubscriber: LinkPointer?
  /// The dependency's version when it was read.
  var version: UInt64
  /// Whether the link is in the dependency's list.
  var isActive = false
  /// Cut, and waiting to be freed.
  var isCut = false
}

@usableFromInline typealias NodePointer = UnsafeMutablePointer<Node>
typealias LinkPointer = UnsafeMutablePointer<Link>

/// What a node does when the graph needs it to act.
class NodeBody {
  init() {}

  /// Evaluates a memo or runs an observer, on its isolation, inside `Graph.begin` and `Graph.end`.
  func update(_ node: NodePointer) {}

  /// Brings a shared source's version up to date.
  func poll(_ node: NodePointer) {}

  /// Says that a shared source has got its first subscriber, or lost its last.
  func subscriptionsChanged(_ node: NodePointer, isSubscribed: Bool) {}

  /// How a report names the node.
  var name: String { "?" }
}
