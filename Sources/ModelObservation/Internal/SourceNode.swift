/// The wrapper's hold on a node: when it goes, the model has gone.
@usableFromInline class SourceNode {
  final let node: NodePointer

  init(home: Home?) {
    node = Graph.makeNode(.source, body: nil, home: home)
  }

  deinit {
    Graph.dropOwnerAtHome(of: node)
  }

  /// Notes which property this is the node of, by where its storage lies.
  @usableFromInline final func notePlace<Model: ObservableModel>(
    _ address: UInt, in object: Model
  ) {
    node.pointee.notePlace(address, in: object)
  }

  func dropSnapshot() {}
}
