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
  /// The destinations, the topmost last; with its offset in the path for each that is on the path.
  private var destinations: [(node: WeakReference<ViewNode>, offset: Int?)] = []
  /// The nodes of `navigationDestination(for:)`, by the type of the values.
  private var declarations: [ObjectIdentifier: [WeakReference<ViewNode>]] = [:]

  var top: ViewNode? { destinations.last?.node.object }
  var isHidden: Bool { node.isHidden }
  /// The ids of the destinations' nodes, the topmost last.
  var order: [ViewNode.ID] { destinations.compactMap(\.node.object?.id) }

  /// Follows a path from now on; if it is another one, the declarations, which have read the one before, run again.
  func take(_ path: Location<[AnyHashable]>) {
    let isSame = path.isSame(as: self.path)
    self.path = path
    if isSame { return }
    for declaration in declarations.values.joined().compactMap(\.object) {
      node.tree.invalidate(declaration, .parent)
    }
  }

  func add(_ destination: ViewNode, at offset: Int?) {
    guard !destinations.contains(where: { $0.node.object === destination }) else { return }
    // Below the destinations that are further along the path, whichever are made first.
    let place = destinations.firstIndex { $0.offset ?? -1 > offset ?? .max }
    destinations.insert(
      (WeakReference(object: destination), offset), at: place ?? destinations.endIndex)
    node.tree.coverChanged(below: node)
  }

  func remove(_ destination: ViewNode) {
    destinations.removeAll { $0.node.object === destination }
    if node.isMounted { node.tree.coverChanged(below: node) }
  }

  /// Notes a declaration, and tells whether it is the one nearest the root, which makes the destinations.
  func declare(_ type: Any.Type, at declaration: ViewNode) -> Bool {
    let nearest = nearestDeclaration(of: type)
    if declaration.kept == nil {
      declaration.kept = self
      declarations[ObjectIdentifier(type), default: []].append(WeakReference(object: declaration))
    }
    guard let nearest, nearest !== declaration else { return true }
    guard declaration.depth < nearest.depth else { return false }
    node.tree.invalidate(nearest, .parent)
    return true
  }

  /// Forgets a declaration; if it made the destinations, the next one does.
  func withdraw(_ type: Any.Type, at declaration: ViewNode) {
    let wasNearest = nearestDeclaration(of: type) === declaration
    declarations[ObjectIdentifier(type)]?.removeAll { $0.object === declaration }
    guard wasNearest, let next = nearestDeclaration(of: type) else { return }
    node.tree.invalidate(next, .parent)
  }

  private func nearestDeclaration(of type: Any.Type) -> ViewNode? {
    declarations[ObjectIdentifier(type)]?.lazy.compactMap(\.object).min { $0.depth < $1.depth }
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
