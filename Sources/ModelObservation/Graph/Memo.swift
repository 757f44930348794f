internal import Observation

/// The wrapper's hold on a memo, which goes with the model.
@usableFromInline final class DerivedNode<Model: ObservableModel, Value> {
  private let memo: Memo<Model, Value>
  private var registrar: ObservationRegistrar?
  private var isBridged = false
  /// Whether the property has been read since the last notification, perhaps by a standard observer.
  private var isAwaited = false

  init(_ model: Model, _ compute: @escaping (Model) -> Value) {
    memo = Memo(model, home: Strand.current.running?.home, compute)
  }

  deinit {
    Node.dropOwnerAtHome(of: memo)
  }

  /// Notes which property this is the node of, by where its storage lies.
  @usableFromInline func notePlace<Owner: ObservableModel>(_ place: UInt, in object: Owner) {
    memo.notePlace(place, in: object)
  }

  /// Gives the property's value for the model that is read.
  ///
  /// It is computed and not remembered while the model is being destroyed, and while an operation that is set
  /// aside (see `Strand.perform`) is evaluating the memo, as where that runs a nested run loop.
  @usableFromInline func read(of object: AnyObject) -> Value {
    Strand.perform { strand in
      if memo.isRunning {
        guard !strand.runs(memo), !memo.isComputedAside, let model = object as? Model else {
          strand.reportCycle(through: memo)
        }
        memo.isComputedAside = true
        defer { memo.isComputedAside = false }
        return memo.compute(model)
      }
      if strand.needsCheck(memo) {
        if !memo.hasOwner, let model = object as? Model { return memo.compute(model) }
        _ = strand.refresh(memo)
      }
      let value = memo.value
      strand.track(memo)
      strand.flushIfOutermost()
      return value
    }
  }

  /// Tells the standard library's observers about the next change.
  func bridge<Owner: ObservableModel>(
    _ model: Owner, _ name: KeyPath<Owner, Derived<Model, Value>>
  ) {
    // A derived property that is being evaluated notifies the standard observers for itself.
    if Strand.current.isInMemo { return }
    let registrar = self.registrar ?? ObservationRegistrar()
    self.registrar = registrar
    Owner._notifyStandard(.access, registrar, model, name, Derived<Model, Value>.self)
    isAwaited = true
    guard !isBridged, !memo.isRunning else { return }
    isBridged = true
    waitForChange(of: model, name, registrar)
  }

  private func waitForChange<Owner: ObservableModel>(
    of model: Owner, _ name: KeyPath<Owner, Derived<Model, Value>>,
    _ registrar: ObservationRegistrar
  ) {
    Strand.current.withoutTracking { _ = read(of: model) }
    let oneShot = OneShot(home: Home.of(nil) ?? memo.home) { [weak model, weak self] in
      guard let self, let model else { return }
      // A standard observer may register only after its read and after this change: wait for one more.
      let goesOn = isAwaited
      isBridged = goesOn
      isAwaited = false
      Owner._notifyStandard(.willSet, registrar, model, name, Derived<Model, Value>.self)
      Owner._notifyStandard(.didSet, registrar, model, name, Derived<Model, Value>.self)
      if goesOn { waitForChange(of: model, name, registrar) }
    }
    Strand.perform { oneShot.wait(for: memo, $0) }
  }
}

/// A derived property's remembered value, and how to compute it anew.
final class Memo<Model: ObservableModel, Value>: Node {
  private weak var owner: Model?
  let compute: (Model) -> Value
  private let areEqual: ((Value, Value) -> Bool)?
  private var remembered: Value?
  /// Whether one operation is computing the value for itself, while another that is set aside evaluates it.
  var isComputedAside = false
  /// The value that the batch in progress began with.
  private var snapshot: Value?

  init(_ owner: Model, home: Home?, _ compute: @escaping (Model) -> Value) {
    self.owner = owner
    self.compute = compute
    areEqual = equality(of: Value.self)
    super.init(.memo, home: home)
  }

  /// Whether the model is there, and not being destroyed.
  var hasOwner: Bool { owner != nil }

  /// The remembered value.
  ///
  /// There is one after the first evaluation.
  var value: Value {
    guard let remembered else {
      preconditionFailure("a derived property has been evaluated before it is read")
    }
    return remembered
  }

  override func update() {
    // A model that is being destroyed on another thread keeps its last value.
    guard let owner else {
      color = .clean
      if isOrphan { version = Edge.neverKnown }
      return
    }
    let strand = Strand.current
    if !isActive { follow(readerOf: strand) }
    let mayRevert = strand.mayRevert
    let wasTracking = strand.begin(self)
    let new = compute(owner)
    strand.end(self, wasTracking)
    // Destroyed after the access to `remembered` has ended: its deinitialiser may come back here.
    let old = remembered
    defer { withExtendedLifetime(old) {} }
    if let old, let areEqual {
      if areEqual(old, new) {
        // An equal value need not be the same one.
        remembered = .some(new)
        return
      }
      if mayRevert && batchVersion == 0 {
        snapshot = old
        batchVersion = version
        strand.rememberSnapshot(of: self)
      }
    }
    remembered = .some(new)
    hasValue = true
    if let snapshot, let areEqual, areEqual(snapshot, new) {
      version = batchVersion
    } else {
      advance()
    }
  }

  override func dropSnapshot() {
    super.dropSnapshot()
    let old = snapshot
    snapshot = nil
    withExtendedLifetime(old) {}
  }

  override var ownName: String { "\(Model.self)" }
}

extension Strand {
  /// Whether the calling task is evaluating a derived property; the evaluation of another task, which this
  /// one interrupts on this thread, does not count.
  var isInMemo: Bool { running?.kind == .memo && isOwn }

  /// Whether a node runs in this operation, and not only what goes at the end of its run.
  fileprivate func runs(_ node: Node) -> Bool {
    var next = node.isEnding ? nil : running
    while let current = next, current !== node { next = current.outerRunning }
    return next != nil
  }

  /// Traps with the path along which a derived property depends on itself.
  func reportCycle(through node: Node) -> Never {
    var path = [node.name]
    var step = running
    while let current = step {
      path.append(current.name)
      if current === node { break }
      step = current.outerRunning
    }
    fatalError(
      """
      A derived property depends on itself: \(path.reversed().joined(separator: " → ")). \
      Break the cycle.
      """)
  }
}
