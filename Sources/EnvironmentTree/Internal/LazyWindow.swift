public import Foundation

/// How a node counts among the rows of a list, and among the views that appear.
enum RowRole {
  /// As one row and one view, whatever is inside.
  case row
  /// Not itself: the views inside count.
  case inside
  /// Not at all, and neither does anything inside: a presentation, a toolbar, a layer.
  case none
  /// As a view that appears, and as no row: a section's title.
  case title
}

/// Which rows of a list, or of a lazy stack or grid, are on the screen.
///
/// Rows are of one height, as nothing is drawn. Each element of a ``ForEach`` is a row, and so is each
/// other view that does not consist of others.
final class LazyWindow {
  private weak let node: ViewNode?
  private let isHorizontal: Bool
  private var columns = 1
  private var rowHeight = RowHeightKey.defaultValue
  private var first = 0
  private var count = 0
  /// The number of views, rounded up to full rows of as many views as there are columns.
  private var end: Int { (count + columns - 1) / columns * columns }

  init(_ node: ViewNode, isHorizontal: Bool) {
    self.node = node
    self.isHorizontal = isHorizontal
  }

  /// Takes over how many columns there are and how high rows are, and has the rows laid out if that is new.
  fileprivate func fit(columns: Int, rowHeight: CGFloat) {
    guard columns != self.columns || rowHeight != self.rowHeight else { return }
    self.columns = columns
    self.rowHeight = rowHeight
    // A row begins at a multiple of the columns, counted from the first view.
    first -= first % columns
    node?.tree.rowsChanged(self)
  }

  private func capacity(_ size: CGSize) -> Int {
    let length = isHorizontal ? size.width : size.height
    let rows = (length / max(rowHeight, 1)).rounded(.up)
    // The size may be infinite or not a number, or have room for more rows than an `Int` can count.
    return rows > 0 ? Int(min(rows, 1_000_000)) * columns : 0
  }

  func scroll(by rows: Int) {
    guard let node, let size = node.tree.size else { return }
    // No further than there are rows.
    let step = max(min(rows, count), -count) * columns
    first = max(min(first + step, end - capacity(size)), 0)
    node.tree.rowsChanged(self)
  }

  /// Counts the rows, has those made that are on the screen, and marks the others as off it.
  @MainActor func layOut() {
    guard let node, node.isMounted, let size = node.tree.size else { return }
    let shown = first..<(first + capacity(size))
    var isChanged = false
    count = 0
    func show(_ row: ViewNode, _ isShown: Bool) {
      guard row.isOffScreen == isShown else { return }
      row.isOffScreen = !isShown
      isChanged = true
    }
    var pending = Array(node.children.reversed())
    while let next = pending.popLast() {
      if let rows = next.kept as? LazyRows {
        let lower = max(shown.lowerBound - count, 0)
        let upper = min(shown.upperBound - count, rows.count)
        let wanted = lower..<max(lower, upper)
        if rows.wanted != wanted {
          rows.wanted = wanted
          node.tree.invalidate(next, .parent)
        }
        for (child, offset) in zip(next.children, rows.offsets) {
          show(child, rows.shown.contains(offset))
        }
        count += rows.count
        continue
      }
      switch next.content.row(next) {
      case .row:
        // The row is the outermost node that has nothing but this view inside. The nodes between are shown:
        // one of them may have been the outermost before.
        var row = next
        while let parent = row.parent, parent !== node, parent.children.count == 1 { row = parent }
        for part in sequence(first: next, next: \.parent).prefix(while: { $0 !== node }) {
          show(part, part !== row || shown.contains(count))
        }
        count += 1
      case .inside: pending.append(contentsOf: next.children.reversed())
      case .title: show(next, (shown.lowerBound...shown.upperBound).contains(count))
      case .none: break
      }
    }
    if isChanged { node.tree.coverChanged(below: node) }
    // Rows may have gone, and the rest may end above the screen: scroll back to the last ones.
    if first > 0, first > end - shown.count {
      first = max(end - shown.count, 0)
      node.tree.rowsChanged(self)
    }
  }
}

/// What a ``ForEach`` whose elements are rows keeps at its node.
final class LazyRows {
  let window: LazyWindow
  /// The offsets of the elements whose rows are to be on the screen.
  var wanted = 0..<0
  /// Rises when the rows that have been made are to be made again.
  var version = 0
  fileprivate(set) var count = 0
  fileprivate var shown = 0..<0
  /// The offsets of the children, in order.
  private(set) var offsets: [Int] = []
  /// The elements whose rows were on the screen once, and stay in the tree.
  private var made: Set<Element.Identity> = []

  init(_ window: LazyWindow) {
    self.window = window
  }

  /// Gives the children for those elements that are, or have been, on the screen.
  func elements<Data: RandomAccessCollection>(
    of data: Data, id: (Data.Element) -> AnyHashable, content: (Data.Element) -> NodeContent
  ) -> [Element] {
    count = data.count
    shown = wanted
    offsets = []
    var staying: Set<Element.Identity> = []
    var elements: [Element] = []
    for (offset, element) in data.enumerated() {
      let identity = Element.Identity.id(id(element))
      // Of several elements off the screen with one identity, the first alone keeps a row.
      guard shown.contains(offset) || made.contains(identity) && !staying.contains(identity)
      else { continue }
      staying.insert(identity)
      offsets.append(offset)
      elements.append(Element(identity, content(element)))
    }
    made = staying
    return elements
  }
}

extension ViewNode {
  /// Gives the node a window, or brings its window up to date with the columns and the environment's row height.
  @MainActor func keepWindow(isHorizontal: Bool = false, columns: Int = 1) {
    let window = kept as? LazyWindow ?? LazyWindow(self, isHorizontal: isHorizontal)
    kept = window
    window.fit(
      columns: max(columns, 1), rowHeight: environmentReader.read(\.defaultMinListRowHeight))
  }

  /// Has the window around lay out its rows anew: some may have come, gone or moved with this node's children.
  @MainActor func childrenChanged() {
    guard tree.size != nil else { return }
    var node: ViewNode? = self
    while let next = node {
      if let window = next.kept as? LazyWindow { return tree.rowsChanged(window) }
      guard case .inside = next.content.row(next) else { return }
      node = next.parent
    }
  }

  /// What the node keeps about its rows, made when first asked for; nil if its children are rows of no window.
  @MainActor var rows: LazyRows? {
    if let rows = kept as? LazyRows { return rows }
    guard tree.size != nil else { return nil }
    var node = parent
    while let next = node {
      if let window = next.kept as? LazyWindow {
        let rows = LazyRows(window)
        kept = rows
        return rows
      }
      guard case .inside = next.content.row(next), !(next.kept is LazyRows) else { return nil }
      node = next.parent
    }
    return nil
  }
}

extension EnvironmentValues {
  /// The height of a row in a list, and here in a lazy stack too: it decides how many rows are on a screen.
  public var defaultMinListRowHeight: CGFloat {
    get { self[RowHeightKey.self] }
    set { self[RowHeightKey.self] = newValue }
  }
}

private enum RowHeightKey: EnvironmentKey {
  static let defaultValue: CGFloat = 44
}
