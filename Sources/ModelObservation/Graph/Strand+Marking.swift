// MARK: Push: marking what a write may have changed

extension Strand {
  /// Marks everything downstream of a changed source, and queues the observers among it.
  ///
  /// Outside a batch the direct subscribers are known to be out of date. Inside one the source may
  /// still go back to its former value, so they have to compare versions.
  func propagate(from source: Node) {
    mark(subscribersOf: source, as: isBatching ? .check : .dirty)
  }

  /// Marks depth first, without recursion.
  ///
  /// No user code runs here, and no list changes.
  func mark(subscribersOf source: Node, as color: Node.Color) {
    for subscription in source.subscriptions {
      guard let subscriber = subscription.subscriber, mark(subscriber, as: color) else { continue }
      var memo = subscriber
      memo.markIndex = 0
      while true {
        if memo.markIndex < memo.subscriptions.count {
          let below = memo.subscriptions[memo.markIndex].subscriber
          memo.markIndex += 1
          if let below, mark(below, as: .check) {
            below.markParent = memo
            below.markIndex = 0
            memo = below
          }
        } else {
          guard let above = memo.markParent else { break }
          memo.markParent = nil
          memo = above
        }
      }
    }
  }

  /// Marks one node, and tells whether its subscribers are to be marked as well.
  private func mark(_ node: Node, as color: Node.Color) -> Bool {
    guard node.color == .clean || node.color == .checking else {
      if color == .dirty { node.color = .dirty }
      return false
    }
    node.color = color
    if node.kind == .memo { return node.subscriberCount > 0 }
    enqueue(node)
    return false
  }
}
