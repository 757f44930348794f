/// An object that belongs to a view's place in the tree, and is made when the view comes into it.
@propertyWrapper public struct StateObject<Object: ObservableObject>: NodeProperty {
  private let make: () -> Object
  private var kept: Object?

  /// Creates a wrapper that makes its object once, when the view comes into a tree.
  ///
  /// - Parameter make: Makes the object. What it reads, no body reads.
  public init(wrappedValue make: @autoclosure @escaping () -> Object) {
    self.make = make
  }

  /// The object.
  ///
  /// Outside a tree, each read makes one, and reports a fault.
  public var wrappedValue: Object {
    if let kept {
      kept.noteRead()
      return kept
    }
    reportFault("@StateObject of type \(Object.self) was read outside a tree")
    return make()
  }

  /// Bindings to the object's properties.
  public var projectedValue: ObservedObject<Object>.Wrapper { .init(object: wrappedValue) }

  /// Notes that the view depends on the object, before each evaluation of the body.
  public mutating func update() {
    kept?.noteRead()
  }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    let object = storage.map { unsafeDowncast($0, to: Object.self) } ?? Tree.unread(make)
    storage = object
    kept = object
  }

  func isEquivalent(to other: StateObject) -> Bool { true }
}

/// An object that a view is given and depends on.
@propertyWrapper public struct ObservedObject<Object: ObservableObject>: NodeProperty {
  /// Makes bindings to the properties of an object.
  @dynamicMemberLookup public struct Wrapper {
    let object: Object

    /// A binding to a property of the object.
    ///
    /// - Parameter keyPath: The property. Making the binding does not read it.
    public subscript<Value>(
      dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>
    ) -> Binding<Value> {
      Binding(ObservedObjectLocation(object, keyPath))
    }
  }

  private let object: Object

  /// Creates a wrapper of an object.
  ///
  /// - Parameter wrappedValue: The object, which belongs to somebody else. Another one has the body
  ///   run again.
  public init(wrappedValue: Object) {
    object = wrappedValue
  }

  /// The object.
  public var wrappedValue: Object {
    object.noteRead()
    return object
  }

  /// Bindings to the object's properties.
  public var projectedValue: Wrapper { Wrapper(object: object) }

  /// Notes that the view depends on the object, before each evaluation of the body.
  public mutating func update() {
    object.noteRead()
  }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {}

  func isEquivalent(to other: ObservedObject) -> Bool { object === other.object }
}

/// An object of the environment, on which the view depends, whether or not its body reads it.
@propertyWrapper public struct EnvironmentObject<Object: ObservableObject>: NodeProperty {
  private var environment = Environment<Object?>(Object.self)

  /// Creates a wrapper that reads the object of its type; a read traps where there is none.
  public init() {}

  /// The object.
  public var wrappedValue: Object {
    guard let object = environment.wrappedValue else {
      trapMissing(Object.self, path: environment.path, nil, modifier: "environmentObject")
    }
    object.noteRead()
    return object
  }

  /// Bindings to the object's properties.
  public var projectedValue: ObservedObject<Object>.Wrapper { .init(object: wrappedValue) }

  /// Notes that the view depends on the object, before each evaluation of the body.
  public mutating func update() {
    environment.wrappedValue?.noteRead()
  }

  // The property inside is tied to the node by itself.
  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {}

  func isEquivalent(to other: EnvironmentObject) -> Bool { true }
}

extension View {
  /// Puts an object into the environment, for `@EnvironmentObject` and `@Environment(Type.self)`.
  ///
  /// The nearest object of the type wins. Views that declare it with `@EnvironmentObject` are
  /// evaluated again at each write of a published property.
  ///
  /// - Parameter object: The object, found by its static type.
  /// - Returns: This view, in that environment.
  public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
    environment(object)
  }
}
