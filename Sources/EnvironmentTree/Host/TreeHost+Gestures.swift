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
  /// - Parameters:
  ///   - label: The field's title.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func focus(_ label: String, at index: Int = 0) {
    guard let field = field(label, at: index, "focus") else { return }
    perform { [tree] in tree.focus(field) }
  }

  /// Submits the field of that name: runs what `onSubmit` around it says, unless it is disabled.
  ///
  /// - Parameters:
  ///   - label: The field's title.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, the actions, and the update.
  public func submit(_ label: String, at index: Int = 0) {
    guard let field = field(label, at: index, "submit") else { return }
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
      fatalError("There is nothing to refresh. The tree:\n\(frontOutline)")
    }
    perform { [tree] in _ = tree.activity.start(priority: nil, refresh.action) }
  }

  /// Deletes the row with a text, as its `onDelete` does.
  ///
  /// - Parameters:
  ///   - label: A text in the row, or its name.
  ///   - index: Which row, where several have the text.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func delete(_ label: String, at index: Int = 0) {
    let (offset, edits) = row(label, at: index, "delete") { $0.delete != nil }
    perform { edits.delete?(IndexSet(integer: offset)) }
  }

  /// Moves the row with a text, as its `onMove` does.
  ///
  /// - Parameters:
  ///   - label: A text in the row, or its name.
  ///   - offset: The offset of the row that it is to stand before, as `move(fromOffsets:toOffset:)` has
  ///     it.
  ///   - index: Which row, where several have the text.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func move(_ label: String, to offset: Int, at index: Int = 0) {
    let (source, edits) = row(label, at: index, "move") { $0.move != nil }
    perform { edits.move?(IndexSet(integer: source), offset) }
  }

  /// Finds a field; gives nil where it is disabled.
  private func field(_ label: String, at index: Int, _ verb: String) -> ViewNode? {
    let found = findEnabled(label, at: index, verb) {
      if case .text(let binding) = $0 { binding } else { nil }
    }
    return found?.0
  }

  private func row(
    _ label: String, at index: Int, _ verb: String, _ isWanted: (RowEdits) -> Bool
  ) -> (offset: Int, edits: RowEdits) {
    update()
    // A row may have the text more than once.
    var known: Set<ViewNode.ID> = []
    let rows = named(label).compactMap { $0.row(where: isWanted) }
      .filter { known.insert($0.node.id).inserted }
    guard index < rows.count, let offset = rows[index].node.rowOffset else { fail(label, verb) }
    return (offset, rows[index].edits)
  }

  private func act(_ event: Handler.Event, on label: String, at index: Int, _ verb: String) {
    update()
    var known: Set<ViewNode.ID> = []
    let found = named(label)
      .compactMap { node in node.nearest { ($0.kept as? Handler)?.event == event } }
      .filter { known.insert($0.id).inserted }
    guard index < found.count else { fail(label, verb) }
    let node = found[index]
    guard node.scope.values.isEnabled, let handler = node.kept as? Handler else { return }
    perform { handler.action() }
  }

  private func named(_ label: String) -> [ViewNode] {
    reachable.filter { $0.description.map($0.name) == label }
  }

  private func fail(_ label: String, _ verb: String) -> Never {
    fatalError(
      """
      There is no \(label.quoted) to \(verb). The tree:
      \(frontOutline)
      """)
  }
}
