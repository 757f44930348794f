/// Shows one of several views, and the tabs to choose by.
///
/// A view is made when its tab is first selected, and stays, with its state; it disappears when another
/// tab is selected. A host selects a tab by a tap.
public struct TabView<Selection: Hashable, Content: View>: View, PrimitiveView {
  private let selection: Binding<Selection>?
  private let content: Content

  /// Creates tabs whose selection somebody else keeps.
  ///
  /// - Parameters:
  ///   - selection: Holds the value of the selected tab. Read when this view is evaluated.
  ///   - content: Makes the tabs: ``Tab``s, or views with a `tabItem`. Runs now.
  public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    let tabs = node.kept as? Tabs ?? Tabs(node)
    node.kept = tabs
    if let selection {
      tabs.onSelect = { if let value = $0.base as? Selection { selection.wrappedValue = value } }
      tabs.valueOfTag = { $0.tag(of: Selection.self).map { AnyHashable($0) } }
      tabs.select(AnyHashable(selection.wrappedValue))
    }
    return [Element(.position(0), .make(content), in: tabs.scope)]
  }

  func describe(_ node: ViewNode) -> Description? { Description("TabView") }
}

extension TabView where Selection == Int {
  /// Creates tabs that keep their selection themselves, at first the first.
  ///
  /// - Parameter content: Makes the tabs: ``Tab``s, or views with a `tabItem`. Runs now.
  public init(@ViewBuilder content: () -> Content) {
    selection = nil
    self.content = content()
  }
}

/// A tab of a ``TabView``, and its view.
public struct Tab<Value: Hashable, Content: View, Label: View>: View, PrimitiveView {
  private let page: TabPage<Content, Label>

  /// Creates a tab with a view for a label.
  ///
  /// - Parameters:
  ///   - value: The value that the selection has when the tab is selected.
  ///   - content: Makes the view. Runs now; its body runs when the tab is selected.
  ///   - label: Makes the label, whose texts a host knows the tab by. Runs now.
  public init(
    value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    let tag = AnyHashable(TagValue(value: value))
    page = TabPage(content: content(), label: label(), tag: tag)
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(page))] }
}

extension Tab where Label == EnvironmentTree.Label<Text, Image> {
  /// Creates a tab with a title and a picture.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - systemImage: Ignored.
  ///   - value: The value that the selection has when the tab is selected.
  ///   - content: Makes the view. Runs now; its body runs when the tab is selected.
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) {
      EnvironmentTree.Label(title, systemImage: systemImage)
    }
  }
}

extension Tab where Label == EnvironmentTree.Label<Text, Image>, Value == Never {
  /// Creates a tab with a title and a picture, in tabs that keep their selection themselves.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - systemImage: Ignored.
  ///   - content: Makes the view. Runs now; its body runs when the tab is selected.
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    page = TabPage(
      content: content(), label: EnvironmentTree.Label(title, systemImage: systemImage), tag: nil)
  }
}

extension View {
  /// Makes this view one of a ``TabView``, with a label.
  ///
  /// Its value in the selection is its `tag`.
  ///
  /// - Parameter label: Makes the label, whose texts a host knows the tab by. Runs now.
  /// - Returns: This view, in a tab.
  public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View {
    TabPage(content: self, label: label(), tag: (self as? any TaggedView)?.tagValue)
  }
}

/// The label of a tab, and its view from when the tab is first selected.
struct TabPage<Content: View, Label: View>: PrimitiveView {
  let content: Content
  let label: Label
  let tag: AnyHashable?

  func expand(_ node: ViewNode) -> [Element] {
    guard let tabs = node.scope.values.tabs else { return [Element(.position(0), .make(content))] }
    tabs.add(node, tag ?? (node.parent?.kept as? Tag)?.value)
    let wasShown = node.children.contains { $0.identity == .position(0) }
    let name = Element(.position(1), .make(LayerView(content: label)))
    return tabs.isSelected(node) || wasShown
      ? [Element(.position(0), .make(content)), name] : [name]
  }

  func describe(_ node: ViewNode) -> Description? {
    guard let tabs = node.scope.values.tabs else { return nil }
    let isSelected = tabs.isSelected(node)
    let title = node.children.last?.texts ?? ""
    return Description(
      "Tab", .text(title), value: isSelected ? "selected" : nil,
      action: .tap { tabs.tap(node) },
      lines: isSelected ? .only(.position(0)) : .none)
  }

