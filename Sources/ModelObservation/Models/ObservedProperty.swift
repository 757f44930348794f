/// A handle to one observed property of one model: what `$property` gives.
///
/// ```swift
/// model.$name.value = "Ada"
/// let token = model.$name.observe { print($0) }
/// ```
///
/// A handle reads and observes the property from elsewhere, and retains the model; an observer or a
/// sequence made from it does not. Handles to parts of the value come from its members:
/// `model.$user.name`.
///
/// Writing goes through `$property` itself, in place, wherever the property can be written: one that
/// is `private(set)` rejects it elsewhere. To pass on the right to write, pass on a ``binding``.
/// Writing notifies observers as writing the property does, and calls the wrapper's `didSet:`, but
/// skips a `willSet` or `didSet` written on the property: the compiler hands a wrapper its storage,
/// not the property.
@dynamicMemberLookup public struct ObservedProperty<Value> {
  fileprivate let model: AnyObject
  fileprivate let path: PropertyPath<Value>

  init(_ model: AnyObject, _ path: PropertyPath<Value>) {
    self.model = model
    self.path = path
  }

  /// The property's value.
  ///
  /// Reading it is recorded, and writing it notifies. Mutations happen in place; those of a part of an
  /// object happen in a copy, which is then written to the object.
  public var value: Value {
    get { path[model] }
    set { path[model] = newValue }
    _modify { yield &path[model] }
  }

  /// Gives the property's value, and records the read.
  public func get() -> Value { value }

  /// Writes the property's value, and notifies its observers.
  ///
  /// - Parameter newValue: The value. Where it equals the one before, it is stored, and nobody is
  ///   told.
  /// - Complexity: O(1) with no observer; otherwise what the observers cost.
  public mutating func set(_ newValue: Value) {
    value = newValue
  }

  /// A handle that writes as well, to keep or to pass on.
  ///
  /// Available where the property can be written.
  public var binding: ObservedBinding<Value> {
    mutating get { ObservedBinding(self) }
  }

  /// The handle of a part of the value.
  ///
  /// - Parameter member: The part. Making the handle does not read it.
  public subscript<Member>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> ObservedProperty<Member> {
    get { ObservedProperty<Member>(model, PropertyMember(path, member)) }
    set {}
  }

  /// Calls `apply` with the value now, and again after every change of it.
  ///
  /// What `apply` itself reads is not recorded. The observer does not retain the model, except through the last
  /// value of a part of a property, which it keeps. Once the model is gone, there are no more calls.
  ///
  /// - Parameters:
  ///   - isolation: The isolation of the observer: the caller's.
  ///   - fileID: Where the observer is made, for reports.
  ///   - line: Where the observer is made, for reports.
  ///   - apply: What to call with each value.
  /// - Returns: A token that ends the observer when it is cancelled or released.
  public func observe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ apply: @escaping (Value) -> Void
  ) -> ObservationToken {
    // Not for a whole property: keeping its last value would make each change in place a copy.
    let areEqual = path.isPart ? equality(of: Value.self) : nil
    var last: Value?
    let effect = Effect(
      isolation: isolation, place: (fileID, line), cleansUpItself: true
    ) { [weak model, path] in
      guard let model else { return }
      let value = path[model]
      if let areEqual {
        if let old = last, areEqual(old, value) { return }
        last = value
      }
      if let own = Strand.current.effectAround {
        own.cleanUp()
        // Its cleanup may have ended it.
        if own.isEnded { return }
      }
      untracked { apply(value) }
    }
    return effect.start { _ in effect.update() }
  }

  /// The value now, and after every change of it, until the model is gone.
  ///
  /// In all else this is ``changes(of:)``.
  public var changes: ObservedChanges<Value, Never> {
    ModelObservation.changes(untilNil: { [weak model, path] in model.map { path[$0] } })
  }
}

/// A handle that reads and writes one observed property of one model: what `$property.binding` gives.
///
/// ```swift
/// let name = model.$name.binding
/// name.value = "Ada"
/// ```
///
/// It retains the model. In all else it is an ``ObservedProperty``.
@dynamicMemberLookup public struct ObservedBinding<Value> {
  /// The handle that it was made from.
  public let property: ObservedProperty<Value>

  init(_ property: ObservedProperty<Value>) {
    self.property = property
  }

  /// The property's value.
  ///
  /// Reading it is recorded, and writing it notifies. Mutations happen in place; those of a part of an
  /// object happen in a copy, which is then written to the object.
  public var value: Value {
    get { property.value }
    nonmutating set { property.path[property.model] = newValue }
    nonmutating _modify { yield &property.path[property.model] }
  }

  /// The binding of a part of the value.
  ///
  /// - Parameter member: The part. Making the binding does not read it.
  public subscript<Member>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> ObservedBinding<Member> {
    ObservedBinding<Member>(property[dynamicMember: member])
  }
}

/// A handle belongs to its model's isolation.
@available(*, unavailable)
extension ObservedProperty: Sendable {}

/// A binding belongs to its model's isolation.
@available(*, unavailable)
extension ObservedBinding: Sendable {}
