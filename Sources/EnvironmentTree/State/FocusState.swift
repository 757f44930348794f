/// Which field has the focus: state that follows it, and moves it.
///
/// A field has the focus from when a host types into it, a host calls ``TreeHost/focus(_:at:)``, or the state is
/// set, until another field has it, by this state or another, or the field leaves the tree. Once the tree is up to
/// date, a value that no field is tied to is replaced: no field has the focus then.
@propertyWrapper public struct FocusState<Value: Hashable>: NodeProperty {
  /// Reads and moves the focus.
  @propertyWrapper public struct Binding {
    let location: Location<Value>
    /// What has the focus where no field has it.
    let nothing: Value

    /// What has the focus.
    ///
    /// - Complexity: A read is O(1), a write O(*n*), where *n* is the number of views in the tree.
    public var wrappedValue: Value {
      get { location.get() }
      nonmutating set { location.set(newValue) }
    }

    /// The binding itself.
    public var projectedValue: Binding { self }
  }

  private let nothing: Value
  private var location: FocusLocation<Value>?

  /// Creates state that is true while one field has the focus.
  public init() where Value == Bool {
    nothing = false
  }

  /// Creates state that names the field that has the focus, and is nil where none has.
  public init<Field: Hashable>() where Value == Field? {
    nothing = nil
  }

  /// What has the focus.
  ///
  /// - Complexity: A read is O(1), a write O(*n*), where *n* is the number of views in the tree.
  public var wrappedValue: Value {
    get { location?.get() ?? nothing }
    nonmutating set { location?.set(newValue) }
  }

  /// The binding with which fields are tied to the state.
  public var projectedValue: Binding {
    Binding(
      location: location ?? FunctionLocation(read: { [nothing] in nothing }, write: { _ in }),
      nothing: nothing)
  }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    let kept =
      storage.map { unsafeDowncast($0, to: FocusLocation<Value>.self) }
      ?? FocusLocation(nothing, node, name: name)
    storage = kept
    location = kept
  }

  func isEquivalent(to other: FocusState) -> Bool { true }
}

/// The value of a `@FocusState` property; setting it to a field takes the focus from the fields of other ones.
private final class FocusLocation<Value: Hashable>: Location<Value> {
  private let nothing: Value
  private let state: StateLocation<Value>
  private weak let tree: Tree?

  init(_ nothing: Value, _ node: ViewNode, name: String) {
    self.nothing = nothing
    state = StateLocation(nothing, StateSource(node, name: name))
    tree = node.tree
  }

  override func get() -> Value { state.get() }

  override func set(_ newValue: Value) {
    state.set(newValue)
    guard newValue != nothing, let tree else { return }
    tree.takeFocus(to: self)
    // Unsafe because a tree and its state are on the main actor, which their types do not say.
    nonisolated(unsafe) let (location, owner) = (self, tree)
    // Later, as the field may come in this update.
    tree.afterUpdate {
      if !owner.isFocused(at: location) { location.state.set(location.nothing) }
    }
  }
}

extension View {
  /// Ties the field in this view to a value of the focus.
  ///
  /// - Parameters:
  ///   - binding: Where the focus is kept.
  ///   - value: What it is while this field has it.
  /// - Returns: This view, which can have the focus.
  public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    HandlingView(content: self) {
      FocusHandler(binding.location) {
        binding.wrappedValue == value
      } focus: {
        binding.wrappedValue = value
      } leave: {
        if binding.wrappedValue == value { binding.wrappedValue = binding.nothing }
      }
    }
  }

  /// Ties the field in this view to the focus.
  ///
  /// - Parameter condition: True while this field has it.
  /// - Returns: This view, which can have the focus.
  public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    HandlingView(content: self) {
      FocusHandler(condition.location) {
        condition.wrappedValue
      } focus: {
        condition.wrappedValue = true
      } leave: {
        condition.wrappedValue = false
      }
    }
  }
}

/// What a field that can have the focus keeps.
final class FocusHandler {
  /// Where the focus is kept.
  let location: AnyObject
  let isFocused: () -> Bool
  let focus: () -> Void
  let leave: () -> Void

  init(
    _ location: AnyObject, isFocused: @escaping () -> Bool, focus: @escaping () -> Void,
    leave: @escaping () -> Void
  ) {
    self.location = location
    self.isFocused = isFocused
    self.focus = focus
    self.leave = leave
  }
}
