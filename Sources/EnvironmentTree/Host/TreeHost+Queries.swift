/// A view that a query has found.
public struct FoundView: CustomStringConvertible, Hashable, Sendable {
  /// What kind of view it is, as an outline has it: `Button`.
  public let kind: String
  /// Its label, else the texts in it.
  public let label: String
  /// What it holds: the text of a field, the state of a switch.
  public let value: String?
  /// Whether it can be used.
  public let isEnabled: Bool
  /// The lines of it, and of what is in it.
  public let outline: String

  /// The first of its lines.
  public var description: String {
    outline.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? kind
  }
}

/// What a query did not find, and what there was.
public struct NotFound: Error, CustomStringConvertible {
  /// What was asked for, what is like it, and all that can be seen.
  public let description: String
}

extension TreeHost {
  /// Finds the view that a user would call by a label, among what is in front.
  ///
  /// It is the view with that label, else the one whose label contains it. Controls are found before
  /// texts, and what is in a control is not found by itself.
  ///
  /// ```swift
  /// let button = try host.find("Log out")
  /// #expect(button.isEnabled)
  /// ```
  ///
  /// - Parameter label: The label, or a part of it.
  /// - Returns: What was found.
  /// - Throws: ``NotFound`` where there is nothing of that name, or more than one.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, if controls are not nested.
  public func find(_ label: String) throws -> FoundView {
    let views = visible
    for isWanted in [{ $0 == label }, { $0.contains(label) }] as [(String) -> Bool] {
      let found = views.filter { isWanted($0.label) }
      let controls = found.filter { $0.kind != "Text" && $0.kind != "Label" }
      let candidates = controls.isEmpty ? found : controls
      if candidates.count == 1 { return candidates[0] }
      guard candidates.isEmpty else {
        throw NotFound(
          description: """
            \(label.quoted) is the name of \(candidates.count) views:
            \(candidates.map { "  \($0)" }.joined(separator: "\n"))
            Ask for one by a longer name, or for all(\(label.quoted)).
            """)
      }
    }
    throw notFound(label, views)
  }

  /// Finds all views that a user would call by a label, among what is in front, in the order of the outline.
  ///
  /// ```swift
  /// #expect(try host.all("Row").map(\.label) == ["Row 1", "Row 2"])
  /// ```
  ///
  /// - Parameter label: A part of the labels, or a kind of view, as an outline has it: `Button`.
  /// - Returns: What was found, at least one.
  /// - Throws: ``NotFound`` where there is nothing of that name or kind.
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, if controls are not nested.
  public func all(_ label: String) throws -> [FoundView] {
    let views = visible
    let found = views.filter { $0.kind == label || $0.label.contains(label) }
    guard !found.isEmpty else { throw notFound(label, views) }
    return found
  }

  private func notFound(_ label: String, _ views: [FoundView]) -> NotFound {
    let word = label.lowercased()
    let alike = views.filter {
      let other = $0.label.lowercased()
      return !other.isEmpty && (other.contains(word) || word.contains(other))
    }
    let hint =
      alike.isEmpty ? "" : " Did you mean \(alike.map(\.description).joined(separator: ", "))?"
    return NotFound(
      description: """
        There is no \(label.quoted).\(hint) What is in front:
        \(frontOutline)
        """)
  }

  /// The views that have a line in an outline and a name, without those inside controls.
  private var visible: [FoundView] {
    update()
    var views: [FoundView] = []
    /// Adds a view, and tells whether those in it may be added too.
    func visit(_ node: ViewNode) -> Bool {
      guard node.canBeReached, let description = node.description, node.content.cover == nil
      else { return true }
      let label = node.label(description)
      let isControl = description.action != nil
      if isControl || !label.isEmpty {
        views.append(
          FoundView(
            kind: description.name, label: isControl ? node.name(description) : label,
            value: description.value, isEnabled: node.scope.values.isEnabled,
            outline: node.outline))
      }
      if case .content = description.label { return false }
      if case .none = description.lines { return false }
      return true
    }
    var pending = front.map { [$0] } ?? []
    while let node = pending.popLast() {
      let next = visit(node) ? node.children : node.outermostCovers.map(\.node)
      pending.append(contentsOf: next.reversed())
    }
    return views
  }
}
