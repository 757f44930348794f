/// Something that bodies read: each node that has read it is evaluated again when it changes.
class StateSource {
  private weak let tree: Tree?
  /// What a change is reported as.
  var cause: EvaluationCause
  /// By object identity, as they may be of several trees, and an id is unique in one tree only.
  private var readers: [ObjectIdentifier: ViewNode] = [:]

  /// Creates the source of a node's own state.
  init(_ node: ViewNode, name: String) {
    tree = node.tree
    cause = .state(name)
  }

  /// Creates a source that belongs to no tree, and is named when it is read.
  init() {
    tree = nil
    cause = .observation(nil)
  }

  /// Notes that the evaluation in progress, if there is one, depends on this.
  func noteRead() {
    Tree.evaluating?.noteRead(of: self)
  }

  /// Reports a write in an evaluation of the same tree, once for each place.
  func noteWrite() {
    guard let tree, let node = Tree.evaluating, node.tree === tree, let path = node.path else {
      return
    }
    if tree.writers.insert("\(cause) \(path)").inserted {
      reportFault(
        """
        The \(cause) was written while \(path) was evaluated, which should only read: write it in \
        an action, a task, onAppear or onChange
        """)
    }
  }

  func noteChange() {
    tree?.activity.note()
    for reader in readers.values { reader.tree.invalidate(reader, cause) }
  }

  func addReader(_ node: ViewNode) -> Bool {
    readers.updateValue(node, forKey: ObjectIdentifier(node)) == nil
  }

  func removeReader(_ node: ViewNode) {
    readers[ObjectIdentifier(node)] = nil
  }
}
