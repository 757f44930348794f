import Synchronization

/// A value that was built: its slot, what it was built from, and who first asked.
///
/// Made with its value, and **settled** once it is known what it was built from; only then does
/// anybody but its maker see it. One that is never settled is given to a single reader.
@usableFromInline
class Instance: Entry, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``; what `settle` writes is published after that, by
  // the lock of the scope's extras and by the release of the table's slot.

  private(set) final var slot = Slot.none
  /// Every key read while it was built, directly or through what was built for it.
  private(set) final var keys = KeySet()
  /// Where it only fits readers of another branch: the scope that it belongs to, captured.
  private(set) final var home: ScopeNode?
  /// How deep the scope is that it belongs to.
  private(set) final var depth: Int32 = 0
  /// The accessor whose read built it.
  private(set) final var firstReader: StaticString = ""
  /// Whether only an update that prepares has read it.
  private(set) final var isPreliminary = false
  /// Whether it may hold the scope that it was built in, and read from it later.
  private(set) final var holdsScope = false
  /// Where it comes from and what it was built from, for explanations and graphs.
  private(set) final var provenance: Provenance = .unknown

  init(tag: UInt8) {
    super.init(tag: tag, session: nil)
  }

  /// Says what it was built from, before anybody else sees it; takes the keys out of the record.
  final func settle(
    slot: Slot, record: inout BuildRecord, home: ScopeNode?, firstReader: StaticString,
    provenance: Provenance
  ) {
    self.slot = slot
    swap(&self.keys, &record.keys)
    self.home = home
    self.depth = record.deepest?.depth ?? 0
    self.firstReader = firstReader
    self.isPreliminary = record.isPreliminary
    self.holdsScope = record.holdsScope
    self.provenance = provenance
    if let session = record.deepest?.session { belong(to: session) }
  }

  /// Whether it still has a value to give.
  var isAlive: Bool { true }

  /// An entry that holds the value for a reader; `nil` where it has gone.
  var pinned: Entry? { self }

  /// An instance of the same value that does not keep it alive; `nil` where it is no object.
  var weakened: Instance? { nil }

  /// An instance of the same value that is not settled yet; `nil` where the value has gone.
  func copied() -> Instance? { nil }

  /// Takes the value of an instance that would stand in its place, and was built from the same.
  ///
  /// - Returns: Whether it did.
  func renew(from other: Instance) -> Bool { false }
}

/// A built value that is kept.
@usableFromInline
final class ValueInstance<Value>: Instance, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  @usableFromInline let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(tag: Tag.instance)
  }

  override func copied() -> Instance? { ValueInstance(value) }

  override var weakened: Instance? {
    WeakInstance<Value>.object(of: value).map { WeakInstance<Value>($0) }
  }
}
