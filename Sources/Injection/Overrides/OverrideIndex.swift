/// Finds the overrides of one list by their keys and identities, where there are many.
struct OverrideIndex: ~Copyable, Sendable {
  private let table = LazyReference<Table>()

  init() {}

  /// The nearest override of a key in the list; always the same list.
  func nearest(_ key: ObjectIdentifier, in list: Override) -> Override? {
    if list.count <= 8 { return list.first(for: key) }
    // As what an update has just assigned, and changes.
    return list.keyID == key && !list.isVoid ? list : table(of: list).nearest[key]
  }

  /// The nearest override of a key that has an identity.
  func link(
    of key: ObjectIdentifier, as wanted: Override.Identity, in list: Override
  ) -> Override? {
    var link = nearest(key, in: list)
    var count = 0
    while let current = link, current.identity != wanted {
      count += 1
      if count > 8 { return table(of: list).link(as: wanted) }
      link = current.next?.first(for: key)
    }
    return link
  }

  private func table(of list: Override) -> Table {
    table.load() ?? table.storeIfNil(Table(of: list))
  }

  private final class Table: Sendable {
    let nearest: [ObjectIdentifier: Override]
    private let list: Override
    private let identified = LazyReference<Identified>()

    init(of list: Override) {
      self.list = list
      nearest = list.nearest { $0.keyID }
    }

    func link(as wanted: Override.Identity) -> Override? {
      let links = identified.load() ?? identified.storeIfNil(Identified(of: list))
      return links.links[wanted]
    }
  }

  private final class Identified: Sendable {
    let links: [Override.Identity: Override]

    init(of list: Override) { links = list.nearest { $0.identity } }
  }
}

extension Override {
  /// The nearest override for each identifier, from here on in this list.
  fileprivate func nearest<ID: Hashable>(by id: (Override) -> ID) -> [ID: Override] {
    var nearest: [ID: Override] = [:]
    for link in links() where !link.isVoid && nearest[id(link)] == nil { nearest[id(link)] = link }
    return nearest
  }
}
