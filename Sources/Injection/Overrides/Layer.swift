import Synchronization

/// What one scope does, wherever it stands: the list of its overrides, the innermost first.
///
/// All homes of a scope share it: the one where it stands by itself, those that are merged, and revived
/// ones. The list grows while an update assigns to the scope; a world's grows whenever something is
/// prepared. What it was stays in it, for who walks it meanwhile.
final class Layer: Sendable {
  let place: SourcePlace
  private let current: Atomic<Unmanaged<Override>?>
  private let growing: Atomic<Bool>
  private let index = Atomic<Unmanaged<Index>?>(nil)

  init(_ list: Override?, at place: SourcePlace, isGrowing: Bool = false) {
    current = Atomic(list.map { .passRetained($0) })
    growing = Atomic(isGrowing)
    self.place = place
  }

  deinit {
    current.load(ordering: .acquiring)?.release()
    index.load(ordering: .acquiring)?.release()
  }

  /// The innermost override, which holds the others.
  var list: Override? { current.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Whether an update may still assign to the scope: then nothing that was found here is remembered.
  var isGrowing: Bool { growing.load(ordering: .acquiring) }

  func endGrowing() { growing.store(false, ordering: .releasing) }

  /// Puts a list in the place of the one that it stands on.
  func grow(to list: Override) {
    let old = current.exchange(.passRetained(list), ordering: .acquiringAndReleasing)
    old?.release()
  }

  /// The nearest override of a key.
  func nearest(_ key: ObjectIdentifier) -> Override? {
    current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { list in
      // As what an update has just assigned, and changes.
      if list.keyID == key, !list.isVoid { return list }
      guard let index = index(of: list) else { return list.first(for: key) }
      return index._withUnsafeGuaranteedRef { $0.nearest[key] }
    }
  }

  /// The override of a key that has an identity.
  func link(of key: ObjectIdentifier, as wanted: Override.Identity) -> Override? {
    var link = nearest(key)
    var count = 0
    while let current = link, current.identity != wanted {
      count += 1
      if count > 8, let index = list.flatMap({ index(of: $0) }) {
        return index._withUnsafeGuaranteedRef { $0.link(as: wanted) }
      }
      link = current.next?.first(for: key)
    }
    return link
  }

  /// What finds the overrides of a list where they are many, and stay; held until this goes.
  private func index(of list: Override) -> Unmanaged<Index>? {
    if list.count <= 8 || isGrowing { return nil }
    let known = index.load(ordering: .acquiring)
    if let known, known._withUnsafeGuaranteedRef({ $0.list === list }) { return known }
    let fresh = Unmanaged.passRetained(
      Index(of: list, after: known?.takeUnretainedValue()))
    let (isStored, _) = index.compareExchange(
      expected: known, desired: fresh, ordering: .acquiringAndReleasing)
    // The new one holds it.
    if isStored { known?.release() } else { fresh.release() }
    return isStored ? fresh : index(of: list)
  }

  /// Finds the overrides of a list by their keys and identities.
  private final class Index: Sendable {
    let list: Override
    let nearest: [ObjectIdentifier: Override]
    private let identified = LazyReference<Identified>()
    /// That of an earlier list, which somebody may be asking.
    private let earlier: Index?

    init(of list: Override, after earlier: Index?) {
      self.list = list
      self.earlier = earlier
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
