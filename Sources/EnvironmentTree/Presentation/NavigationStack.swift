/// Shows views, and on top of them the destinations that were navigated to.
///
/// The views that a destination covers stay in the tree, with their state: they disappear and their tasks
/// are cancelled; when the destination is left, they appear and their tasks start again. A destination is in
/// the environment of the stack, which is its container: what is set on a view inside the stack does not
/// reach it.
public struct NavigationStack<Content: View>: View, UnnamedView {
  private let content: Content
  private let path: Location<[AnyHashable]>?

  /// Creates a stack that keeps its path itself, as long as it is in the tree.
  ///
  /// - Parameter root: Makes the views at the bottom. Runs now: its reads count for the body around it.
  public init(@ViewBuilder root: () -> Content) {
    content = root()
    path = nil
  }

  /// Creates a stack whose path somebody else keeps.
  ///
  /// - Parameters:
  ///   - path: Holds the values that were navigated to, the topmost last. Values of another type,
  ///     from a link or a destination, are left out when it is written.
  ///   - root: Makes the views at the bottom. Runs now: its reads count for the body around it.
  /// - Complexity: O(1). Each read or write of the path is O(*n*), where *n* is the number of its
  ///   values.
  public init<Value: Hashable>(
    path: Binding<[Value]>, @ViewBuilder root: () -> Content
  ) {
    content = root()
    self.path = PathLocation(path.location)
  }

  func expand(_ node: ViewNode) -> [Element] {
    let navigation =
      node.kept as? Navigation
      ?? Navigation(node, StateLocation([], StateSource(node, name: "path")))
    node.kept = navigation
    if let path { navigation.take(path) }
    return [Element(.position(0), .make(content), in: navigation.scope)]
  }

  func hides(_ child: ViewNode, of node: ViewNode) -> Bool {
    (node.kept as? Navigation)?.top != nil
  }
}

/// An older name of a ``NavigationStack``, in which it shows its views.
public struct NavigationView<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a view.
  ///
  /// - Parameter content: Makes the views at the bottom. Runs now: its reads count for the body around it.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(0), .make(NavigationStack { content }))]
  }
}

/// The path of a stack, where somebody else keeps it.
private final class PathLocation<Value: Hashable>: Location<[AnyHashable]> {
  private let values: Location<[Value]>

  init(_ values: Location<[Value]>) {
    self.values = values
  }

  override func get() -> [AnyHashable] { values.get().map { AnyHashable($0) } }
  override func set(_ path: [AnyHashable]) { values.set(path.compactMap { $0.base as? Value }) }

  override func isSame(as other: Location<[AnyHashable]>) -> Bool {
    guard let other = other as? PathLocation<Value> else { return false }
    return values.isSame(as: other.values)
  }
}

/// The path of a stack, and its destinations.
final class Navigation {
  private(set) var path: Location<[AnyHashable]>
  /// The environment of what is in the stack, the destinations included.
  private(set) var scope: EnvironmentScope
  private unowned let node: ViewNode
  /// The destinations' nodes, the topmost last; with its offset in the path for each that is on the path.
  private var destinations: [(id: ViewNode.ID, offset: Int?)] = []
  /// The nodes of `navigationDestination(for:)`, by the type of the values and by their ids.
  private var declarations: [ObjectIdentifier: [ViewNode.ID: WeakReference<ViewNode>]] = [:]
  /// The declarations nearest the root, by the type of the values.
  private var nearest: [ObjectIdentifier: WeakReference<ViewNode>] = [:]

  var top: ViewNode.ID? { destinations.last?.id }
  var isHidden: Bool { node.isHidden }
  /// The ids of the destinations' nodes, the topmost last.
  var order: [ViewNode.ID] { destinations.map(\.id) }

  /// Follows a path from now on; if it is another one, the declarations, which have read the one before, run again.
  func take(_ path: Location<[AnyHashable]>) {
    let isSame = path.isSame(as: self.path)
    self.path = path
    if isSame { return }
    for declaration in declarations.values.flatMap(\.values).compactMap(\.object) {
      node.tree.invalidate(declaration, .parent)
    }
  }

  /// Notes a destination that has come.
  func add(_ destination: ViewNode, at offset: Int?) {
    // Below the destinations that are further along the path, whichever are made first.
    let place = offset.flatMap { offset in
      destinations.firstIndex { $0.offset ?? -1 > offset }
    }
    destinations.insert((destination.id, offset), at: place ?? destinations.endIndex)
    node.tree.coverChanged(below: node)
  }

  func remove(_ destination: ViewNode) {
    guard node.isMounted else { return }
    destinations.removeAll { $0.id == destination.id }
    node.tree.coverChanged(below: node)
  }

  /// Notes a declaration, and tells whether it is the one nearest the root, which makes the destinations.
  func declare(_ type: Any.Type, at declaration: ViewNode) -> Bool {
    let key = ObjectIdentifier(type)
    declarations[key, default: [:]][declaration.id] = WeakReference(object: declaration)
    guard let before = nearest[key]?.object, before !== declaration else {
      nearest[key] = WeakReference(object: declaration)
      return true
    }
    guard declaration.depth < before.depth else { return false }
    nearest[key] = WeakReference(object: declaration)
    node.tree.invalidate(before, .parent)
    return true
  }

  /// Forgets a declaration; if it made the destinations, the next one does.
  func withdraw(_ type: Any.Type, at declaration: ViewNode) {
    guard node.isMounted else { return }
    let key = ObjectIdentifier(type)
    declarations[key]?[declaration.id] = nil
    guard nearest[key]?.object === declaration else { return }
    let next = declarations[key]?.values.lazy.compactMap(\.object)
      .min { ($0.depth, $0.id) < ($1.depth, $1.id) }
    nearest[key] = WeakReference(object: next)
    if let next { node.tree.invalidate(next, .parent) }
  }

  init(_ node: ViewNode, _ path: Location<[AnyHashable]>) {
    self.path = path
    self.node = node
    scope = node.scope
    scope = EnvironmentScope(below: node) { [weak self] in $0.navigation = self }
  }
}

extension EnvironmentValues {
  /// The innermost stack.
  var navigation: Navigation? {
    get { self[NavigationKey.self].object }
    set { self[NavigationKey.self] = WeakReference(object: newValue) }
  }
}

private enum NavigationKey: EnvironmentKey {
  static var defaultValue: WeakReference<Navigation> { WeakReference() }
}
