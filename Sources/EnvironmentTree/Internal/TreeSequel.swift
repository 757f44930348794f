/// What has to be found out once the nodes are up to date, before anybody is told of anything.
struct TreeSequel {
  /// What has come into the tree, and has not been told so.
  var arrivals: [ViewNode] = []
  /// Below which nodes something may have been hidden or shown.
  fileprivate var uncovered: [ViewNode] = []
  /// What decides which rows there are, and has to do so again.
  fileprivate var windows: [LazyWindow] = []
  /// Who is told of what views hand up, and whether that may have changed.
  fileprivate var preferenceObservers: [Int: any PreferenceObserving] = [:]
  fileprivate var hasPreferenceChange = false

  var isEmpty: Bool {
    arrivals.isEmpty && uncovered.isEmpty && windows.isEmpty && !hasPreferenceChange
  }
}

extension Tree {
  // MARK: Rows

  /// Has the rows counted of what scrolls.
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

  /// Has it found out what is hidden below a node, and those told who are not to be seen any more, or
  /// are again.
  func coverChanged(below node: ViewNode) {
    if sequel.uncovered.last !== node { sequel.uncovered.append(node) }
    activity.requestUpdate()
  }

  /// Tells the nodes that have come, and those that have been hidden or shown.
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
    // Those around come first, which are older.
    for node in changed.sorted(by: { $0.id < $1.id }) { node.tellLater() }
  }

  // MARK: Preferences

  /// Has those told who want to know what views hand up.
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

  /// Moves the focus to a field, which may or may not be one that state follows.
  @MainActor func focus(_ field: ViewNode) {
    let handler = field.focusHandler
    root?.descendants { node in
      if let other = node.kept as? FocusHandler, other !== handler { other.leave() }
      return true
    }
    handler?.focus()
  }

  /// Takes the focus from the fields that other state follows than the one that has it now.
  func takeFocus(to location: AnyObject) {
    root?.descendants { node in
      if let other = node.kept as? FocusHandler, other.location !== location { other.leave() }
      return true
    }
  }
}
