/// Makes bindings to the properties of an object.
///
/// ```swift
/// @Bindable var settings = settings
/// TextField("Name", text: $settings.name)
/// ```
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject> {
  /// The object.
  public var wrappedValue: Value

  /// Creates a wrapper of an object, for `@Bindable var`.
  ///
  /// - Parameter wrappedValue: The object, of any class: SwiftUI asks for an `Observable` one.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper of an object, to make bindings of in an expression.
  ///
  /// - Parameter wrappedValue: The object, of any class: SwiftUI asks for an `Observable` one.
  public init(_ wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The wrapper, whose members are bindings.
  public var projectedValue: Bindable<Value> { self }

  /// A binding to a property of the object.
  ///
  /// - Parameter keyPath: The property. Making the binding does not read it.
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding(ObjectLocation(wrappedValue, keyPath))
  }
}

extension Bindable: DynamicProperty {}
