import Foundation
import ModelObservation

/// The nodes of a host, and what has to be done about them.
final class Tree {
  let activity: TreeActivity
  private(set) var root: ViewNode?
  private var isEvaluating = false
  /// The node whose evaluation is in progress: reads of state and of the environment count as its reads.
  ///
  /// There is one variable for all trees, as a body may read the state of another tree.
  ///
  /// Unsafe because a tree and what refers to it are on the main actor, which the type does not say.
  private(set) nonisolated(unsafe) static var evaluating: ViewNode?
  var evaluations: [EvaluationRecord] = []
  private(set) var places: [BodyPlace.Index: BodyPlace] = [:]
  private var placeLimit = 64
  private var dirty = ChangedNodes()
  var sequel = TreeSequel()
  /// The writes of state during an evaluation that were reported: each, at each place, is reported once.
  var writers: Set<String> = []
  /// The size of the screen, if it has one: else there is room for everything.
  var size: CGSize?
  /// What has to be done once the nodes are up to date, in order.
  private var effects: [@MainActor () -> Void] = []
  private var nextID = 0
  /// How often nodes have changed places.
  private(set) var moves = 0
  private var isUpdating = false
  /// The nodes that run the user's code, by the id that notices from other threads name them by.
  private var bodies: [ViewNode.ID: ViewNode] = [:]

  init(_ activity: TreeActivity) {
    self.activity = activity
  }

  func makeID() -> ViewNode.ID {
    nextID += 1
    return nextID
  }

  func addPlace(_ place: BodyPlace, of node: ViewNode.ID) -> BodyPlace.Index {
    places[node] = place
    return node
  }

  /// Forgets the places that no node and no report uses, once there are twice as many as after the last sweep.
  private func sweepPlaces() {
    guard places.count > placeLimit else { return }
    var used: Set<BodyPlace.Index> = []
    for place in bodies.values.map(\.place) + evaluations.map(\.place.parent) {
      var next = place
      while let index = next, used.insert(index).inserted { next = places[index]?.parent }
    }
    places = places.filter { used.contains($0.key) }
    placeLimit = max(64, 2 * places.count)
  }

  // MARK: What is to be done

  /// Asks for an evaluation of a node at the next update.
  func invalidate(_ node: ViewNode, _ cause: EvaluationCause) {
    guard node.isMounted else { return }
    if node.causes.isEmpty { dirty.append(node) }
    // A model that both kinds of observation track reports a change twice, and one report may lack the name.
    let isKnown = cause == .observation(nil) && node.causes.contains(where: \.isObservation)
    if !isKnown && !node.causes.contains(cause) { node.causes.append(cause) }
    activity.requestUpdate()
  }

  /// Has a node compare, at its turn, what it has read in a scope that has changed.
  func check(_ node: ViewNode, _ scope: EnvironmentScope) {
    if node.changedScopes.isEmpty { dirty.append(node) }
    node.changedScopes.append(scope)
  }

  /// Has a node apply, at its turn, the transform of a scope of its own to values above that have changed.
  func applyLater(_ scope: EnvironmentScope, of node: ViewNode) {
    if node.changedOwnScopes.isEmpty { dirty.append(node) }
    node.changedOwnScopes.append(scope)
  }

  /// Has an action run when the nodes are up to date.
  func afterUpdate(_ effect: @escaping @MainActor () -> Void) {
    effects.append(effect)
    activity.requestUpdate()
  }

  private var isAtRest: Bool { dirty.isEmpty && effects.isEmpty && sequel.isEmpty }

  var needsUpdate: Bool { !isAtRest || activity.hasMail }

  // MARK: Updating

  @MainActor func mount(_ content: NodeContent, _ scope: EnvironmentScope) {
    let node = ViewNode(Element(.position(0), content), parent: nil, tree: self, scope: scope)
    root = node
    dirty.append(node)
    sequel.arrivals.append(node)
    update()
  }

