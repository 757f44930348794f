public import CModelObservation

/// A stored property of a model that observers are told about.
///
/// ```swift
/// final class Counter: ObservableModel {
///   @Observed var count = 0
/// }
/// ```
///
/// The value is stored in the model itself. A read that nobody records, and a write that nobody
/// waits for, cost what they cost in a plain class; the bookkeeping is made at the first tracked
/// read. Values of every type may be stored. Observers are told when a new value differs from the
/// old one: by identity for classes, by `==` for other Equatable types, and always for types that
/// cannot be compared. The new value is stored in any case.
///
/// A mutation such as `model.items.append(x)` happens in place, without a copy. It counts as a change
/// unless the type is trivial (a number, a struct of numbers) and the value ends up equal: keeping
/// the old value of any other type to compare with would force the copy. A batch makes that copy,
/// once. Observers run when all accesses in place to observed properties have ended:
/// `swap(&model.a, &model.b)` is one change.
///
/// Code that corrects the value after each change is given to the wrapper, which calls it before any
/// observer and keeps mutation in place:
///
/// ```swift
/// final class Slider: ObservableModel {
///   @Observed(didSet: Slider.clamp) var value = 1
///   private func clamp() { if value > 9 { value = 9 } }
/// }
/// ```
///
/// The `init(from:)` that the compiler writes for a `Codable` class replaces the wrapper, and loses `didSet:`.
///
/// - Important: A `didSet` written on the property runs *after* the observers, which see the value that
///   it is about to correct: the compiler calls it when the wrapper has returned. It also has each mutation
///   in place copy the value. A wrapper cannot know of it. Where it has to stay, a
///   ``batchUpdates(_:)`` around the write has the observers run after it.
///
/// - Complexity: O(1) to read, and to write with no observer; a write that observers wait for
///   costs what they do.
@frozen @propertyWrapper public struct Observed<Value> {
  @usableFromInline var value: Value
  @usableFromInline var node: ObservedNode<Value>?

  /// Stores the property's initial value.
  ///
  /// - Parameter wrappedValue: The value, of which no observer is told.
  @inlinable public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// Stores the property's initial value, and has `didSet` called after each change.
  ///
  /// `didSet` runs before any observer, and what it reads is not recorded. It may write the property, which
  /// does not call it again: observers see the change and what `didSet` writes as one.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value, of which no observer is told.
  ///   - didSet: What to call on the model, such as `Slider.clamp`.
  public init<Model: ObservableModel>(
    wrappedValue: Value, didSet: @escaping (Model) -> () -> Void
  ) {
    value = wrappedValue
    node = ObservedNode { object in
      guard let model = object as? Model else {
        fatalError(
          """
          \(type(of: object)) has a property whose didSet: is one of \(Model.self), which it is not. \
          Name \(type(of: object)) there, or a class that it inherits from.
          """)
      }
      didSet(model)()
    }
  }

  /// Unavailable: only a class can be observed.
  @available(*, unavailable, message: "@Observed belongs in a class that is an ObservableModel")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// Unavailable: only a class can be observed.
  @available(*, unavailable, message: "@Observed belongs in a class that is an ObservableModel")
  public var projectedValue: ObservedProperty<Value> {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// Reads and writes the property of `object`, on behalf of the compiler.
  @inlinable
  public static subscript<Model: ObservableModel>(
    _enclosingInstance object: Model,
    wrapped wrapped: ReferenceWritableKeyPath<Model, Value>,
    storage storage: ReferenceWritableKeyPath<Model, Self>
  ) -> Value {
    // No access to the storage is in progress during a call, so that the compiler can prove that
    // none overlap, and leaves out the checks at run time. What is rare is kept out of line.
    @inline(__always) get {
      if Model._isStandardObservable,
        let made = noteAccess(to: object, storage, object[keyPath: storage].node)
      {
        object[keyPath: storage].node = made
        made.notePlace(place(of: &object[keyPath: storage].node), in: object)
      }
      if _slowPath(mo_is_tracking()), let made = track(object[keyPath: storage].node) {
        object[keyPath: storage].node = made
        made.notePlace(place(of: &object[keyPath: storage].node), in: object)
      }
      return object[keyPath: storage].value
    }
    @inline(__always) set {
      if Model._isStandardObservable { return replace(newValue, in: object, storage) }
      if _slowPath(isPresent(object[keyPath: storage].node)) {
        var old = newValue
        swap(&object[keyPath: storage].value, &old)
        didReplace(old, with: object[keyPath: storage].value, object, object[keyPath: storage].node)
        return
      }
      object[keyPath: storage].value = newValue
    }
    @inline(__always) _modify {
      // One `yield`: an accessor with two is not inlined. While it lasts, exclusive access keeps the
      // first observer out as well, so that one test serves beginning and end. The node keeps what the
      // end has to know, so that an access that nobody observes stores nothing here.
      if Model._isStandardObservable { beginModifying(object, storage) }
      let isObserved = isPresent(object[keyPath: storage].node)
      if _slowPath(isObserved) {
        willModify(object[keyPath: storage].value, object[keyPath: storage].node)
      }
      defer {
        if Model._isStandardObservable { endModifying(object, storage) }
        if _slowPath(isObserved) {
          let node = object[keyPath: storage].node
          compareModified(object[keyPath: storage].value, node)
          didModify(object, node)
        }
      }
      yield &object[keyPath: storage].value
    }
  }

  /// Gives the handle of the property of `object`, on behalf of the compiler.
  ///
  /// The setter does nothing: the handle has written already. It is there because the compiler gives it
  /// the access level of the property's setter, so that `private(set)` holds for the handle.
  public static subscript<Model: ObservableModel>(
    _enclosingInstance object: Model,
    projected projected: ReferenceWritableKeyPath<Model, ObservedProperty<Value>>,
    storage storage: ReferenceWritableKeyPath<Model, Self>
  ) -> ObservedProperty<Value> {
    get { ObservedProperty(object, PropertyStorage(storage)) }
    set {}
  }
}

/// Observed storage belongs to its model's isolation.
@available(*, unavailable)
extension Observed: Sendable {}
