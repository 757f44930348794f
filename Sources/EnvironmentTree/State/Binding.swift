/// A way to read and write a value that somebody else owns.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: Equivalent {
  let location: Location<Value>

  init(_ location: Location<Value>) {
    self.location = location
  }

  /// Creates a binding from two closures.
  ///
  /// Bindings of different evaluations count as different, so a view that is given one is evaluated
  /// when its parent is.
  ///
  /// - Parameters:
  ///   - get: Reads the value. Its reads in a body count for the body.
  ///   - set: Writes the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    location = FunctionLocation(read: get, write: set)
  }

  /// Creates a binding from another, which is what `{ $item in }` does.
  ///
  /// - Parameter projectedValue: The other.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// Creates a binding to the value of a binding to an optional; gives nil if the value is nil now.
  ///
  /// The base is read now, which counts for the body around. If its value becomes nil later, this binding
  /// gives the value of now. Bindings of different evaluations count as different, as those from closures
  /// do.
  ///
  /// - Parameter base: Where the value is read and written.
  public init?(_ base: Binding<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(get: { base.wrappedValue ?? value }, set: { base.wrappedValue = $0 })
  }

  /// Creates a binding that always has one value.
  ///
  /// Writes are dropped. Constants of different evaluations count as different.
  ///
  /// - Parameter value: The value.
  /// - Returns: A binding to it.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { location.get() }
    nonmutating set { location.set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
  ///
  /// A write reads the whole value, changes the part, and writes the whole.
  ///
  /// - Parameter keyPath: The part.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(MemberLocation(location, keyPath))
  }

  func isEquivalent(to other: Binding) -> Bool { location.isSame(as: other.location) }
}

extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}