  @MainActor func update() {
    guard !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    // Held until the end, so that no other thread gets its identity. The main actor is not tied to one thread.
    let thread = Thread.current
    defer { withExtendedLifetime(thread) {} }
    for round in 0..<Tree.roundLimit {
      // After the first round only this thread's notices are taken. Another thread may change things without
      // end, so its notices wait for an update of their own.
      for notice in activity.takeMail(of: round == 0 ? nil : ObjectIdentifier(thread)) {
        guard let node = bodies[notice.node], node.generation == notice.generation else { continue }
        invalidate(node, .observation(notice.property))
      }
      guard !isAtRest else {
        if activity.hasMail { activity.requestUpdate() }
        return sweepPlaces()
      }
      // Parents first: evaluating a parent may remove a node below, or give it another value. Nodes further
      // down that an evaluation changes are taken in the same round.
      var depth = 0
      while let nodes = dirty.take(at: depth) {
        for node in nodes { update(node) }
        depth += 1
      }
      layOutRows()
      // Rows that have come into sight are evaluated before anybody is told of anything.
      guard dirty.isEmpty else { continue }
      tellAppearances()
      tellPreferences()
      let effects = effects
      self.effects.removeAll(keepingCapacity: true)
      for effect in effects { effect() }
    }
    fatalError(
      """
      The tree was updated \(Tree.roundLimit) times in a row: a body, onChange or onAppear keeps \
      changing what it reads. Last: \(dirty.first?.path ?? "an effect").
      """)
  }

  private static let roundLimit = 1_000

  /// Evaluates a node if it is new or changed, then each descendant that this makes so; without recursion.
  @MainActor private func update(_ top: ViewNode) {
    var pending = [top]
    while let node = pending.popLast() {
      guard node.isMounted else { continue }
      node.checkEnvironment()
      applyScopes(of: node)
      if node.causes.isEmpty { continue }
      let elements = evaluate(node)
      pending.append(contentsOf: reconcile(node, elements).reversed())
    }
  }

  /// Applies the node's own scopes to changed values; leaves the tracked ones to an evaluation, if one is due.
  @MainActor private func applyScopes(of node: ViewNode) {
    let scopes = node.changedOwnScopes
    node.changedOwnScopes = []
    for scope in scopes where !scope.isTracked || node.causes.isEmpty {
      if scope.isTracked { track(node) { scope.apply() } } else { scope.apply() }
      scope.propagate()
    }
  }

  @MainActor private func evaluate(_ node: ViewNode) -> [Element] {
    let causes = node.causes
    node.causes = []
    guard node.content.runsUserCode else { return node.content.expand(node) }
    if node.content.bodyName != nil, let place = node.place.flatMap({ places[$0] }) {
      evaluations.append(EvaluationRecord(place: place, causes: causes))
    }
    var elements: [Element] = []
    track(node) { elements = node.content.expand(node) }
    return elements
  }

  /// Runs code for a node, and notes its reads in place of those that the node has made before.
  @MainActor func track(_ node: ViewNode, _ apply: () -> Void) {
    assert(!isEvaluating, "One evaluation runs in another.")
    node.forgetReads()
    bodies[node.id] = node
    isEvaluating = true
    defer { isEvaluating = false }
    Tree.evaluate(node) { node.content.prepare(node) }
    node.observation = observe(node, apply)
  }

  /// Runs code, and has a node evaluated when something that the code has read changes.
  @MainActor func observe(_ node: ViewNode, _ apply: () -> Void) -> ObservationToken {
    let id = node.id
    let generation = node.generation
    return withStandardTracking {
      // `evaluate` stands inside: `observeReads` runs the observers of what the code has written at its end, and
      // their reads must not count for the node.
      observeReads {
        Tree.evaluate(node, apply)
      } onChange: { [unowned node] properties in
        // There is no property where the change could not be traced to one.
        if properties.isEmpty { node.tree.invalidate(node, .observation(nil)) }
        for property in properties { node.tree.invalidate(node, .observation(property)) }
      }
    } onChange: { [activity] property in
      activity.requestUpdate(.init(node: id, generation: generation, property: property))
    }
  }

  /// Runs code whose reads of state and of the environment do not count for the evaluation in progress.
  static func unread<Result>(_ make: () -> Result) -> Result { evaluate(nil, make) }

  /// Runs code whose reads count for a node, or for none.
  private static func evaluate<Result>(_ node: ViewNode?, _ code: () -> Result) -> Result {
    let outside = evaluating
    evaluating = node
    defer { evaluating = outside }
    return code()
  }

