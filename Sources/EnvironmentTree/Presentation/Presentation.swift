/// How something is presented.
public enum PresentationKind: Hashable, Sendable {
  /// A sheet, or a cover of the whole screen.
  case sheet
  /// An alert.
  case alert
  /// A dialog with several choices.
  case confirmationDialog
  /// The destination of a navigation.
  case destination
  /// A popover.
  case popover
  /// The choices of a menu.
  case menu
  /// The choices that holding a view presents.
  case contextMenu
  /// The buttons behind a row.
  case swipeActions

  var name: String {
    switch self {
    case .sheet: "Sheet"
    case .alert: "Alert"
    case .confirmationDialog: "ConfirmationDialog"
    case .destination: "Destination"
    case .popover: "Popover"
    case .menu: "MenuItems"
    case .contextMenu: "ContextMenu"
    case .swipeActions: "SwipeActions"
    }
  }

  /// Whether a button in it sends it away.
  var isLeftByButtons: Bool {
    switch self {
    case .alert, .confirmationDialog, .menu, .contextMenu, .swipeActions: true
    case .sheet, .destination, .popover: false
    }
  }

  /// Whether it shows choices that belong to a view, and are disabled with that view.
  var isMenu: Bool {
    switch self {
    case .menu, .contextMenu, .swipeActions: true
    case .sheet, .alert, .confirmationDialog, .destination, .popover: false
    }
  }
}

/// Something that a view presents at the moment.
public struct Presentation: Hashable, Sendable {
  /// How it is presented.
  public let kind: PresentationKind
  /// The title of an alert or a dialog; nil elsewhere.
  public let title: String?
  /// What is in it.
  public let outline: String

  /// Creates a description of a presentation, to compare with.
  ///
  /// - Parameters:
  ///   - kind: How it is presented.
  ///   - title: The title of an alert or a dialog; nil elsewhere.
  ///   - outline: What is in it.
  public init(kind: PresentationKind, title: String? = nil, outline: String) {
    self.kind = kind
    self.title = title
    self.outline = outline
  }
}

extension TreeHost {
  /// What is presented: sheets, alerts, dialogs and pushed destinations, the topmost last.
  ///
  /// - Complexity: O(*n* · *p*), where *n* is the number of views in the tree, and *p* the number
  ///   of presentations.
  public var presented: [Presentation] {
    update()
    return covers.map { node, cover in
      Presentation(
        kind: cover.kind, title: cover.title,
        outline: node.children.map(\.outline).joined(separator: "\n"))
    }
  }

  /// Sends away what is presented topmost, as a user does who swipes a sheet down.
  ///
  /// Traps where nothing is presented.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree, and the update.
  public func dismiss() {
    update()
    guard let top = covers.last else {
      fatalError("There is nothing to dismiss. The tree:\n\(outline)")
    }
    perform { top.cover.dismisser.action() }
  }

  /// What is presented, the topmost last.
  ///
  /// First come the destinations, stack by stack in their order, each before the destinations inside it; then
  /// all else that is presented inside these; then each other presentation, before what is presented inside it.
  var covers: [(node: ViewNode, cover: CoverView)] {
    var covers: [(node: ViewNode, cover: CoverView)] = []
    /// What is no destination, and has not been added yet.
    var others: [(node: ViewNode, cover: CoverView)] = []
    /// How many destinations come before one, among those of the stacks seen so far.
    var places: [ViewNode.ID: Int] = [:]
    func addDestinations(in node: ViewNode) {
      let found = node.children.flatMap(\.outermostCovers)
      for next in found where places[next.node.id] == nil {
        for id in next.cover.navigation?.order ?? [] { places[id] = places.count }
      }
      let destinations = found.filter { $0.cover.navigation != nil }
      for next in destinations.sorted(by: { places[$0.node.id] ?? 0 < places[$1.node.id] ?? 0 }) {
        covers.append(next)
        addDestinations(in: next.node)
      }
      others += found.filter { $0.cover.navigation == nil }
    }
    if let root = tree.root { addDestinations(in: root) }
    var pending = others.reversed() as Array
    while let next = pending.popLast() {
      covers.append(next)
      others = []
      addDestinations(in: next.node)
      pending += others.reversed()
    }
    return covers
  }
}

@MainActor extension ViewNode {
  /// The presentations in this subtree, without those inside them.
  var outermostCovers: [(node: ViewNode, cover: CoverView)] {
    var covers: [(node: ViewNode, cover: CoverView)] = []
    descendants { node in
      // A destination of a hidden stack, as in a tab that is not selected, is left out; a sheet in it is not.
      guard let cover = node.content.cover, cover.navigation?.isHidden != true else { return true }
      covers.append((node, cover))
      return false
    }
    return covers
  }
}
