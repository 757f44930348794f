internal import Observation

/// The wrapper's hold on a memo: when it goes, the model has gone.
@usableFromInline final class DerivedNode<Model: ObservableModel, Value> {
  private let node: NodePointer
  private let memo: Memo<Model, Value>
  private var registrar: ObservationRegistrar?
  private var isBridged = false

  @usableFromInline init(_ model: Model, _ compute: @escaping (Model) -> Value) {
    memo = Memo(model, compute)
    let home = Graph.current.tracker?.pointee.home?.takeUnretainedValue()
    node = Graph.makeNode(.memo, body: memo, home: home)
  }

  deinit {
    Graph.dropOwnerAtHome(of: node)
  }

  /// Notes which property this is the node of, by where its storage lies.
  @usableFromInline func notePlace(_ address: UInt, in object: Model) {
    node.pointee.notePlace(address, in: object)
  }

  @usableFromInline func read() -> Value {
    let graph = Graph.current
    if node.pointee.isRunning { graph.reportCycle(through: node) }
    if graph.needsCheck(node) || !node.pointee.hasValue { _ = graph.refresh(node) }
    let value = memo.value
    graph.track(node)
    graph.flushIfOutermost()
    return value
  }

  /// Tells the standard library's observers about the next change.
  func bridge(_ model: Model, _ name: KeyPath<Model, Derived<Model, Value>>) {
    let registrar = self.registrar ?? ObservationRegistrar()
    self.registrar = registrar
    Model._notifyStandard(.access, registrar, model, name, Derived<Model, Value>.self)
    guard !isBridged, !node.pointee.isRunning else { return }
    isBridged = true
    let graph = Graph.current
    graph.withoutTracking { _ = read() }
    let body = OneShotBody { [weak model, weak self] in
      self?.isBridged = false
      guard let model else { return }
      Model._notifyStandard(.willSet, registrar, model, name, Derived<Model, Value>.self)
      Model._notifyStandard(.didSet, registrar, model, name, Derived<Model, Value>.self)
    }
    graph.makeOneShot(on: node, body: body)
  }
}

/// A derived property's remembered value, and how to find it anew.
final class Memo<Model: ObservableModel, Value>: NodeBody {
  private weak var model: Model?
  private let compute: (Model) -> Value
  private let areEqual: ((Value, Value) -> Bool)?
  /// The remembered value, once there is one.
  ///
  /// It has a place of its own because a generic class
  /// pays for an optional, and for the checks of a stored property, at each use.
  private let storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private var hasValue = false

  init(_ model: Model, _ compute: @escaping (Model) -> Value) {
    self.model = model
    self.compute = compute
    areEqual = equality(of: Value.self)
  }

  deinit {
    if hasValue { storage.deinitialize(count: 1) }
    storage.deallocate()
  }

  /// The remembered value.
  ///
  /// There is one after the first evaluation.
  var value: Value {
    precondition(hasValue, "a derived property has been evaluated before it is read")
    return storage.pointee
  }

  override func update(_ node: NodePointer) {
    // A model that is being destroyed on another thread keeps its last value.
    guard let model else { return }
    let graph = Graph.current
    let outer = graph.begin(node)
    let new = compute(model)
    graph.end(node, outer: outer)
    if hasValue {
      if let areEqual, areEqual(storage.pointee, new) { return }
      storage.pointee = new
    } else {
      storage.initialize(to: new)
      hasValue = true
      node.pointee.hasValue = true
    }
    node.pointee.lastVersion += 1
    node.pointee.version = node.pointee.lastVersion
  }

  override var name: String { "\(Model.self)" }
}

extension Graph {
  /// Traps with the path along which a derived property depends on itself.
  func reportCycle(through node: NodePointer) -> Never {
    var path = [node.pointee.name]
    var step = running
    while let current = step {
      path.append(current.pointee.name)
      if current == node { break }
      step = current.pointee.outerRunning
    }
    fatalError(
      """
      A derived property depends on itself: \(path.reversed().joined(separator: " → ")). \
      Break the cycle.
      """)
  }
}