  /// Matches the children of a node with the elements that it asks for; gives the children to be evaluated.
  @MainActor private func reconcile(_ node: ViewNode, _ elements: [Element]) -> [ViewNode] {
    let old = node.children
    var pending: [ViewNode] = []
    var known: [Element.Identity: ViewNode]?
    var children: [ViewNode] = []
    children.reserveCapacity(elements.count)
    var kept = 0
    var hasMoved = false
    for (index, element) in elements.enumerated() {
      element.scope?.propagate()
      let scope = element.scope ?? node.scope
      var match: ViewNode?
      if known == nil, index < old.count, old[index].identity == element.identity {
        match = old[index]
      } else if !old.isEmpty {
        if known == nil {
          let rest = old.dropFirst(index).map { ($0.identity, $0) }
          known = Dictionary(rest) { first, _ in first }
        }
        match = known?.removeValue(forKey: element.identity)
        if match != nil { hasMoved = true }
      }
      if let match, match.content.type == element.content.type, match.scope === scope {
        children.append(match)
        kept += 1
        if update(match, to: element.content) { pending.append(match) }
      } else {
        let child = ViewNode(element, parent: node, tree: self, scope: scope)
        child.isHidden = child.isCovered
        children.append(child)
        pending.append(child)
        sequel.arrivals.append(child)
      }
    }
    node.children = children
    if hasMoved || kept < max(old.count, children.count) { node.childrenChanged() }
    if hasMoved {
      moves += 1
      preferencesChanged()
      node.scope.values.tabs?.moved()
    }
    if kept < old.count {
      let staying = Set(children.map(\.id))
      for child in old where !staying.contains(child.id) { unmount(child) }
    }
    return pending
  }

  /// Gives a node another content, and has the node evaluated if the two differ.
  @MainActor func replaceContent(of node: ViewNode, with content: NodeContent) {
    guard node.isMounted else { return }
    guard node.content.type == content.type else {
      // Another type needs another node, which the parent's evaluation makes.
      if let parent = node.parent { invalidate(parent, .parent) }
      return
    }
    let isDirty = !node.causes.isEmpty
    guard update(node, to: content), !isDirty else { return }
    dirty.append(node)
    activity.requestUpdate()
  }

  /// Gives a node another content of the same type; tells whether the node is to be evaluated.
  @MainActor private func update(_ node: ViewNode, to content: NodeContent) -> Bool {
    let old = node.content
    node.slots = content.slots
    guard !old.isEquivalent(to: content) else {
      old.keep(node, insteadOf: content)
      return !node.causes.isEmpty
    }
    node.content = content
    content.replace(node, old)
    if !node.causes.contains(.parent) { node.causes.append(.parent) }
    noteChange(of: node, from: old)
    return true
  }

  /// Has the content told, once the update is done, what it was before, however often it changes meanwhile.
  @MainActor private func noteChange(of node: ViewNode, from old: NodeContent) {
    guard !node.isArriving, node.contentBefore == nil else { return }
    node.contentBefore = old
    afterUpdate {
      guard let before = node.contentBefore else { return }
      node.contentBefore = nil
      if node.isMounted { node.content.change(node, from: before) }
    }
  }

  // MARK: Ending

  @MainActor func unmountAll() {
    guard let root else { return }
    self.root = nil
    unmount(root)
    update()
  }

  /// Ends all nodes without telling their views.
  ///
  /// Without this, nodes and the state that they read would keep each other alive, and a deep tree
  /// would be freed recursively.
  @MainActor func abandon() {
    guard let root else { return }
    self.root = nil
    dirty = ChangedNodes()
    effects = []
    sequel = TreeSequel()
    // A task that outlives the host may still dismiss, and the binding may be used by another host by then.
    for node in cut(root) { node.content.cover?.dismisser.end() }
  }

  /// Cuts off a subtree, and has its views told.
  @MainActor private func unmount(_ top: ViewNode) {
    for node in cut(top) {
      node.content.leave(node)
      if node.hasAppeared { for changed in node.toggleAppearance() { changed.tellLater() } }
    }
  }

  /// Cuts off all nodes of a subtree, and gives them, parents first.
  private func cut(_ top: ViewNode) -> [ViewNode] {
    var nodes: [ViewNode] = []
    top.descendants {
      nodes.append($0)
      return true
    }
    for node in nodes {
      bodies[node.id] = nil
      node.detach()
      node.children = []
    }
    return nodes
  }
}
