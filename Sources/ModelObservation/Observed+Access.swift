internal import Observation

// MARK: What the accessors call

extension Observed {
  /// Records a read, and gives the node made for it at the first.
  @usableFromInline static func track(_ node: ObservedNode<Value>?) -> ObservedNode<Value>? {
    if let node {
      Graph.current.track(node.node)
      return nil
    }
    let made = ObservedNode<Value>()
    Graph.current.track(made.node)
    return made
  }

  @usableFromInline static func didReplace(
    _ old: Value, with new: Value, _ node: ObservedNode<Value>?
  ) {
    node?.didReplace(old, with: new)
  }

  @usableFromInline static func didModify(
    _ old: Value?, to new: Value, _ node: ObservedNode<Value>?
  ) {
    node?.didModify(old, to: new)
  }
}

// MARK: The standard library's observers

extension Observed {
  /// Notes a read, and gives the node made for it at the first.
  @usableFromInline static func noteAccess<Model: ObservableModel>(
    to object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>, _ node: ObservedNode<Value>?
  ) -> ObservedNode<Value>? {
    // What a derived property reads is its own affair: it notifies for itself.
    if Graph.current.running?.pointee.kind == .memo { return nil }
    let target = node ?? ObservedNode()
    notifyStandard(.access, object, storage, target.standardRegistrar)
    return node == nil ? target : nil
  }

  @usableFromInline static func beginModifying<Model: ObservableModel>(
    _ object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) {
    notifyStandard(.willSet, object, storage, registrar(of: object, storage))
  }

  @usableFromInline static func endModifying<Model: ObservableModel>(
    _ object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) {
    notifyStandard(.didSet, object, storage, registrar(of: object, storage))
  }

  @usableFromInline static func replace<Model: ObservableModel>(
    _ newValue: Value, in object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) {
    guard let node = object[keyPath: storage].node else {
      // Nobody has read it yet, so nobody waits for it.
      object[keyPath: storage].value = newValue
      return
    }
    let registrar = registrar(of: object, storage)
    var old = newValue
    guard !node.isEqual(object[keyPath: storage].value, newValue) else {
      swap(&object[keyPath: storage].value, &old)
      return
    }
    notifyStandard(.willSet, object, storage, registrar)
    swap(&object[keyPath: storage].value, &old)
    notifyStandard(.didSet, object, storage, registrar)
    node.didReplace(old, with: newValue)
  }

  private static func notifyStandard<Model: ObservableModel>(
    _ event: _StandardObservationEvent, _ object: Model,
    _ storage: ReferenceWritableKeyPath<Model, Self>, _ registrar: ObservationRegistrar
  ) {
    // Each property has a registrar of its own, so the storage's key path serves as its name.
    Model._notifyStandard(event, registrar, object, storage, Self.self)
  }

  private static func registrar<Model: ObservableModel>(
    of object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) -> ObservationRegistrar {
    node(of: object, storage).standardRegistrar
  }

  private static func node<Model: ObservableModel>(
    of object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) -> ObservedNode<Value> {
    if let existing = object[keyPath: storage].node { return existing }
    let node = ObservedNode<Value>()
    object[keyPath: storage].node = node
    node.notePlace(address(in: object, storage), in: object)
    return node
  }
}

// MARK: Handles

extension Observed {
  /// Reads the property for its handle.
  static func read<Model: ObservableModel>(
    _ object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) -> Value {
    if Model._isStandardObservable {
      _ = noteAccess(to: object, storage, node(of: object, storage))
    }
    if Graph.current.tracker != nil { Graph.current.track(node(of: object, storage).node) }
    return object[keyPath: storage].value
  }

  /// Changes the property for its handle: in place where nobody observes it.
  static func update<Model: ObservableModel>(
    _ object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>, _ body: (inout Value) -> Void
  ) {
    guard let node = object[keyPath: storage].node else {
      return body(&object[keyPath: storage].value)
    }
    var new = object[keyPath: storage].value
    body(&new)
    if Model._isStandardObservable { return replace(new, in: object, storage) }
    var old = new
    swap(&object[keyPath: storage].value, &old)
    node.didReplace(old, with: new)
  }
}
