internal import Observation

/// What an observed property needs once somebody observes it.
@usableFromInline final class ObservedNode<Value>: SourceNode {
  private let areEqual: ((Value, Value) -> Bool)?
  /// The value that the batch in progress began with.
  private var snapshot: Value?
  private var snapshotVersion: UInt64 = 0
  /// The standard library's side, made where the model conforms to the standard `Observable`.
  private(set) lazy var standardRegistrar = ObservationRegistrar()

  init() {
    areEqual = equality(of: Value.self)
    super.init(home: Graph.current.tracker?.pointee.home?.takeUnretainedValue())
  }

  func isEqual(_ old: Value, _ new: Value) -> Bool {
    areEqual?(old, new) ?? false
  }

  /// Notes that `new` has taken the place of `old`.
  func didReplace(_ old: Value, with new: Value) {
    if let areEqual, areEqual(old, new) { return }
    changed(from: .some(old), to: new)
  }

  /// Notes a change in place.
  ///
  /// There is an `old` value only where keeping it cost no copy.
  func didModify(_ old: Value?, to new: Value) {
    if let old, let areEqual, areEqual(old, new) { return }
    changed(from: old, to: new)
  }

  private func changed(from old: Value?, to new: Value) {
    let graph = Graph.current
    graph.noteWrite()
    if node.pointee.subscribersHead == nil {
      advance()
    } else if graph.isBatching {
      changedInBatch(from: old, to: new, graph)
    } else if Graph.hasOneEffect(node) {
      // Nobody else could see the value come back before the flush ends.
      advance()
      graph.propagate(from: node)
      graph.flushIfOutermost()
    } else {
      graph.beginBatch()
      changedInBatch(from: old, to: new, graph)
      graph.endBatch()
    }
  }

  /// Notes a change that may yet be taken back.
  private func changedInBatch(from old: Value?, to new: Value, _ graph: Graph) {
    if snapshotVersion == 0 {
      // Zero is no version: this is the batch's first write.
      snapshot = areEqual == nil ? nil : old
      snapshotVersion = node.pointee.version
      graph.rememberSnapshot(of: self)
    }
    if let snapshot, let areEqual, areEqual(snapshot, new) {
      node.pointee.version = snapshotVersion
    } else {
      advance()
    }
    graph.propagate(from: node)
  }

  /// Gives the node a version that it never had.
  private func advance() {
    node.pointee.lastVersion += 1
    node.pointee.version = node.pointee.lastVersion
  }

  override func dropSnapshot() {
    snapshotVersion = 0
    snapshot = nil
  }
}
