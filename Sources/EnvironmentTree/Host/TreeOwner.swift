import ModelObservation

/// Holds a host's tree, and ends it on the main actor when the host is released, wherever that is.
///
/// A test that is not isolated releases its host on any thread; what the tree's nodes observe is
/// the main actor's.
///
/// Unchecked: the tree is reached through a host, on the main actor, and here once the host is
/// gone. Whoever releases the tree after it has ended frees nothing that others use.
final class TreeOwner: @unchecked Sendable {
  let tree: Tree

  init(_ tree: Tree) {
    self.tree = tree
  }

  deinit {
    performAtMainActor(with: self.tree) { tree in
      nonisolated(unsafe) let tree = tree
      MainActor.assumeIsolated { tree.abandon() }
    }
  }
}
