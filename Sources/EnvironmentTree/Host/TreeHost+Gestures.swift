import Foundation

extension TreeHost {
  /// Holds the view with a text: opens the context menu that it is in.
  ///
  /// - Parameters:
  ///   - label: A text in the view, or its name.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func hold(_ label: String, at index: Int = 0) {
    let handler: Handler = nearest(to: label, at: index, "hold") { $0.event == .hold }
    perform { handler.action() }
  }

  /// Swipes the row with a text: shows the buttons behind it.
  ///
  /// - Parameters:
  ///   - label: A text in the row, or its name.
  ///   - edge: The side that the buttons are on.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func swipe(_ label: String, edge: HorizontalEdge = .trailing, at index: Int = 0) {
    let handler: Handler = nearest(to: label, at: index, "swipe") { $0.event == .swipe(edge) }
    perform { handler.action() }
  }

  /// Gives the focus to the field of that name.
  ///
  /// - Parameter label: The field's title.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func focus(_ label: String) {
    let field = field(label, "focus")
    perform { [tree] in tree.focus(field) }
  }

  /// Submits the field of that name: runs what `onSubmit` around it says.
  ///
  /// - Parameter label: The field's title.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, the actions, and the update.
  public func submit(_ label: String) {
    let field = field(label, "submit")
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

  private func field(_ label: String, _ verb: String) -> ViewNode {
    update()
    let fields = reachable.filter {
      if case .text? = $0.description?.action { true } else { false }
    }
    return first(fields, label, verb) { $0.description.map($0.name) == label }
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

  private func nearest<Kept: AnyObject>(
    to label: String, at index: Int, _ verb: String, _ isWanted: (Kept) -> Bool
  ) -> Kept {
    update()
    var found: [Kept] = []
    for node in named(label) {
      let kept: Kept? = node.nearest(isWanted)
      if let kept, !found.contains(where: { $0 === kept }) { found.append(kept) }
    }
    guard index < found.count else { fail(label, verb) }
    return found[index]
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
