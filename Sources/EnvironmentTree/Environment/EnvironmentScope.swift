import ModelObservation

/// The part of the tree in which the environment is the same: all that is below one modifier, up to
/// the next ones.
///
/// Nodes refer to their scope, so that a change of the environment visits the scopes below and the nodes
/// that have read in them, and no other node.
final class EnvironmentScope {
  private let parent: EnvironmentScope?
  /// The node that has made the scope, for the nodes below; the root's scope has none.
  private weak let owner: ViewNode?
  /// Whether the transform is the user's code, so that the owner depends on what it reads.
  let isTracked: Bool
  private(set) var values: EnvironmentValues
  private var transform: (inout EnvironmentValues) -> Void
  /// Whether the readers and the scopes below have not been told yet that the values changed.
  private var isChanged = false
  /// The scopes below, weakly: a view that has captured one may let go of it on any thread.
  private var children: [WeakReference<EnvironmentScope>] = []
  private var sweepCount = 16
  private var readers: [ViewNode.ID: ViewNode] = [:]

  /// Creates the scope of all that is below a node, on the node's own scope or on another one around it.
  init(
    below owner: ViewNode, on parent: EnvironmentScope? = nil, isTracked: Bool = false,
    _ transform: @escaping (inout EnvironmentValues) -> Void
  ) {
    let parent = parent ?? owner.scope
    self.parent = parent
    self.owner = owner
    self.isTracked = isTracked
    self.transform = transform
    values = parent.values
    transform(&values)
    parent.add(self)
  }

  init(ofRoot transform: @escaping (inout EnvironmentValues) -> Void) {
    parent = nil
    owner = nil
    isTracked = false
    self.transform = transform
    values = EnvironmentValues()
    transform(&values)
  }

  private func add(_ child: EnvironmentScope) {
    if children.count >= sweepCount {
      children.removeAll { $0.object == nil }
      sweepCount = max(16, 2 * children.count)
    }
    children.append(WeakReference(object: child))
  }

  func addReader(_ node: ViewNode) {
    readers[node.id] = node
  }

  func removeReader(_ node: ViewNode) {
    readers[node.id] = nil
  }

  /// Replaces the transform and applies it.
  ///
  /// In an evaluation, its reads count for the owner. The scopes below apply theirs at their owners' turns.
  func update(_ transform: @escaping (inout EnvironmentValues) -> Void) {
    self.transform = transform
    apply()
  }

  func apply() {
    var values = parent?.values ?? EnvironmentValues()
    transform(&values)
    guard values.store !== self.values.store else { return }
    self.values = values
    isChanged = true
  }

  /// Has the readers, and the owners of the scopes below, look at changed values at their turn.
  ///
  /// Not at once: until the nodes above have been evaluated, a scope below may have an outdated transform, or
  /// be about to go.
  @MainActor func propagate() {
    guard isChanged else { return }
    isChanged = false
    for reader in readers.values { reader.tree.check(reader, self) }
    for child in children.compactMap(\.object) {
      if let owner = child.owner, owner.isMounted { owner.tree.applyLater(child, of: owner) }
    }
  }
}

/// One read of the environment by one evaluation.
class EnvironmentRead {
  let scope: EnvironmentScope
  fileprivate var log: EnvironmentReadLog
  /// The observation of the models that the key path leads through.
  fileprivate(set) var observation: ObservationToken?

  init(_ scope: EnvironmentScope, _ log: EnvironmentReadLog, _ observation: ObservationToken?) {
    self.scope = scope
    self.log = log
    self.observation = observation
  }

  var keyNames: [String] { log.keys.map(\.name) }

  /// Gives the names of the keys to report, if the value that was read is another one now.
  func changedName(for node: ViewNode) -> String? { fatalError("abstract") }

  func isRead(of keyPath: AnyKeyPath, in scope: EnvironmentScope) -> Bool {
    fatalError("abstract")
  }
}

final class KeyPathRead<Value>: EnvironmentRead {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  let value: Value

  /// Reads a value, and has the node observe the models that the key path leads through.
  init(
    _ keyPath: KeyPath<EnvironmentValues, Value>, in scope: EnvironmentScope,
    for node: ViewNode? = nil
  ) {
    self.keyPath = keyPath
    var read: (value: Value, log: EnvironmentReadLog)?
    func apply() { read = Self.read(keyPath, in: scope) }
    let observation = node?.observe(apply)
    if node == nil { apply() }
    guard let read else { preconditionFailure("What is observed runs once, at once.") }
    value = read.value
    super.init(scope, read.log, observation)
  }

  private static func read(
    _ keyPath: KeyPath<EnvironmentValues, Value>, in scope: EnvironmentScope
  ) -> (value: Value, log: EnvironmentReadLog) {
    let log = EnvironmentReadLog()
    var values = scope.values
    // Whoever reads the environment itself depends on all of it.
    if Value.self != EnvironmentValues.self { values.log = log }
    return (values[keyPath: keyPath], log)
  }

  override func isRead(of keyPath: AnyKeyPath, in scope: EnvironmentScope) -> Bool {
    self.scope === scope && self.keyPath == keyPath
  }

  override func changedName(for node: ViewNode) -> String? {
    let changed = log.keys.filter { scope.values.store.find($0.key) !== $0.entry }
    let first = compare()
    var second: Comparison?
    if !changed.isEmpty, first.isSame {
      // An equal value may lie in another model now: observe that one, and what the comparison reads.
      var observation = node.observe { second = self.compare() }
      swap(&self.observation, &observation)
      observation?.cancel()
    }
    let last = second ?? first
    var log = last.log
    // The old log is let go of when this returns: its entries may be the last to hold a value, with all
    // that was built for it.
    swap(&self.log, &log)
    guard !last.isSame else { return nil }
    let names = (changed.isEmpty ? self.log.keys : changed).map(\.name)
    return names.isEmpty ? "EnvironmentValues" : names.joined(separator: ", ")
  }

  /// Holds the current value, so that it is let go of after the observation: reads by its deinitialiser must
  /// not count.
  private typealias Comparison = (isSame: Bool, log: EnvironmentReadLog, current: Value)

  private func compare() -> Comparison {
    let (current, log) = Self.read(keyPath, in: scope)
    return (areEquivalent(value, current), log, current)
  }
}

/// The object through which a wrapper reads the environment of its node.
///
/// It does not retain the node: the node retains the view that the wrapper is in.
final class EnvironmentReader {
  private weak let node: ViewNode?
  let scope: EnvironmentScope

  init(_ node: ViewNode) {
    self.node = node
    scope = node.scope
  }

  /// Reads the environment, on behalf of the evaluation in progress if there is one.
  func read<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>) -> Value {
    guard let reader = Tree.evaluating else { return scope.values[keyPath: keyPath] }
    return reader.readEnvironment(keyPath, in: scope)
  }

  /// The readers of the environment's store for `@AppStorage`; nil if the node has gone.
  var storage: StorageSources? { node == nil ? nil : .of(read(\.appStorageStore)) }

  /// How a report names the place.
  var path: String { node?.path ?? "a view that has left the tree" }
}
