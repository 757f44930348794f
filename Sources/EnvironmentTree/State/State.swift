/// State that belongs to a view's place in the tree, and lasts as long as the view is there.
///
/// ```swift
/// struct Counter: View {
///   @State private var count = 0
///   var body: some View {
///     Button("\(count)") { count += 1 }
///   }
/// }
/// ```
///
/// The initial value counts when the view comes into the tree, and is dropped at each later
/// evaluation of its parent. A write, also one through a binding, evaluates the bodies that have read the
/// property, unless the value is the same. Outside the tree, before a body has run, reading gives
/// the initial value, and writing reports a fault and changes nothing.
@propertyWrapper public struct State<Value>: NodeProperty {
  private let initial: Value
  private var location: StateLocation<Value>?

  /// Creates state with an initial value.
  ///
  /// - Parameter wrappedValue: What the state is when the view comes into the tree. It is made each
  ///   time that the view is, and dropped at all but the first.
  public init(wrappedValue: Value) {
    initial = wrappedValue
  }

  /// Creates state with an initial value.
  ///
  /// - Parameter initialValue: What the state is when the view comes into the tree.
  public init(initialValue: Value) {
    initial = initialValue
  }

  /// The value now.
  public var wrappedValue: Value {
    get { location?.get() ?? initial }
    nonmutating set {
      guard let location else {
        return reportFault("@State of type \(Value.self) was written before its view was in a tree")
      }
      location.set(newValue)
    }
  }

  /// A binding to the value.
  ///
  /// Handing it on is not a read.
  public var projectedValue: Binding<Value> {
    location.map { Binding($0) } ?? .constant(initial)
  }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    let kept =
      storage.map { unsafeDowncast($0, to: StateLocation<Value>.self) }
      ?? StateLocation(initial, StateSource(node, name: name))
    storage = kept
    location = kept
  }

  func isEquivalent(to other: State) -> Bool { true }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates state that is nil at first.
  public init() {
    self.init(wrappedValue: nil)
  }
}
