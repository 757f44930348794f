import CModelObservation
internal import Observation

// MARK: What the accessors call

extension Observed {
  /// Records a read; at the first, gives the node, which the caller stores and tells its place.
  @usableFromInline static func track(_ node: ObservedNode<Value>?) -> ObservedNode<Value>? {
    if let node {
      Strand.current.track(node.source)
      return node.source.model == nil ? node : nil
    }
    guard Strand.current.isRecording else { return nil }
    let made = ObservedNode<Value>(didSet: nil)
    Strand.current.track(made.source)
    return made
  }

  @usableFromInline static func didReplace(
    _ old: Value, with new: Value, _ object: AnyObject, _ node: ObservedNode<Value>?
  ) {
    node?.didReplace(old, with: new, in: object)
  }

  @usableFromInline static func willModify(_ value: Value, _ node: ObservedNode<Value>?) {
    node?.willModify(value)
  }

  /// Compares; `didModify` follows, when the caller holds the value no more.
  @usableFromInline static func compareModified(_ value: Value, _ node: ObservedNode<Value>?) {
    node?.compareModified(value)
  }

  @usableFromInline static func didModify(_ object: AnyObject, _ node: ObservedNode<Value>?) {
    node?.didModify(in: object)
  }
}

// MARK: The standard library's observers

extension Observed {
  /// Notes a read; at the first, gives the node, which the caller stores and tells its place.
  @usableFromInline static func noteAccess<Model: ObservableModel>(
    to object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>, _ node: ObservedNode<Value>?
  ) -> ObservedNode<Value>? {
    // A derived property that is being evaluated notifies the standard observers for itself.
    if Strand.current.isInMemo { return nil }
    let target = node ?? ObservedNode(didSet: nil)
    notifyStandard(.access, object, storage, target.standardRegistrar)
    return target.source.model == nil ? target : nil
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
      return node.didRestore(in: object)
    }
    notifyStandard(.willSet, object, storage, registrar)
    swap(&object[keyPath: storage].value, &old)
    notifyStandard(.didSet, object, storage, registrar)
    node.didReplace(old, with: newValue, in: object)
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

  static func node<Model: ObservableModel>(
    of object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) -> ObservedNode<Value> {
    let node = object[keyPath: storage].node ?? ObservedNode<Value>(didSet: nil)
    if node.source.model != nil { return node }
    object[keyPath: storage].node = node
    node.notePlace(place(of: &object[keyPath: storage].node), in: object)
    return node
  }
}

// MARK: Handles

/// The way from a model to one of its properties, or to a part of one, for a handle.
///
/// These are classes, since only a class's accessors can be overridden and give access in place.
class PropertyPath<Value> {
  /// Whether this leads to a part of a property's value: other parts of that may change by themselves.
  var isPart: Bool { false }

  subscript(_ model: AnyObject) -> Value {
    get { preconditionFailure("overridden") }
    set { preconditionFailure("overridden") }
    _modify { preconditionFailure("overridden") }
  }

  /// Changes what is stored, to a value that equals the one before: no observer is told.
  func restore(in model: AnyObject, _ change: (inout Value) -> Void) {
    preconditionFailure("overridden")
  }
}

final class PropertyStorage<Model: ObservableModel, Value>: PropertyPath<Value> {
  private let storage: ReferenceWritableKeyPath<Model, Observed<Value>>

  init(_ storage: ReferenceWritableKeyPath<Model, Observed<Value>>) {
    self.storage = storage
  }

  override subscript(_ object: AnyObject) -> Value {
    get {
      let model = PropertyStorage.model(object)
      if Model._isStandardObservable {
        _ = Observed.noteAccess(to: model, storage, Observed.node(of: model, storage))
      }
      if mo_is_tracking() { _ = Observed.track(Observed.node(of: model, storage)) }
      return model[keyPath: storage].value
    }
    set {
      let model = PropertyStorage.model(object)
      if Model._isStandardObservable { return Observed.replace(newValue, in: model, storage) }
      var old = newValue
      swap(&model[keyPath: storage].value, &old)
      model[keyPath: storage].node?.didReplace(old, with: newValue, in: model)
    }
    _modify {
      let model = PropertyStorage.model(object)
      if Model._isStandardObservable { Observed.beginModifying(model, storage) }
      let node = model[keyPath: storage].node
      node?.willModify(model[keyPath: storage].value)
      defer {
        if Model._isStandardObservable { Observed.endModifying(model, storage) }
        node?.compareModified(model[keyPath: storage].value)
        node?.didModify(in: model)
      }
      yield &model[keyPath: storage].value
    }
  }

  override func restore(in object: AnyObject, _ change: (inout Value) -> Void) {
    let model = PropertyStorage.model(object)
    change(&model[keyPath: storage].value)
    model[keyPath: storage].node?.didRestore(in: model)
  }

  private static func model(_ object: AnyObject) -> Model {
    guard let model = object as? Model else {
      preconditionFailure("a handle's path is that of its model's class")
    }
    return model
  }
}

/// The way to a part of what another path leads to.
final class PropertyMember<Whole, Value>: PropertyPath<Value> {
  override var isPart: Bool { true }

  private let whole: PropertyPath<Whole>
  private let member: WritableKeyPath<Whole, Value>
  /// The same member, if it lies in an object: a write changes the object, not the property that leads there.
  ///
  /// Written untracked, since a key path reads what is computed, as a wrapped property is, before it writes.
  private let inObject: ReferenceWritableKeyPath<Whole, Value>?
  private let areEqual = equality(of: Value.self)

  init(_ whole: PropertyPath<Whole>, _ member: WritableKeyPath<Whole, Value>) {
    self.whole = whole
    self.member = member
    inObject = member as? ReferenceWritableKeyPath
  }

  override subscript(_ model: AnyObject) -> Value {
    get { whole[model][keyPath: member] }
    set {
      if let inObject {
        untracked { whole[model][keyPath: inObject] = newValue }
        return
      }
      let old = untracked { whole[model][keyPath: member] }
      if let areEqual, areEqual(old, newValue) {
        return restore(in: model) { $0 = newValue }
      }
      whole[model][keyPath: member] = newValue
    }
    _modify {
      if let inObject {
        let object = untracked { whole[model] }
        var value = untracked { object[keyPath: inObject] }
        defer { untracked { object[keyPath: inObject] = value } }
        yield &value
      } else {
        yield &whole[model][keyPath: member]
      }
    }
  }

  override func restore(in model: AnyObject, _ change: (inout Value) -> Void) {
    if inObject != nil { return change(&self[model]) }
    whole.restore(in: model) { change(&$0[keyPath: member]) }
  }
}
