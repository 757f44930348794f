/// Something that bodies read: whoever did is evaluated again when it changes.
class StateSource {
  private weak let tree: Tree?
  let name: String
  private var readers: [ViewNode.ID: ViewNode] = [:]

  /// Creates the source of a node's own state.
  init(_ node: ViewNode, name: String) {
    tree = node.tree
    self.name = name
  }

  /// Creates a source that belongs to no tree.
  init(name: String) {
    tree = nil
    self.name = name
  }

  /// Notes that the evaluation in progress, if there is one, depends on this.
  func noteRead() {
    tree?.evaluating?.noteRead(of: self)
  }

  func noteChange() {
    tree?.activity.note()
    for reader in readers.values { reader.tree.invalidate(reader, .state(name)) }
  }

  func addReader(_ node: ViewNode) -> Bool { readers.updateValue(node, forKey: node.id) == nil }

  func removeReader(_ node: ViewNode) {
    readers[node.id] = nil
  }
}
