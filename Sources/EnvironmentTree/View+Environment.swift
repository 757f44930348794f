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
    EnvironmentView(content: self, change: .set(KeyPathAssignment(keyPath, value)))
  }

  /// Puts an object into the environment, which its type stands for.
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
  ///   - transform: Changes the value from above. It runs again when that does, and whenever this
  ///     view is made anew.
  /// - Returns: This view, in that environment.
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentView(content: self, change: .transform { transform(&$0[keyPath: keyPath]) })
  }
}

/// A view in an environment of its own.
struct EnvironmentView<Content: View>: PrimitiveView {
  enum Change {
    case set(any EnvironmentAssignment)
    case transform((inout EnvironmentValues) -> Void)

    func apply(_ values: inout EnvironmentValues) {
      switch self {
      case .set(let assignment): assignment.apply(&values)
      case .transform(let transform): transform(&values)
      }
    }
  }

  let content: Content
  let change: Change

  func expand(_ node: ViewNode) -> [Element] {
    let scope: EnvironmentScope
    if let kept = node.kept as? EnvironmentScope {
      scope = kept
    } else {
      scope = EnvironmentScope(parent: node.scope, change.apply)
      node.kept = scope
    }
    return [Element(.position(0), .make(content), in: scope)]
  }

  func replace(_ node: ViewNode, _ old: EnvironmentView) {
    guard let scope = node.kept as? EnvironmentScope else { return }
    if case .set(let new) = change, case .set(let old) = old.change, new.isEquivalent(to: old) {
      return
    }
    scope.update(change.apply)
  }
}

/// An assignment to the environment that can be compared.
protocol EnvironmentAssignment {
  func apply(_ values: inout EnvironmentValues)
  func isEquivalent(to other: any EnvironmentAssignment) -> Bool
}

struct KeyPathAssignment<Value>: EnvironmentAssignment {
  private let keyPath: WritableKeyPath<EnvironmentValues, Value>
  private let value: Value

  init(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) {
    self.keyPath = keyPath
    self.value = value
  }

  func apply(_ values: inout EnvironmentValues) {
    values[keyPath: keyPath] = value
  }

  func isEquivalent(to other: any EnvironmentAssignment) -> Bool {
    guard let other = other as? KeyPathAssignment<Value> else { return false }
    return keyPath == other.keyPath && areEquivalent(value, other.value)
  }
}
