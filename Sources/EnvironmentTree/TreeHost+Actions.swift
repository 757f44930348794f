extension TreeHost {
  /// Taps the button, link or view of that name.
  ///
  /// Its action runs now, and the tree is brought up to date; tasks that it starts run later. What a
  /// sheet, an alert or a pushed destination covers cannot be reached. A disabled control does
  /// nothing; where there is none of that name, this traps and names those that there are.
  ///
  /// - Parameters:
  ///   - label: The texts of its label, joined by spaces.
  ///   - index: Which one, where several have the name.
  public func tap(_ label: String, at index: Int = 0) {
    let node = find(label, at: index, "tap") {
      if case .tap = $0 { true } else { false }
    }
    guard node.scope.values.isEnabled, case .tap(let action)? = node.description?.action
    else { return }
    perform {
      let alert = node.enclosingAlert
      action()
      alert?()
    }
  }

  /// Replaces the text of the field of that name.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - label: The field's title.
  public func type(_ text: String, into label: String) {
    let node = find(label, at: 0, "type into") {
      if case .text = $0 { true } else { false }
    }
    guard node.scope.values.isEnabled, case .text(let binding)? = node.description?.action
    else { return }
    perform { binding.wrappedValue = text }
  }

  /// Turns the switch of that name on or off.
  ///
  /// - Parameter label: The texts of its label, joined by spaces.
  public func toggle(_ label: String) {
    let node = find(label, at: 0, "toggle") {
      if case .toggle = $0 { true } else { false }
    }
    guard node.scope.values.isEnabled, case .toggle(let binding)? = node.description?.action
    else { return }
    perform { binding.wrappedValue.toggle() }
  }

  /// The topmost presentation, else the root.
  var front: ViewNode? {
    guard let root = tree.root else { return nil }
    var front = root
    root.descendants { node in
      if case .presentation? = node.description?.action { front = node }
      return true
    }
    return front
  }

  private func find(
    _ label: String, at index: Int, _ verb: String, _ isWanted: (Description.Action) -> Bool
  ) -> ViewNode {
    update()
    var matches: [ViewNode] = []
    var others: [String] = []
    front?.descendants { node in
      guard let description = node.description, let action = description.action,
        isWanted(action)
      else { return true }
      let name = node.label(description)
      if name == label { matches.append(node) } else { others.append(name.quoted) }
      return true
    }
    guard index < matches.count else {
      let there = others.isEmpty ? "nothing" : others.joined(separator: ", ")
      let which = matches.isEmpty ? "" : " number \(index) (there are \(matches.count))"
      fatalError(
        """
        There is no \(label.quoted)\(which) to \(verb); there is \(there). The tree:
        \(front?.outline ?? "unmounted")
        """)
    }
    return matches[index]
  }
}

@MainActor extension ViewNode {
  /// What sends away the alert that the node is in.
  fileprivate var enclosingAlert: (@MainActor () -> Void)? {
    var node: ViewNode? = self
    while let current = node {
      if let description = current.description, description.name == "Alert",
        case .presentation(let dismiss)? = description.action
      {
        return dismiss
      }
      node = current.parent
    }
    return nil
  }
}
