extension TreeHost {
  /// Taps the button, link or view of that name: the innermost, where one is in another.
  ///
  /// Its action runs now, and the tree is brought up to date; tasks that it starts run later. What a
  /// sheet, an alert or a pushed destination covers cannot be reached. A disabled control does
  /// nothing; where there is none of that name, this traps and names those that there are.
  ///
  /// - Parameters:
  ///   - label: The texts of its label, joined by spaces.
  ///   - index: Which one, where several have the name.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, if controls are not
  ///   nested, and the action and its update.
  public func tap(_ label: String, at index: Int = 0) {
    let found = findEnabled(label, at: index, "tap") {
      action -> (isChoice: Bool, run: @MainActor () -> Void)? in
      switch action {
      case .tap(let run): (true, run)
      case .open(let run): (false, run)
      default: nil
      }
    }
    guard let (node, action) = found else { return }
    perform {
      let left = action.isChoice ? node.leftByButtons : []
      action.run()
      for cover in left { cover.dismisser.action() }
    }
  }

  /// Replaces the text of the field of that name.
  ///
  /// In all else this is ``tap(_:at:)``.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - label: The field's title.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func type(_ text: String, into label: String, at index: Int = 0) {
    let found = findEnabled(label, at: index, "type into") {
      if case .text(let binding) = $0 { binding } else { nil }
    }
    guard let (node, binding) = found else { return }
    perform { [tree] in
      tree.focus(node)
      binding.wrappedValue = text
    }
  }

  /// Turns the switch of that name on or off.
  ///
  /// In all else this is ``tap(_:at:)``.
  ///
  /// - Parameters:
  ///   - label: The texts of its label, joined by spaces.
  ///   - index: Which one, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func toggle(_ label: String, at index: Int = 0) {
    let found = findEnabled(label, at: index, "toggle") {
      if case .toggle(let binding) = $0 { binding } else { nil }
    }
    if let (_, binding) = found { perform { binding.wrappedValue.toggle() } }
  }

  /// Chooses an option of the picker of that name.
  ///
  /// It traps where there is no such option. In all else this is ``tap(_:at:)``.
  ///
  /// - Parameters:
  ///   - option: The texts of the option, joined by spaces.
  ///   - label: The picker's title.
  ///   - index: Which picker, where several have the name.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func select(_ option: String, in label: String, at index: Int = 0) {
    let found = findEnabled(label, at: index, "select in") {
      if case .choice(let choose) = $0 { choose } else { nil }
    }
    guard let (picker, choose) = found else { return }
    var options: [(node: ViewNode, tag: AnyHashable)] = []
    picker.descendants { node in
      guard let tag = node.tag else { return true }
      // A tag in an element of a `ForEach` stands for the element.
      if let last = options.last?.node, node.isInside(last) { options.removeLast() }
      options.append((node, tag))
      return !(node.kept is Tag)
    }
    guard let tag = options.first(where: { $0.node.texts == option })?.tag else {
      let there = options.map { $0.node.texts.quoted }.joined(separator: ", ")
      fatalError("There is no option \(option.quoted) in \(label.quoted); there is \(there).")
    }
    perform { choose(tag) }
  }

  /// Scrolls a list, or a lazy stack or grid, that is in front.
  ///
  /// Rows that come on the screen appear, and those that leave it disappear. On a host without a size
  /// there is nothing to scroll.
  ///
  /// - Parameters:
  ///   - rows: By how many rows, of as many views as there are columns; back where it is negative. It
  ///     goes no further than the last row.
  ///   - index: Which one, where there are several, the first being 0.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func scroll(by rows: Int, at index: Int = 0) {
    update()
    var windows: [LazyWindow] = []
    front?.descendants { node in
      if !node.isHidden, let window = node.kept as? LazyWindow { windows.append(window) }
      return true
    }
    guard index < windows.count else {
      fatalError("There are \(windows.count) lists to scroll. The tree:\n\(frontOutline)")
    }
    perform { windows[index].scroll(by: rows) }
  }

  /// The topmost presentation that covers all, else the root.
  ///
  /// A destination covers its stack alone: what it covers is hidden.
  var front: ViewNode? {
    covers.last { $0.cover.kind != .destination }?.node ?? tree.root
  }

  /// The lines of what is in front, without those of hidden views.
  var frontOutline: String { front?.outline(hasHidden: false) ?? "unmounted" }

  /// Finds a control, and what is done with it; gives nil where it is disabled.
  func findEnabled<Action>(
    _ label: String, at index: Int, _ verb: String,
    _ wanted: (Description.Action) -> Action?
  ) -> (ViewNode, Action)? {
    update()
    var matches: [(node: ViewNode, action: Action)] = []
    var others: [String] = []
    for node in reachable {
      guard let description = node.description, let action = description.action.flatMap(wanted)
      else { continue }
      let name = node.name(description)
      guard name == label else {
        others.append(name.quoted)
        continue
      }
      // Of nested views that take a tap, the innermost gets it: children come after their parents here.
      if let last = matches.last?.node, last.description?.name == "Tappable", node.isInside(last),
        node.scope.values.isEnabled
      {
        matches.removeLast()
      }
      matches.append((node, action))
    }
    guard index < matches.count else {
      let there = others.isEmpty ? "nothing" : others.joined(separator: ", ")
      let which = matches.isEmpty ? "" : " number \(index) (there are \(matches.count))"
      fatalError(
        """
        There is no \(label.quoted)\(which) to \(verb); there is \(there). The tree:
        \(frontOutline)
        """)
    }
    return matches[index].node.scope.values.isEnabled ? matches[index] : nil
  }

  /// The nodes in front that a user can reach, parents before children.
  var reachable: [ViewNode] {
    var nodes: [ViewNode] = []
    front?.descendants { node in
      if node.canBeReached { nodes.append(node) }
      // A hidden view may have a destination inside that is not hidden.
      return true
    }
    return nodes
  }
}

@MainActor extension ViewNode {
  var canBeReached: Bool { !isHidden && scope.values.canBeHit }

  /// What a user calls the node: its label, else the texts in it.
  func name(_ description: Description) -> String {
    let label = label(description)
    return label.isEmpty ? texts : label
  }

  fileprivate func isInside(_ other: ViewNode) -> Bool {
    sequence(first: self, next: \.parent).first { $0.depth <= other.depth } === other
  }

  /// What a button here sends away: the alert, dialog or menus that it is in, the innermost first.
  fileprivate var leftByButtons: [CoverView] {
    let covers = sequence(first: self, next: \.parent).lazy.compactMap(\.content.cover)
    return Array(covers.prefix { $0.kind.isLeftByButtons })
  }
}
