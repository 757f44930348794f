/// Finds the overrides of a long list by their keys and identities.
///
/// Held by the one on top of the list, which is not among them: so there is no circle.
final class OverrideIndex: Sendable {
  let nearest: [ObjectIdentifier: Override]
  private let list: Override
  private let identified = LazyReference<Identified>()

  init(of list: Override) {
    self.list = list
    nearest = Self.nearest(in: list) { $0.keyID }
  }

  func link(as wanted: Override.Identity) -> Override? {
    let identified = identified.load() ?? identified.storeIfNil(Identified(of: list))
    return identified.links[wanted]
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

  private final class Identified: Sendable {
    let links: [Override.Identity: Override]

    init(of list: Override) { links = OverrideIndex.nearest(in: list) { $0.identity } }
  }
}
