extension View {
  /// Sets a value of the environment for this view and all below it.
  ///
  /// The override that is nearest to the reader wins.
  ///
  /// - Parameters:
  ///   - keyPath: What to set.
  ///   - value: The value.
  /// - Returns: This view, in that environment.
  /// - Complexity: O(1), and a check for each body below that read something in the environment.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentView(content: self, keyPath: keyPath, value: value)
  }

  /// Puts an object into the environment, where readers find it by its type.
  ///
  /// Views read it with `@Environment(Session.self)`. Its properties are tracked by observation: the
  /// environment changes when another object is put there.
  ///
  /// - Parameter object: The object; nil hides one from above.
  /// - Returns: This view, in that environment.
  public func environment<Object: AnyObject>(_ object: Object?) -> some View {
    environment(\.[ObjectName<Object>()], object)
  }

  /// Changes a value of the environment for this view and all below it.
  ///
  /// - Parameters:
  ///   - keyPath: What to change.
  ///   - transform: Changes the value from above. It runs again when anything above changes, when state that
  ///     it has read changes, and whenever this view is made anew.
  /// - Returns: This view, in that environment.
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    TransformView(content: self) { transform(&$0[keyPath: keyPath]) }
  }
}

struct EnvironmentView<Content: View, Value>: PrimitiveView {
  let content: Content
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value

  /// Captures nothing of the content: the scope keeps this closure as long as the value is the same.
  private var apply: (inout EnvironmentValues) -> Void {
    { [keyPath, value] in $0[keyPath: keyPath] = value }
  }

  func expand(_ node: ViewNode) -> [Element] {
    let scope = node.kept as? EnvironmentScope ?? EnvironmentScope(below: node, apply)
    node.kept = scope
    return [Element(.position(0), .make(content), in: scope)]
  }

  func replace(_ node: ViewNode, _ old: EnvironmentView) {
    guard let scope = node.kept as? EnvironmentScope else { return }
    if keyPath == old.keyPath, areEquivalent(value, old.value) { return }
    scope.update(apply)
  }
}

struct TransformView<Content: View>: PrimitiveView {
  let content: Content
  let transform: (inout EnvironmentValues) -> Void

  // Tracked: the closure runs again when something that it has read changes.
  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    let known = node.kept as? EnvironmentScope
    known?.update(transform)
    let scope = known ?? EnvironmentScope(below: node, isTracked: true, transform)
    node.kept = scope
    return [Element(.position(0), .make(content), in: scope)]
  }
}