  // The tab appears with its view, and not with its label.
  func row(_ node: ViewNode) -> RowRole { .inside }

  func hides(_ child: ViewNode, of node: ViewNode) -> Bool {
    child.identity == .position(0) && node.scope.values.tabs?.isSelected(node) == false
  }

  func leave(_ node: ViewNode) {
    node.scope.values.tabs?.remove(node)
  }
}

/// The tabs of a ``TabView``, and which one is selected.
final class Tabs {
  private unowned let node: ViewNode
  /// The environment of the tabs.
  private(set) var scope: EnvironmentScope
  /// The tabs by their ids, with their tags.
  private var known: [ViewNode.ID: (node: ViewNode, tag: AnyHashable?)] = [:]
  /// The ids of the tabs whose value is their number, as they have no tag.
  private var numbered: Set<ViewNode.ID> = []
  /// The last result of `pages`, and how often nodes had moved by then; nil where tabs have come or gone.
  private var found: (moves: Int, pages: [ViewNode])?
  private var selection: AnyHashable?
  /// Called with the value of a tapped tab; nil where these tabs keep the selection themselves.
  var onSelect: ((AnyHashable) -> Void)?
  /// Gives the selection's value for a tag; nil where the tag is of another type.
  var valueOfTag: (AnyHashable) -> AnyHashable? = { $0 }

  init(_ node: ViewNode) {
    self.node = node
    scope = node.scope
    scope = EnvironmentScope(below: node) { [weak self] in $0.tabs = self }
  }

  /// The tabs, in the order in which they stand; found once, and again when one comes, goes or moves.
  private var pages: [ViewNode] {
    if let found, found.moves == node.tree.moves { return found.pages }
    var pages: [ViewNode] = []
    node.descendants { next in
      guard contains(next) else { return true }
      pages.append(next)
      return false
    }
    found = (node.tree.moves, pages)
    return pages
  }

  func add(_ page: ViewNode, _ tag: AnyHashable?) {
    let before = known.updateValue((page, tag), forKey: page.id)
    if let before, before.tag == tag { return }
    if onSelect != nil, tag == nil { numbered.insert(page.id) } else { numbered.remove(page.id) }
    if before != nil { return node.tree.coverChanged(below: node) }
    found = nil
    // The tabs behind the new one have other numbers now.
    if !numbered.isEmpty, pages.last !== page { changed() }
  }

  func contains(_ node: ViewNode) -> Bool { known[node.id] != nil }

  func remove(_ page: ViewNode) {
    let wasSelected = onSelect == nil && selection == value(of: page)
    if wasSelected { selection = nil }
    known[page.id] = nil
    numbered.remove(page.id)
    found = nil
    if node.isMounted, wasSelected || !numbered.isEmpty { changed() }
  }

  func isSelected(_ page: ViewNode) -> Bool {
    // Select the first tab, which stays selected where others come before it.
    if selection == nil { selection = pages.first.flatMap(value) }
    return value(of: page) == selection
  }

  /// Gives a tab's value: the tag, else the number; the node's id where these tabs keep the selection themselves.
  private func value(of page: ViewNode) -> AnyHashable? {
    guard onSelect != nil else { return AnyHashable(page.id) }
    if let tag = known[page.id]?.tag { return valueOfTag(tag) }
    return pages.firstIndex { $0 === page }.map { AnyHashable($0) }
  }

  func tap(_ page: ViewNode) {
    guard let value = value(of: page) else { return }
    if let onSelect { onSelect(value) } else { select(value) }
  }

  func select(_ value: AnyHashable) {
    guard selection != value else { return }
    selection = value
    changed()
  }

  /// Has the tabs evaluated again if they stand in another order: another one may have the selected number.
  func moved() {
    let before = found?.pages.map(\.id)
    if !numbered.isEmpty, pages.map(\.id) != before { changed() }
  }

  /// Has the tabs evaluated again: another one may be selected.
  func changed() {
    for page in known.values { node.tree.invalidate(page.node, .parent) }
    node.tree.coverChanged(below: node)
  }
}

extension EnvironmentValues {
  /// The tabs that a view is one of.
  var tabs: Tabs? {
    get { self[TabsKey.self].object }
    set { self[TabsKey.self] = WeakReference(object: newValue) }
  }
}

private enum TabsKey: EnvironmentKey {
  static var defaultValue: WeakReference<Tabs> { WeakReference() }
}
