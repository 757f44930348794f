/// The wrapper's hold on a node: when it goes, the model has gone.
@usableFromInline class SourceNode {
  final let node: NodePointer

  init(home: Home?) {
    node = Graph.makeNode(.source, body: nil, home: home)
  }

  deinit {
    Graph.dropOwnerAtHome(of: node)
  }

  func dropSnapshot() {}
}
