import Synchronization

/// What one scope does, wherever it stands: the list of its overrides, the innermost first.
///
/// All homes of a scope share it: the one where it stands by itself, those that are merged, and revived
/// ones. The list grows while an update assigns to the scope; a world's grows whenever something is
/// prepared. The list as it was is part of the grown one, for whoever walks it meanwhile.
final class Layer: Sendable {
  private let made: SourcePlace
  private let moved = LazyReference<Box<SourcePlace>>()
  private let current: Atomic<Unmanaged<Override>?>
  private let growing: Atomic<Bool>
  /// How many of the list's last links are not this layer's own: those that a launch begins with are its world's.
  private let begun: Int

  init(
    _ list: Override?, at place: SourcePlace, besides begun: Override? = nil,
    isGrowing: Bool = false
  ) {
    self.begun = begun?.count ?? 0
    current = Atomic(list.map { .passRetained($0) })
    growing = Atomic(isGrowing)
    made = place
  }

  deinit { current.load(ordering: .acquiring)?.release() }

  /// Where the scope was made; where an update has taken it over with values from elsewhere, where the update is.
  var place: SourcePlace { moved.load()?.value ?? made }

  func move(to place: SourcePlace) { _ = moved.storeIfNil(Box(place)) }

  /// The innermost override, which holds the others.
  var list: Override? { current.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Whether an update may still assign to the scope: then nothing that was found here is remembered.
  var isGrowing: Bool { growing.load(ordering: .acquiring) }

  func endGrowing() { growing.store(false, ordering: .releasing) }

  /// Puts a list in the place of the list that it stands on.
  func grow(to list: Override) {
    current.exchange(.passRetained(list), ordering: .acquiringAndReleasing)?.release()
  }

  func nearest(_ key: ObjectIdentifier) -> Override? {
    let link = current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { list in
      isGrowing ? list.first(for: key) : list.nearest(key)
    }
    return own(link)
  }

  private func own(_ link: Override?) -> Override? {
    link.flatMap { $0.count > begun ? $0 : nil }
  }

  /// Whether the layer overrides any of some keys; goes through the keys or the overrides, whichever are fewer.
  func mayDecide(any keys: Set<ObjectIdentifier>) -> Bool {
    guard let list else { return false }
    if list.count > keys.count { return keys.contains { nearest($0) != nil } }
    return list.links().contains { keys.contains($0.keyID) }
  }

  /// Whether another layer overrides a key that this one overrides.
  func shares(keyWith other: Layer) -> Bool {
    list?.links().contains { other.nearest($0.keyID) != nil } ?? false
  }

  func link(of key: ObjectIdentifier, as wanted: Override.Identity) -> Override? {
    var link = nearest(key)
    while let current = link, current.identity != wanted {
      link = own(current.next?.first(for: key))
    }
    return link
  }
}
