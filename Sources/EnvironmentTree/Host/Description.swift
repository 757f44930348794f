/// What can be seen of a node, and done with it.
struct Description {
  enum Action {
    case tap(@MainActor () -> Void)
    /// A tap that opens choices; where it is itself in a menu, that menu stays open below.
    case open(@MainActor () -> Void)
    case text(Binding<String>)
    case toggle(Binding<Bool>)
    case choice(@MainActor (AnyHashable) -> Void)
    /// Something that covers the rest, and can be sent away.
    case presentation(@MainActor () -> Void)
  }

  enum Label {
    case none
    case text(String)
    /// The texts of the views inside, which then have no lines of their own.
    case content
  }

  /// Which of the children have lines of their own below.
  enum Lines {
    case all, none
    case only(Element.Identity)
  }

  let name: String
  var label = Label.none
  var value: String?
  var action: Action?
  var lines = Lines.all

  init(
    _ name: String, _ label: Label = .none, value: String? = nil, action: Action? = nil,
    lines: Lines = .all
  ) {
    self.name = name
    self.label = label
    self.value = value
    self.action = action
    self.lines = lines
  }

  /// Whether a child has lines of its own below.
  func shows(_ child: ViewNode) -> Bool {
    if case .content = label { return false }
    return switch lines {
    case .all: true
    case .none: false
    case .only(let identity): child.identity == identity
    }
  }
}

extension String {
  /// In quotes, on one line.
  var quoted: String {
    "\""
      + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      + "\""
  }
}

@MainActor extension ViewNode {
  var description: Description? { content.describe(self) }

  /// What a user calls the node.
  func label(_ description: Description) -> String {
    if description.action != nil, let name = nameAround { return name }
    switch description.label {
    case .none: return ""
    case .text(let text): return text
    case .content: return texts
    }
  }

  /// The texts of this subtree, joined by spaces; an accessibility label stands for the texts that it is for.
  var texts: String {
    var texts: [String] = []
    descendants { node in
      guard node.content.cover == nil else { return false }
      if let name = node.givenName {
        texts.append(name)
        return false
      }
      if node.description?.name == "Text", case .text(let text)? = node.description?.label {
        texts.append(text)
      }
      return true
    }
    return texts.joined(separator: " ")
  }

  var outline: String { outline(hasHidden: true) }

  /// Gives the lines of this subtree, with or without those of views that a destination covers.
  func outline(hasHidden: Bool) -> String {
    var lines: [String] = []
    // Without recursion, as trees may be deep.
    var pending: [(node: ViewNode, indent: Int)] = [(self, 0)]
    // Leaves out a view, and not what is presented in it.
    func leaveOut(_ node: ViewNode, _ indent: Int) {
      pending.append(contentsOf: node.outermostCovers.reversed().map { ($0.node, indent) })
    }
    while let (node, indent) = pending.popLast() {
      if node.isOffScreen {
        leaveOut(node, indent)
        continue
      }
      guard let description = node.description, hasHidden || !node.isHidden else {
        pending.append(contentsOf: node.children.reversed().map { ($0, indent) })
        continue
      }
      var line = String(repeating: "  ", count: indent) + description.name
      let label = node.label(description)
      if !label.isEmpty || description.name == "Text" { line += " " + label.quoted }
      if let value = description.value { line += ": " + value }
      if case .text? = description.action, node.focusHandler?.isFocused() == true {
        line += " (focused)"
      }
      if description.action != nil, !node.scope.values.isEnabled { line += " (disabled)" }
      lines.append(line)
      for child in node.children.reversed() {
        if description.shows(child) {
          pending.append((child, indent + 1))
        } else {
          leaveOut(child, indent + 1)
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}
