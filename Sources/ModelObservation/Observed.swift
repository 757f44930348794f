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
/// A mutation such as `model.items.append(x)` happens in place, without a copy. It counts as a
/// change unless the type is trivial (a number, a struct of numbers) and ends up equal, because
/// keeping the old value of any other type to compare with would force the copy.
///
/// The property's own `willSet` and `didSet` run around the change: first `willSet`, then the
/// store, then the observers, then `didSet`.
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

  /// Unavailable: only a class can be observed.
  @available(*, unavailable, message: "@Observed belongs in a class that is an ObservableModel")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// Unavailable: only a class can be observed.
  @available(*, unavailable, message: "@Observed belongs in a class that is an ObservableModel")
  public var projectedValue: ObservedProperty<Value> { fatalError("unavailable") }

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
        made.notePlace(address(in: object, storage), in: object)
      }
      if _slowPath(mo_is_tracking()), let made = track(object[keyPath: storage].node) {
        object[keyPath: storage].node = made
        made.notePlace(address(in: object, storage), in: object)
      }
      return object[keyPath: storage].value
    }
    @inline(__always) set {
      if Model._isStandardObservable { return replace(newValue, in: object, storage) }
      if _slowPath(object[keyPath: storage].node != nil) {
        var old = newValue
        swap(&object[keyPath: storage].value, &old)
        didReplace(old, with: object[keyPath: storage].value, object[keyPath: storage].node)
        return
      }
      object[keyPath: storage].value = newValue
    }
    @inline(__always) _modify {
      // One `yield`: an accessor with two is not inlined. Keeping the old value costs no copy where
      // the type is trivial.
      let old = _isPOD(Value.self) ? object[keyPath: storage].value : nil
      if Model._isStandardObservable { beginModifying(object, storage) }
      defer {
        if Model._isStandardObservable { endModifying(object, storage) }
        if _slowPath(object[keyPath: storage].node != nil) {
          didModify(old, to: object[keyPath: storage].value, object[keyPath: storage].node)
        }
      }
      yield &object[keyPath: storage].value
    }
  }

  /// Where the storage lies, for reports: a number, not to be read through.
  ///
  /// An access without a call in it, as those above, and inlined: a key path that is passed on would
  /// have to be made at every read.
  @inlinable @inline(__always)
  static func address<Model: ObservableModel>(
    in object: Model, _ storage: ReferenceWritableKeyPath<Model, Self>
  ) -> UInt {
    withUnsafeMutablePointer(to: &object[keyPath: storage]) { UInt(bitPattern: $0) }
  }

  /// Gives the handle of the property of `object`, on behalf of the compiler.
  public static subscript<Model: ObservableModel>(
    _enclosingInstance object: Model,
    projected projected: KeyPath<Model, ObservedProperty<Value>>,
    storage storage: ReferenceWritableKeyPath<Model, Self>
  ) -> ObservedProperty<Value> {
    ObservedProperty(object, storage)
  }
}

/// Observed storage belongs to its model's isolation.
@available(*, unavailable)
extension Observed: Sendable {}
