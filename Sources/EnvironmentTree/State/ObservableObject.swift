import Synchronization

/// A class of objects that views observe: a write of a `@Published` property evaluates these views.
///
/// As in SwiftUI, a view depends on the object as a whole: it is evaluated when any of these
/// properties is written, whether or not it reads that one, and whether or not the value is equal.
/// Models of `ModelObservation` and of the standard library's Observation are tracked property by
/// property instead.
///
/// - Complexity: To read an object is O(*n*) in a body, where *n* is the number of its published
///   properties, those of its superclasses included.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
  /// Notes that the evaluation in progress depends on this object.
  ///
  /// It reads the object's sources alone: other properties may need a lock, or refer to objects that have gone.
  func noteRead() {
    guard let node = Tree.evaluating else { return }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    for place in SourcePlace.all(in: type(of: self)) {
      let source = start.load(fromByteOffset: place.offset, as: StateSource.self)
      source.cause = place.cause
      node.noteRead(of: source)
    }
  }
}

/// Where the source of a published property lies in the objects of a class.
private struct SourcePlace {
  let offset: Int
  let cause: EvaluationCause

  private static let known = Mutex<[ObjectIdentifier: [SourcePlace]]>([:])

  /// Gives the places in a class and its superclasses, found once for each class.
  static func all(in type: AnyClass) -> [SourcePlace] {
    let key = ObjectIdentifier(type)
    if let places = known.withLock({ $0[key] }) { return places }
    let places = find(in: type)
    known.withLock { $0[key] = places }
    return places
  }

  private static func find(in type: AnyClass) -> [SourcePlace] {
    let parent: AnyClass? = _getSuperclass(type)
    var places = parent.map { all(in: $0) } ?? []
    let inherited = parent.map { StoredField.all(of: $0).count } ?? 0
    for field in StoredField.all(of: type).dropFirst(inherited)
    where field.type is any PublishedProperty.Type {
      for part in StoredField.all(of: field.type) where part.type == StateSource.self {
        let cause = EvaluationCause.observation("\(type).\(field.name)")
        places.append(SourcePlace(offset: field.offset + part.offset, cause: cause))
      }
    }
    return places
  }
}

/// A stored property of an ``ObservableObject``, whose writes have views evaluated.
@propertyWrapper public struct Published<Value> {
  private var value: Value
  private let source = StateSource()

  /// Creates a property with an initial value.
  ///
  /// - Parameter wrappedValue: The initial value, of which no view is told.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// Creates a property with an initial value.
  ///
  /// - Parameter initialValue: The initial value, of which no view is told.
  public init(initialValue: Value) {
    value = initialValue
  }

  /// Unavailable: only an object can be observed.
  @available(*, unavailable, message: "@Published belongs in a class that is an ObservableObject")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// Reads and writes the property of `object`, on behalf of the compiler.
  public static subscript<Object: ObservableObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].value }
    set {
      // The old value is let go of after the exchange: its deinitialiser may read and write the property.
      var old = newValue
      swap(&object[keyPath: storage].value, &old)
      object[keyPath: storage].source.noteChange()
    }
  }
}

/// Marks ``Published``, so that these properties are found among those of an object.
private protocol PublishedProperty {}

extension Published: PublishedProperty {}
