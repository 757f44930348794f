/// A scope that adds one element to a collection.
final class ContributionNode<Element>: RecipeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  let id: String?
  let order: Int
  let makeValue: @Sendable () -> Element

  init(
    key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    copyOf origin: ScopeNode? = nil, captured: Bool = false,
    id: String?, order: Int, make: @escaping @Sendable () -> Element
  ) {
    self.id = id
    self.order = order
    self.makeValue = make
    super.init(
      key: key, outer: outer, place: place, continues: continues,
      kind: .contribution, copyOf: origin, captured: captured)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    ContributionNode(
      key: key, outer: outer, place: place, continues: continues, copyOf: self,
      captured: captured, id: id, order: order, make: makeValue)
  }

  override func makeElement() -> Instance { ValueInstance(makeValue()) }

  /// The whole collection as a reader of this scope sees it.
  ///
  /// The contributions outward to the first scope that does anything else to the key, on top of the
  /// elements that the key has there, which count as contributions of order 0.
  override func make(for reader: Resolution, isProcess: Bool) -> Instance {
    var contributions: [(node: ContributionNode, isProcess: Bool)] = []
    var next: (node: ScopeNode, isProcess: Bool)? = (self, isProcess)
    var innermost = (node: self as ScopeNode, isProcess: isProcess)
    while let (node, isProcess) = next, let contribution = node as? ContributionNode {
      contributions.append((contribution, isProcess))
      reader.noteUse(of: contribution)
      innermost = (node, isProcess)
      next = reader.next(beyond: node, isProcess: isProcess)
    }
    let base = reader.base(beyond: innermost.node, isProcess: innermost.isProcess)
    var entries = base.value(as: [Element].self).map {
      Contribution(id: nil, order: 0, element: $0)
    }
    for (node, isProcess) in contributions.reversed() {
      let element = reader.element(of: node, isProcess: isProcess)
      let entry = Contribution(
        id: node.id, order: node.order, element: element.value(as: Element.self))
      if let id = node.id, let index = entries.firstIndex(where: { $0.id == id }) {
        entries[index] = entry
      } else {
        entries.append(entry)
      }
    }
    // Within an order, outer to inner, then in the order of the calls.
    var sorted: [Contribution<Element>] = []
    for entry in entries {
      var index = sorted.count
      while index > 0, sorted[index - 1].order > entry.order { index -= 1 }
      sorted.insert(entry, at: index)
    }
    return ValueInstance(sorted.map { $0.element })
  }
}

private struct Contribution<Element> {
  let id: String?
  let order: Int
  let element: Element
}
