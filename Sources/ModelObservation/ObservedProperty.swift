/// A handle to one observed property of one model: what `$property` gives.
///
/// ```swift
/// let name = model.$name
/// name.value = "Ada"
/// let token = name.observe { print($0) }
/// ```
///
/// A handle reads, writes and observes the property from elsewhere, as a binding does. It retains
/// the model; an observer or a sequence made from it does not. Handles to parts of the value come
/// from its members: `model.$user.name`.
///
/// Writing through a handle notifies observers as writing the property does, but skips a `willSet`
/// or `didSet` written on the property: the compiler hands a wrapper its storage, not the property.
@dynamicMemberLookup public struct ObservedProperty<Value> {
  private let model: AnyObject
  private let read: (AnyObject) -> Value
  private let write: (AnyObject, (inout Value) -> Void) -> Void

  init<Model: ObservableModel>(
    _ model: Model, _ storage: ReferenceWritableKeyPath<Model, Observed<Value>>
  ) {
    self.model = model
    // The storage stands in for the property: they identify the same value.
    read = {
      let model = unsafeDowncast($0, to: Model.self)
      return Observed<Value>.read(model, storage)
    }
    write = { object, body in
      let model = unsafeDowncast(object, to: Model.self)
      Observed<Value>.update(model, storage, body)
    }
  }

  private init(
    _ model: AnyObject, read: @escaping (AnyObject) -> Value,
    write: @escaping (AnyObject, (inout Value) -> Void) -> Void
  ) {
    self.model = model
    self.read = read
    self.write = write
  }

  /// The property's value.
  ///
  /// Reading it is recorded, and writing it notifies.
  public var value: Value {
    get { read(model) }
    nonmutating set { write(model) { $0 = newValue } }
  }

  /// Gives the property's value, and records the read.
  public func get() -> Value { value }

  /// Writes the property's value, and notifies its observers.
  ///
  /// - Parameter newValue: The value. Where it equals the one before, it is stored, and nobody is
  ///   told.
  /// - Complexity: O(1) with no observer; otherwise what the observers cost.
  public func set(_ newValue: Value) {
    value = newValue
  }

  /// The handle of a part of the value.
  ///
  /// - Parameter member: The part. Making the handle does not read it.
  public subscript<Member>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> ObservedProperty<Member> {
    ObservedProperty<Member>(
      model, read: { [read] in read($0)[keyPath: member] },
      write: { [write] object, body in
        write(object) { value in body(&value[keyPath: member]) }
      })
  }

  /// Calls `apply` with the value now, and again after every change of it.
  ///
  /// What `apply` itself reads is not recorded. Nothing here retains the model; once it is gone,
  /// there are no more calls.
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
    ModelObservation.observe(isolation: isolation, fileID: fileID, line: line) {
      [weak model, read] in
      guard let model else { return }
      let value = read(model)
      untracked { apply(value) }
    }
  }

  /// The value now, and after every change of it, until the model is gone.
  ///
  /// In all else this is ``changes(of:)``.
  public var changes: ObservedChanges<Value, Never> {
    ModelObservation.changes(untilNil: { [weak model, read] in model.map(read) })
  }
}

/// A handle belongs to its model's isolation.
@available(*, unavailable)
extension ObservedProperty: Sendable {}
