import Foundation

extension TreeHost {
  /// Holds the view with a text: opens the context menu that it is in, unless that is disabled.
  ///
  /// - Parameters:
  ///   - label: A text in the view, or its name.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func hold(_ label: String, at index: Int = 0) {
    act(.hold, on: label, at: index, "hold")
  }

  /// Swipes the row with a text: shows the buttons behind it, unless it is disabled.
  ///
  /// - Parameters:
  ///   - label: A text in the row, or its name.
  ///   - edge: The side that the buttons are on.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func swipe(_ label: String, edge: HorizontalEdge = .trailing, at index: Int = 0) {
    act(.swipe(edge), on: label, at: index, "swipe")
  }

  /// Gives the focus to the field of that name, unless that is disabled.
  ///
  /// - Parameter label: The field's title.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func focus(_ label: String) {
    guard let field = field(label, "focus") else { return }
    perform { [tree] in tree.focus(field) }
  }

  /// Submits the field of that name: runs what `onSubmit` around it says, unless it is disabled.
  ///
  /// - Parameter label: The field's title.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, the actions, and the update.
  public func submit(_ label: String) {
    guard let field = field(label, "submit") else { return }
    let trigger: SubmitTriggers = field.description?.name == "SearchField" ? .search : .text
    let actions = field.scope.values.submitActions.filter { $0.triggers.contains(trigger) }
    perform { for action in actions { action.action() } }
  }

  /// Refreshes what is in front, as a user does who pulls a list down: see `refreshable`.
  ///
  /// The action runs in a task, which ``settle()`` follows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree.
  public func refresh() {
    update()
    guard let refresh = reachable.lazy.compactMap(\.scope.values.refresh).first else {
      fatalError("There is nothing to refresh. The tree:\n\(front?.outline ?? "unmounted")")
    }
    perform { [tree] in _ = tree.activity.start(priority: nil, refresh.action) }
  }

  /// Deletes the row with a text, as its `onDelete` does.
  ///
  /// - Parameter label: A text in the row, or its name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func delete(_ label: String) {
    let (offset, edits) = row(label, "delete") { $0.delete != nil }
    perform { edits.delete?(IndexSet(integer: offset)) }
  }

  /// Moves the row with a text, as its `onMove` does.
  ///
  /// - Parameters:
  ///   - label: A text in the row, or its name.
  ///   - offset: The offset of the row that it is to stand before, as `move(fromOffsets:toOffset:)` has
  ///     it.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func move(_ label: String, to offset: Int) {
    let (source, edits) = row(label, "move") { $0.move != nil }
    perform { edits.move?(IndexSet(integer: source), offset) }
  }

  /// Finds a field; gives nil where it is disabled.
  private func field(_ label: String, _ verb: String) -> ViewNode? {
    update()
    let fields = reachable.filter {
      if case .text? = $0.description?.action { true } else { false }
    }
    let field = first(fields, label, verb) { $0.description.map($0.name) == label }
    return field.scope.values.isEnabled ? field : nil
  }

  private func row(
    _ label: String, _ verb: String, _ isWanted: (RowEdits) -> Bool
  ) -> (offset: Int, edits: RowEdits) {
    update()
    var found: (offset: Int, edits: RowEdits)?
    _ = first(named(label), label, verb) { node in
      found = node.row(where: isWanted)
      return found != nil
    }
    guard let found else { fatalError("unreachable") }
    return found
  }

  private func act(_ event: Handler.Event, on label: String, at index: Int, _ verb: String) {
    update()
    var found: [ViewNode] = []
    for node in named(label) {
      let next = node.nearest { ($0.kept as? Handler)?.event == event }
      if let next, !found.contains(where: { $0 === next }) { found.append(next) }
    }
    guard index < found.count else { fail(label, verb) }
    let node = found[index]
    guard node.scope.values.isEnabled, let handler = node.kept as? Handler else { return }
    perform { handler.action() }
  }

  private func named(_ label: String) -> [ViewNode] {
    reachable.filter { $0.description.map($0.name) == label }
  }

  private func first(
    _ nodes: [ViewNode], _ label: String, _ verb: String, _ isWanted: (ViewNode) -> Bool
  ) -> ViewNode {
    guard let node = nodes.first(where: isWanted) else { fail(label, verb) }
    return node
  }

  private func fail(_ label: String, _ verb: String) -> Never {
    fatalError(
      """
      There is no \(label.quoted) to \(verb). The tree:
      \(front?.outline ?? "unmounted")
      """)
  }
}
