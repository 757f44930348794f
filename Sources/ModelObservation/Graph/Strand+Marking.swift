// MARK: Push: marking what a write may have changed

extension Strand {
  /// Marks everything downstream of a source that was written, and queues the observers among it.
  ///
  /// The observers then compare versions, since the source may still go back to its former value. Goes
  /// depth first, without recursion. No user code runs here, and no list of edges changes.
  func mark(subscribersOf source: Node) {
    for subscription in source.subscriptions {
      guard let subscriber = subscription.subscriber, mark(subscriber) else { continue }
      var memo = subscriber
      memo.markIndex = 0
      while true {
        if memo.markIndex < memo.subscriptions.count {
          let below = memo.subscriptions[memo.markIndex].subscriber
          memo.markIndex += 1
          if let below, mark(below) {
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
  private func mark(_ node: Node) -> Bool {
    guard node.color == .clean || node.color == .checking else { return false }
    node.color = .check
    if node.kind == .memo { return node.subscriberCount > 0 }
    enqueue(node)
    return false
  }
}
