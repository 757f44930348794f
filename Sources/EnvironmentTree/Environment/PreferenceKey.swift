/// Names a value that views hand up the tree.
public protocol PreferenceKey {
  /// The type of the value.
  associatedtype Value

  /// The value where no view has one.
  static var defaultValue: Value { get }

  /// Adds the value of the next view, in order, to the value of the views before it.
  ///
  /// - Parameters:
  ///   - value: The value of the views before.
  ///   - nextValue: Gives the value of the next view.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
  /// Nil.
  public static var defaultValue: Value { nil }
}

extension View {
  /// Hands a value up the tree, in place of the values that the views in this one hand up.
  ///
  /// - Parameters:
  ///   - key: Names the value.
  ///   - value: The value.
  /// - Returns: This view, with that value.
  public func preference<Key: PreferenceKey>(
    key: Key.Type = Key.self, value: Key.Value
  ) -> some View {
    PreferenceView<Self, Key>(content: self, change: .value(value))
  }

  /// Changes a value that the views in this one hand up the tree.
  ///
  /// - Parameters:
  ///   - key: Names the value.
  ///   - callback: Changes it. It runs again when something that it reads has changed.
  /// - Returns: This view, with what the closure makes of the value.
  public func transformPreference<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, _ callback: @escaping (inout Key.Value) -> Void
  ) -> some View {
    PreferenceView<Self, Key>(content: self, change: .transform(callback))
  }

  /// Runs an action when this view appears, and after each update in which the value that the views in
  /// this one hand up has changed.
  ///
  /// Views in sheets and destinations do not count.
  ///
  /// - Parameters:
  ///   - key: Names the value.
  ///   - action: What to run, with the value.
  /// - Returns: This view, and what it does then.
  /// - Complexity: O(*n*) for each update in which a preference in the tree was set, where *n* is the
  ///   number of views in this one.
  public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, perform action: @escaping @MainActor (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable {
    PreferenceReader<Self, Key>(content: self, action: action)
  }
}

struct PreferenceView<Content: View, Key: PreferenceKey>: PrimitiveView {
  enum Change {
    case value(Key.Value)
    case transform((inout Key.Value) -> Void)
  }

  let content: Content
  let change: Change

  func expand(_ node: ViewNode) -> [Element] {
    node.kept =
      switch change {
      case .value(let value): PreferenceChange<Key> { $0 = value }
      case .transform(let transform): PreferenceChange<Key>(transform)
      }
    node.tree.preferencesChanged()
    return [Element(.position(0), .make(content))]
  }

  func leave(_ node: ViewNode) { node.tree.preferencesChanged() }
}

private final class PreferenceChange<Key: PreferenceKey> {
  let transform: (inout Key.Value) -> Void

  init(_ transform: @escaping (inout Key.Value) -> Void) {
    self.transform = transform
  }
}

struct PreferenceReader<Content: View, Key: PreferenceKey>: PrimitiveView
where Key.Value: Equatable {
  let content: Content
  let action: @MainActor (Key.Value) -> Void

  func expand(_ node: ViewNode) -> [Element] {
    let kept = node.kept as? PreferenceObserver<Key> ?? PreferenceObserver(node)
    node.kept = kept
    kept.action = action
    node.tree.add(kept)
    return [Element(.position(0), .make(content))]
  }

  func leave(_ node: ViewNode) {
    if let kept = node.kept as? PreferenceObserver<Key> { node.tree.remove(kept) }
  }
}

/// An observer of a value that views hand up.
@MainActor protocol PreferenceObserving: AnyObject {
  /// Numbers the observers in the order in which they came.
  nonisolated var id: Int { get }
  /// Compares the value with the last one; gives the action to run if they differ.
  func check() -> (@MainActor () -> Void)?
}

private final class PreferenceObserver<Key: PreferenceKey>: PreferenceObserving
where Key.Value: Equatable {
  let id: Int
  private unowned let node: ViewNode
  private var known: Key.Value?
  var action: (@MainActor (Key.Value) -> Void)?

  init(_ node: ViewNode) {
    id = node.tree.makeID()
    self.node = node
  }

  func check() -> (@MainActor () -> Void)? {
    // Tracked: when something that a transform reads changes, the node is evaluated, and this runs again.
    var found: Key.Value?
    node.tree.track(node) { found = node.preference(Key.self) }
    guard let value = found, known != value else { return nil }
    known = value
    return { [action] in action?(value) }
  }
}

@MainActor extension ViewNode {
  /// Gives the value that the views in this one hand up, without recursion.
  fileprivate func preference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value {
    // A stack of values: one for each view around that changes the value, and one for all at the bottom.
    var values: [Key.Value?] = [nil]
    var pending: [(node: ViewNode, isDone: Bool)] = children.reversed().map { ($0, false) }
    while let (node, isDone) = pending.popLast() {
      guard node.content.cover == nil else { continue }
      let change = node.kept as? PreferenceChange<Key>
      if isDone, let change, let inner = values.popLast() {
        var value = inner ?? Key.defaultValue
        change.transform(&value)
        let last = values.count - 1
        if var before = values[last] {
          Key.reduce(value: &before) { value }
          values[last] = before
        } else {
          values[last] = value
        }
        continue
      }
      if change != nil {
        values.append(nil)
        pending.append((node, true))
      }
      pending.append(contentsOf: node.children.reversed().map { ($0, false) })
    }
    return values[0] ?? Key.defaultValue
  }
}
