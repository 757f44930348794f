/// A class whose `@Published` properties have the views evaluated that observe an object.
///
/// As in SwiftUI, a view depends on the object as a whole: it is evaluated when any of these
/// properties is written, whether or not it reads that one, and whether or not the value is equal.
/// Models of `ModelObservation` and of the standard library's Observation are tracked property by
/// property instead.
///
/// - Complexity: To read an object is O(*n*) in a body, where *n* is the number of its stored
///   properties, those of its superclasses included.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
  /// Notes that the evaluation in progress depends on this object.
  func noteRead() {
    guard let node = Tree.evaluating else { return }
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      for child in current.children {
        if let published = child.value as? any PublishedProperty {
          if let name = child.label?.drop(while: { $0 == "_" }) {
            published.source.cause = .observation("\(current.subjectType).\(name)")
          }
          node.noteRead(of: published.source)
        }
      }
      mirror = current.superclassMirror
    }
  }
}

/// A stored property of an ``ObservableObject``, whose writes have views evaluated.
@propertyWrapper public struct Published<Value>: PublishedProperty {
  private var value: Value
  let source = StateSource()

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
      // The old value goes once it is out of there: its end may read and write the property.
      var old = newValue
      swap(&object[keyPath: storage].value, &old)
      object[keyPath: storage].source.noteChange()
    }
  }
}

/// What a change of an object is heard from.
protocol PublishedProperty {
  var source: StateSource { get }
}
