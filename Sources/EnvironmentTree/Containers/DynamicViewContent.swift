public import Foundation

/// Views that are made of the elements of a collection, and may be rows that a user edits.
@MainActor @preconcurrency public protocol DynamicViewContent<Data>: View {
  /// The collection.
  associatedtype Data: Collection

  /// The elements.
  var data: Data { get }
}

extension DynamicViewContent {
  /// Lets a user delete rows: see ``TreeHost/delete(_:at:)``.
  ///
  /// - Parameter action: Removes the elements at these offsets from the data; nil where that is not
  ///   possible.
  /// - Returns: These views, as rows that can be deleted.
  public func onDelete(
    perform action: (@MainActor (IndexSet) -> Void)?
  ) -> some DynamicViewContent<Data> {
    EditableRows(content: self, delete: action, move: nil)
  }

  /// Lets a user move rows: see ``TreeHost/move(_:to:at:)``.
  ///
  /// - Parameter action: Moves the elements at these offsets before another offset; nil where that is
  ///   not possible.
  /// - Returns: These views, as rows that can be moved.
  public func onMove(
    perform action: (@MainActor (IndexSet, Int) -> Void)?
  ) -> some DynamicViewContent<Data> {
    EditableRows(content: self, delete: nil, move: action)
  }
}

struct EditableRows<Content: DynamicViewContent>: DynamicViewContent, PrimitiveView {
  let content: Content
  let delete: (@MainActor (IndexSet) -> Void)?
  let move: (@MainActor (IndexSet, Int) -> Void)?

  var data: Content.Data { content.data }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = RowEdits(delete, move)
    return [Element(.position(0), .make(content))]
  }
}

final class RowEdits {
  let delete: (@MainActor (IndexSet) -> Void)?
  let move: (@MainActor (IndexSet, Int) -> Void)?

  init(
    _ delete: (@MainActor (IndexSet) -> Void)?, _ move: (@MainActor (IndexSet, Int) -> Void)?
  ) {
    self.delete = delete
    self.move = move
  }
}

@MainActor extension ViewNode {
  /// Gives the node of the row that this node is in, and the wanted edits.
  func row(where isWanted: (RowEdits) -> Bool) -> (node: ViewNode, edits: RowEdits)? {
    var row: ViewNode?
    var node = self
    while node.content.cover == nil, let parent = node.parent {
      if case .id = node.identity { row = node }
      if let edits = parent.kept as? RowEdits, isWanted(edits), let row { return (row, edits) }
      node = parent
    }
    return nil
  }

  /// A row's offset in the data.
  var rowOffset: Int? {
    guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else {
      return nil
    }
    return (parent.kept as? LazyRows)?.offsets[index] ?? index
  }
}

extension RangeReplaceableCollection where Self: MutableCollection {
  /// Removes the elements at the offsets that `onDelete` gives.
  ///
  /// - Parameter offsets: The offsets, from the first element's.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public mutating func remove(atOffsets offsets: IndexSet) {
    var offset = -1
    removeAll { _ in
      offset += 1
      return offsets.contains(offset)
    }
  }
}

extension MutableCollection {
  /// Moves the elements at the offsets that `onMove` gives before another offset.
  ///
  /// - Parameters:
  ///   - source: The offsets, from the first element's.
  ///   - destination: The offset of the element, before the move, that they are to stand before.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let elements = Array(self)
    let moved = source.map { elements[$0] }
    func rest(_ offsets: Range<Int>) -> [Element] {
      offsets.filter { !source.contains($0) }.map { elements[$0] }
    }
    let ordered = rest(0..<destination) + moved + rest(destination..<elements.count)
    for (index, element) in zip(indices, ordered) { self[index] = element }
  }
}
