/// What an update has to find out once the nodes are up to date, before any view is told of anything.
struct TreeSequel {
  /// The nodes that have come into the tree, and are not counted as in sight or hidden yet.
  var arrivals: [ViewNode] = []
  /// The nodes below which something may have been hidden or shown.
  fileprivate var uncovered: [ViewNode] = []
  /// The windows that have to decide again which rows are on the screen.
  fileprivate var windows: [LazyWindow] = []
  /// The observers of preferences, by their ids, and whether a preference may have changed.
  fileprivate var preferenceObservers: [Int: any PreferenceObserving] = [:]
  fileprivate var hasPreferenceChange = false

  var isEmpty: Bool {
    arrivals.isEmpty && uncovered.isEmpty && windows.isEmpty && !hasPreferenceChange
  }
}

extension Tree {
  // MARK: Rows

  /// Has a window decide again which rows are on the screen.
  func rowsChanged(_ window: LazyWindow) {
    guard !sequel.windows.contains(where: { $0 === window }) else { return }
    sequel.windows.append(window)
    activity.requestUpdate()
  }

  @MainActor func layOutRows() {
    let windows = sequel.windows
    sequel.windows.removeAll(keepingCapacity: true)
    for window in windows { window.layOut() }
  }

  // MARK: What appears

  /// Has the update find out what is hidden below a node, and tell the views that this hides or shows.
  func coverChanged(below node: ViewNode) {
    if sequel.uncovered.last !== node { sequel.uncovered.append(node) }
    activity.requestUpdate()
  }

  /// Finds the nodes that have come, and those that were hidden or shown, and has their views told.
  @MainActor func tellAppearances() {
    var changed: [ViewNode] = []
    func note(_ node: ViewNode) {
      if node.hasAppeared == node.isHidden { changed += node.toggleAppearance() }
    }
    let uncovered = sequel.uncovered
    sequel.uncovered.removeAll(keepingCapacity: true)
    for top in uncovered where top.isMounted {
      top.descendants { node in
        if node !== top { node.isHidden = node.isCovered }
        note(node)
        return true
      }
    }
    let arrivals = sequel.arrivals
    sequel.arrivals.removeAll(keepingCapacity: true)
    for node in arrivals where node.isMounted {
      node.isArriving = false
      note(node)
    }
    // Nodes around others come first: they are older.
    for node in changed.sorted(by: { $0.id < $1.id }) { node.tellLater() }
  }

  // MARK: Preferences

  /// Has the observers of preferences compare their values again.
  func preferencesChanged() {
    if sequel.preferenceObservers.isEmpty { return }
    sequel.hasPreferenceChange = true
    activity.requestUpdate()
  }

  func add(_ observer: any PreferenceObserving) {
    sequel.preferenceObservers[observer.id] = observer
    preferencesChanged()
  }

  func remove(_ observer: any PreferenceObserving) {
    sequel.preferenceObservers[observer.id] = nil
  }

  @MainActor func tellPreferences() {
    guard sequel.hasPreferenceChange else { return }
    sequel.hasPreferenceChange = false
    let observers = sequel.preferenceObservers.sorted { $0.key < $1.key }
    for (_, observer) in observers { observer.check().map(afterUpdate) }
  }

  // MARK: Focus

  /// Moves the focus to a field, whether or not the field is tied to a `@FocusState`.
  @MainActor func focus(_ field: ViewNode) {
    let handler = field.focusHandler
    root?.descendants { node in
      if let other = node.kept as? FocusHandler, other !== handler { other.leave() }
      return true
    }
    handler?.focus()
  }

  /// Takes the focus from the fields that are tied to another `@FocusState` than the one at a location.
  func takeFocus(to location: AnyObject) {
    root?.descendants { node in
      if let other = node.kept as? FocusHandler, other.location !== location { other.leave() }
      return true
    }
  }

  /// Whether a field has the focus by the `@FocusState` at a location.
  func isFocused(at location: AnyObject) -> Bool {
    var isFocused = false
    root?.descendants { node in
      if let handler = node.kept as? FocusHandler, handler.location === location {
        isFocused = isFocused || handler.isFocused()
      }
      return true
    }
    return isFocused
  }
}
