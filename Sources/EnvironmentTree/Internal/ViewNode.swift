import ModelObservation

/// A place in the tree, with what lasts there: children, state, and what the last evaluation read.
///
/// Not Sendable: a tree lives on the main actor, and everything that refers to a node does too.
final class ViewNode {
  /// Identifies the node to what may only hold Sendable values.
  typealias ID = Int

  let id: ID
  unowned let tree: Tree
  /// The parent, until the node leaves the tree.
  private(set) unowned var parent: ViewNode?
  let depth: Int
  let identity: Element.Identity
  /// The nearest node with a body, this one or above.
  let place: BodyPlace.Index?
  let scope: EnvironmentScope
  /// The modifiers that the node's view is the content of.
  var slots: [ModifiedSlot] {
    didSet {
      guard !slots.elementsEqual(oldValue, by: ===) else { return }
      for slot in oldValue { slot.remove(self) }
      for slot in slots { slot.add(self) }
    }
  }
  var content: NodeContent
  /// What the content was before the update in progress, where that has put another in its place.
  var contentBefore: NodeContent?
  var children: [ViewNode] = []

  /// Why the node is to be evaluated; empty where it is not.
  var causes: [EvaluationCause] = [.mount]
  private(set) var isMounted = true
  /// Whether it has come in the update in progress.
  var isArriving = true
  /// Whether it is in the tree and cannot be seen: in what a destination covers, or off the screen.
  var isHidden = false
  /// Whether it is a row that is scrolled away, or the content of a tab that is not selected.
  var isOffScreen = false
  /// Whether those around count it among what is in sight.
  var hasAppeared = false
  /// The nearest around that this is a view of, or a part of such a view, and that is told of it.
  private unowned var awaiting: ViewNode?
  /// Whether this is one view, whatever is in it.
  private var isMember = false
  /// How many of the views that it consists of are in sight.
  private var membersInSight = 0
  var isInSight: Bool { membersInSight > 0 }
  private var isToldOfAppearing = false
  /// What the wrappers of the value keep here, by their place in its type.
  private var storages: [AnyObject?] = []
  var kept: AnyObject?

  // What the last evaluation read.
  private var environmentReads: [EnvironmentRead] = []
  /// Those that have changed since, of which what was read is compared at the node's turn: it may go before.
  var changedScopes: [EnvironmentScope] = []
  /// Its own that stand on others which have changed since.
  var changedOwnScopes: [EnvironmentScope] = []
  private var sources: [StateSource] = []
  /// What the wrappers of the value read the environment through.
  private(set) lazy var environmentReader = EnvironmentReader(self)
  var observation: ObservationToken?
  /// Counts evaluations, so that a registration of an older one is not heard.
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

  /// What the wrapper at a place in the value's type keeps here.
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

  /// Is to be evaluated if what was read in scopes that have changed is not what it was.
  func checkEnvironment() {
    let scopes = changedScopes
    changedScopes = []
    for read in environmentReads where scopes.contains(where: { read.scope === $0 }) {
      if let name = read.changedName(for: self), !causes.contains(.environment(name)) {
        causes.append(.environment(name))
      }
    }
  }

  /// Runs code, and is to be evaluated when a model has changed that it has read.
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

  /// Whether something hides the node, by what is known of its parent.
  @MainActor var isCovered: Bool {
    if let cover = content.cover { return cover.isCovered(self) }
    guard !isOffScreen, let parent else { return isOffScreen }
    return parent.isHidden || parent.content.hides(self, of: parent)
  }

  /// Counts the node among what is in sight, or not any more; gives those whose views that changes.
  @MainActor func toggleAppearance() -> [ViewNode] {
    hasAppeared.toggle()
    // For the order: one that leaves is told before what is in it.
    var changed = content.awaitsMembers ? [self] : []
    var next = isMember ? awaiting : nil
    while let node = next {
      node.membersInSight += hasAppeared ? 1 : -1
      // Which counts as one view further out.
      guard node.membersInSight == (hasAppeared ? 1 : 0) else { break }
      changed.append(node)
      next = node.awaiting
    }
    return changed
  }

  /// Tells the content once the nodes are up to date, where that is not what it was told last.
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

  /// The nodes of this subtree, parents before children, in order; without recursion.
  func descendants(_ visit: (ViewNode) -> Bool) {
    var pending = [self]
    while let node = pending.popLast() {
      if visit(node) { pending.append(contentsOf: node.children.reversed()) }
    }
  }
}
