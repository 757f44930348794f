/// Finds the overrides of a long list by their keys and identities.
///
/// The override that stands on the list holds the index and is not in it: so there is no circle.
final class OverrideIndex: Sendable {
  let nearest: [ObjectIdentifier: Override]
  private let list: Override
  /// Empty until an identity is asked for.
  private let identified = Guarded<[Override.Identity: Override]>([:])

  init(of list: Override) {
    self.list = list
    nearest = Self.nearest(in: list) { $0.keyID }
  }

  func link(as wanted: Override.Identity) -> Override? {
    identified.withLock { links in
      if links.isEmpty { links = Self.nearest(in: list) { $0.identity } }
      return links[wanted]
    }
  }

  private static func nearest<ID: Hashable>(
    in list: Override, by id: (Override) -> ID
  ) -> [ID: Override] {
    var nearest: [ID: Override] = [:]
    for link in list.links() where !link.isVoid && nearest[id(link)] == nil {
      nearest[id(link)] = link
    }
    return nearest
  }
}
