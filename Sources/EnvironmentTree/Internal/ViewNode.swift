import ModelObservation

/// A place in the tree, with what lasts there: children, state, and what the last evaluation read.
///
/// Not Sendable: a tree lives on the main actor, and everything that refers to a node does too.
final class ViewNode {
  /// Stands for a node in values that are Sendable, which cannot refer to the node itself.
  typealias ID = Int

  let id: ID
  unowned let tree: Tree
  /// The parent, until the node leaves the tree.
  private(set) unowned var parent: ViewNode?
  let depth: Int
  let identity: Element.Identity
  /// The place of the nearest node with a body: this node, or one above.
  let place: BodyPlace.Index?
  let scope: EnvironmentScope
  /// The slots of the modifiers whose content the node shows, the innermost last.
  var slots: [ModifiedSlot] {
    didSet {
      guard !slots.elementsEqual(oldValue, by: ===) else { return }
      for slot in oldValue { slot.remove(self) }
      for slot in slots { slot.add(self) }
    }
  }
  var content: NodeContent
  /// The content before the update in progress, if that update has replaced it.
  var contentBefore: NodeContent?
  var children: [ViewNode] = []

  /// Why the node is to be evaluated; empty if it is not.
  var causes: [EvaluationCause] = [.mount]
  private(set) var isMounted = true
  /// Whether the node has come into the tree in the update in progress.
  var isArriving = true
  /// Whether something hides the node: a destination that covers it, another tab, or scrolling.
  var isHidden = false
  /// Whether the node is a row, or a section's title, that is scrolled away.
  var isOffScreen = false
  /// Whether the node was counted as in sight when appearances were last found out.
  var hasAppeared = false
  /// The nearest node above that awaits members, if this node is one of its members or contains some of them.
  private unowned var awaiting: ViewNode?
  /// Whether the node is a member of `awaiting`: it counts as one view there, whatever is inside.
  private var isMember = false
  /// How many of the node's members are in sight.
  private var membersInSight = 0
  var isInSight: Bool { membersInSight > 0 }
  private var isToldOfAppearing = false
  /// What the property wrappers of the view keep at the node, by their index in ``TypeLayout/properties``.
  private var storages: [AnyObject?] = []
  /// What the content keeps at the node from one evaluation to the next.
  var kept: AnyObject?

  // What the last evaluation read.
  private var environmentReads: [EnvironmentRead] = []
  /// The scopes that were read and have changed since; the values are compared at the node's turn, as an
  /// update may remove the node before.
  var changedScopes: [EnvironmentScope] = []
  /// The scopes that the node has made, and whose parents have changed since.
  var changedOwnScopes: [EnvironmentScope] = []
  private var sources: [StateSource] = []
  /// The object through which the view's property wrappers read the environment.
  private(set) lazy var environmentReader = EnvironmentReader(self)
  var observation: ObservationToken?
  /// Counts evaluations: a notice that an older evaluation registered for is dropped.
  private(set) var generation = 0

  @MainActor init(_ element: Element, parent: ViewNode?, tree: Tree, scope: EnvironmentScope) {
    let id = tree.makeID()
    self.id = id
    content = element.content
    slots = element.content.slots
    identity = element.identity
    self.parent = parent
    self.tree = tree
    self.scope = scope
    depth = (parent?.depth ?? -1) + 1
    place =
      element.content.bodyName.map {
        let type = ObjectIdentifier(element.content.type)
        return tree.addPlace(BodyPlace(name: $0, type: type, parent: parent?.place), of: id)
      }
      ?? parent?.place
    for slot in slots { slot.add(self) }
    guard let parent else { return }
    let around = parent.content.awaitsMembers ? parent : parent.isMember ? nil : parent.awaiting
    guard let around else { return }
    switch content.row(self) {
    case .row, .title: (awaiting, isMember) = (around, true)
    case .inside: awaiting = around
    case .none: break
    }
  }

  /// What the property wrapper with that index in the view's type keeps at the node.
  subscript(storage index: Int) -> AnyObject? {
    get { index < storages.count ? storages[index] : nil }
    set {
      while storages.count <= index { storages.append(nil) }
      storages[index] = newValue
    }
  }

