/// A property computed from others, remembered until one of them changes.
///
/// ```swift
/// final class Cart: ObservableModel {
///   @Observed var prices: [Int] = []
///   private var sum: Int { prices.reduce(0, +) }
///   @Derived(\Cart.sum) var total: Int
/// }
/// ```
///
/// The first read evaluates the property that the key path names, and records what that reads;
/// later reads give the remembered value while those inputs hold. Inputs are found anew at each
/// evaluation. Observers of a derived property are told when its *value* differs, not whenever an
/// input does. While nobody observes it, it subscribes to nothing: a read then compares versions.
///
/// Plain computed properties are tracked as well, and cost less where they are cheap to evaluate:
/// a derived property pays for itself where the evaluation is dear, or where it filters changes.
///
/// The key path names the class that declares the derived property, or one that it inherits from.
/// Only what this module observes is an input: properties of the standard library's `@Observable` are none.
/// A derived property that depends on itself traps, with the path. The last value is kept as long as the
/// model: a value that owns the model keeps the model for ever.
///
/// - Complexity: O(1) while observed and unchanged, or where nothing observed in the process has
///   changed since the last read; otherwise O(*n*) in the inputs, plus the evaluations needed.
@frozen @propertyWrapper public struct Derived<Model: ObservableModel, Value> {
  @usableFromInline let compute: (Model) -> Value
  @usableFromInline var node: DerivedNode<Model, Value>?

  /// Derives the property from `compute`, which is normally a key path such as `\Cart.sum`.
  ///
  /// - Parameter compute: Gives the value of a model's property. Kept as long as the model, which
  ///   it must not capture, and not called before the first read.
  @inlinable public init(_ compute: @escaping (Model) -> Value) {
    self.compute = compute
  }

  /// Unavailable: only a class can be observed.
  @available(*, unavailable, message: "@Derived belongs in a class that is an ObservableModel")
  public var wrappedValue: Value { fatalError("unavailable") }

  /// Reads the property of `object`, on behalf of the compiler.
  ///
  /// `Owner` and `Model` share one conformance by inheritance: the compiler rejects all other classes.
  @inlinable
  public static subscript<Owner: ObservableModel>(
    _enclosingInstance object: Owner,
    wrapped wrapped: KeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value where Owner._Root == Model._Root {
    @inline(__always) get {
      if Owner._isStandardObservable { bridge(object, storage) }
      if let node = object[keyPath: storage].node { return node.read(of: object) }
      let node = makeNode(for: object, object[keyPath: storage].compute)
      object[keyPath: storage].node = node
      node.notePlace(place(of: &object[keyPath: storage].node), in: object)
      return node.read(of: object)
    }
  }

  @usableFromInline static func makeNode<Owner: ObservableModel>(
    for object: Owner, _ compute: @escaping (Model) -> Value
  ) -> DerivedNode<Model, Value> {
    guard let model = object as? Model else {
      fatalError(
        """
        \(Owner.self) has a property that is @Derived from one of \(Model.self), which it is not. \
        Name \(Owner.self) in the key path, or a class that it inherits from.
        """)
    }
    return DerivedNode(model, compute)
  }

  @usableFromInline static func bridge<Owner: ObservableModel>(
    _ object: Owner, _ storage: ReferenceWritableKeyPath<Owner, Self>
  ) {
    let node =
      object[keyPath: storage].node ?? makeNode(for: object, object[keyPath: storage].compute)
    object[keyPath: storage].node = node
    node.notePlace(place(of: &object[keyPath: storage].node), in: object)
    node.bridge(object, storage)
  }
}

/// Derived storage belongs to its model's isolation.
@available(*, unavailable)
extension Derived: Sendable {}
