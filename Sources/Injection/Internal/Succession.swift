/// A scope that is to stand in the place of an earlier one.
///
/// An instance belongs to a scope because of the keys that it was built from. It is as right in
/// another scope if each of those keys is affected there by the same, so it can be kept there too:
/// as an entry of that scope's own, since an entry knows the depth of its scope.
///
/// The caller holds both chains.
struct Succession {
  private let earlier: ScopeNode
  private let later: ScopeNode
  private let earlierTop: ScopeTop
  private let laterTop: ScopeTop

  init(of earlier: ScopeNode, by later: ScopeNode) {
    self.earlier = earlier
    self.later = later
    earlierTop = ScopeTop(earlier)
    laterTop = ScopeTop(later)
  }

  /// The scope to go on with: the earlier one, if the later does nothing else.
  func scope() -> ScopeNode {
    let isOnSame = earlierTop.isOnSameScope(as: laterTop)
    if isOnSame, earlierTop.repeats(laterTop), earlierTop.isSeen(as: laterTop) { return earlier }
    // A base that nobody runs in is revived for each scope on it: what was built there is in the
    // earlier one.
    if isOnSame, let base = earlierTop.base, base !== laterTop.base {
      return Succession(of: earlier, by: laterTop.scope(on: base)).adopting()
    }
    return adopting()
  }

  /// The later scope, once it has what is still right of the earlier one.
  private func adopting() -> ScopeNode {
    let instances = earlierTop.nodes.flatMap { $0.extras?.ownInstances ?? [] }
    guard !instances.isEmpty, !earlier.isOnJunction, !later.isOnJunction,
      earlierTop.nodes.first?.encloses(later) != true
    else { return later }
    var comparison = ChainComparison(earlier, later)
    for instance in instances {
      guard !instance.isPreliminary, !instance.isOfEndedSession,
        let place = comparison.place(of: instance), let copy = instance.copied()
      else { continue }
      var record = BuildRecord()
      record.keys = instance.keys
      record.deepest = place.owner
      copy.settle(
        slot: place.slot, record: &record, home: nil, firstReader: instance.firstReader,
        provenance: instance.provenance)
      _ = place.owner.requiredExtras.keep(copy)
    }
    return later
  }
}

/// The innermost scope of a chain.
private struct ScopeTop {
  /// Its nodes, innermost first, without those of recordings.
  private(set) var nodes: [ScopeNode] = []
  /// What the scope stands on.
  private(set) var base: ScopeNode?
  private let recordings: [Recording]

  init(_ chain: ScopeNode) {
    recordings = RecordingNode.running(around: chain)
    var node: ScopeNode? = chain
    while let current = node {
      if current.tag == Entry.Tag.recording, nodes.isEmpty || current.base == nodes[0].base {
        // Shows what is read, and changes nothing.
      } else if nodes.isEmpty || current.base == nodes[0].base {
        nodes.append(current)
      } else {
        break
      }
      node = current.up
    }
    base = node
  }

  func isOnSameScope(as other: ScopeTop) -> Bool {
    switch (base, other.base) {
    case (nil, nil): true
    case (let mine?, let theirs?): mine.isSameScope(as: theirs)
    default: false
    }
  }

  /// Whether the nodes do the same to the same keys, and come from the same place.
  func repeats(_ other: ScopeTop) -> Bool {
    nodes.count == other.nodes.count
      && zip(nodes, other.nodes).allSatisfy { $0.place.isSame(as: $1.place) && $0.repeats($1) }
  }

  /// Whether the same recordings see what is read in the scope.
  func isSeen(as other: ScopeTop) -> Bool {
    recordings.elementsEqual(other.recordings) { $0 === $1 }
  }

  /// The scope on another base.
  func scope(on base: ScopeNode) -> ScopeNode {
    let top = nodes.reversed().reduce(base) { $1.copy(outer: $0, captured: false) }
    return RecordingNode.observing(top) ?? top
  }
}

extension SourcePlace {
  fileprivate func isSame(as other: SourcePlace) -> Bool {
    lineNumber == other.lineNumber && fileID == other.fileID
  }
}