  // MARK: What was read

  /// Forgets what the last evaluation read, before the next or at the end.
  func forgetReads() {
    generation += 1
    for read in environmentReads {
      read.scope.removeReader(self)
      read.observation?.cancel()
    }
    environmentReads.removeAll(keepingCapacity: true)
    changedScopes = []
    for source in sources { source.removeReader(self) }
    sources.removeAll(keepingCapacity: true)
    observation?.cancel()
    observation = nil
  }

  func readEnvironment<Value>(
    _ keyPath: KeyPath<EnvironmentValues, Value>, in scope: EnvironmentScope
  ) -> Value {
    if let known = environmentReads.first(where: { $0.isRead(of: keyPath, in: scope) }) {
      return unsafeDowncast(known, to: KeyPathRead<Value>.self).value
    }
    let read = KeyPathRead(keyPath, in: scope, for: self)
    environmentReads.append(read)
    scope.addReader(self)
    return read.value
  }

  /// Adds a cause of evaluation for each value read in a changed scope, if it is another value now.
  func checkEnvironment() {
    let scopes = changedScopes
    changedScopes = []
    for read in environmentReads where scopes.contains(where: { read.scope === $0 }) {
      if let name = read.changedName(for: self), !causes.contains(.environment(name)) {
        causes.append(.environment(name))
      }
    }
  }

  /// Runs code, and has this node evaluated when a model that the code has read changes.
  func observe(_ apply: @escaping () -> Void) -> ObservationToken? {
    // Unsafe because nodes are on the main actor, which their type does not say.
    nonisolated(unsafe) let (node, apply) = (self, apply)
    nonisolated(unsafe) var token: ObservationToken?
    MainActor.assumeIsolated { token = node.tree.observe(node, apply) }
    return token
  }

  func noteRead(of source: StateSource) {
    if source.addReader(self) { sources.append(source) }
  }

  // MARK: What is seen

  /// Whether something hides the node, found out from the parent's `isHidden`, which has to be up to date.
  @MainActor var isCovered: Bool {
    if let cover = content.cover { return cover.isCovered(self) }
    guard !isOffScreen, let parent else { return isOffScreen }
    return parent.isHidden || parent.content.hides(self, of: parent)
  }

  /// Counts the node as in sight, or no longer; gives the nodes that may have to tell their views so.
  @MainActor func toggleAppearance() -> [ViewNode] {
    hasAppeared.toggle()
    // The node itself is for the order: one that leaves tells its view before the nodes inside do.
    var changed = content.awaitsMembers ? [self] : []
    var next = isMember ? awaiting : nil
    while let node = next {
      node.membersInSight += hasAppeared ? 1 : -1
      // Only the first member to come, and the last to go, change `node`, which is a member further out.
      guard node.membersInSight == (hasAppeared ? 1 : 0) else { break }
      changed.append(node)
      next = node.awaiting
    }
    return changed
  }

  /// Tells the content that it has appeared or disappeared, once the nodes are up to date, unless it knows.
  @MainActor func tellLater() {
    tree.afterUpdate { [self] in
      guard isInSight != isToldOfAppearing else { return }
      isToldOfAppearing = isInSight
      if isInSight { content.appear(self) } else { content.disappear(self) }
    }
  }

  // MARK: End

  /// Cuts the node off, without its children.
  func detach() {
    isMounted = false
    for slot in slots { slot.remove(self) }
    forgetReads()
    changedOwnScopes = []
    parent = nil
  }

  // MARK: Reports

  /// The views with a body from the root to here; nil where the node has left the tree for good.
  var path: String? {
    guard let place else { return "the root" }
    return tree.places[place].map { tree.places.path(to: $0) }
  }

  /// Visits this subtree in order, parents first, without recursion; where `visit` gives false, not the children.
  func descendants(_ visit: (ViewNode) -> Bool) {
    var pending = [self]
    while let node = pending.popLast() {
      if visit(node) { pending.append(contentsOf: node.children.reversed()) }
    }
  }
}
