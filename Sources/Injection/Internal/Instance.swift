import Synchronization

/// A value that was built: its slot, what it was built from, and who first asked.
@usableFromInline
class Instance: Entry, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  let slot: Slot
  /// Every key read while it was built, directly or through what was built for it.
  let keys: Set<ObjectIdentifier>
  /// The scope that it belongs to, captured; `nil` for the process.
  let home: ScopeNode?
  /// How deep the scope is that it belongs to.
  let depth: Int32
  /// The accessor whose read built it.
  let firstReader: StaticString
  /// Whether only an update that prepares has read it.
  let isPreliminary: Bool
  /// Where it comes from and what it was built from, for explanations and graphs.
  let provenance: Provenance

  init(
    tag: UInt8, slot: Slot, record: BuildRecord, home: ScopeNode?, firstReader: StaticString,
    provenance: Provenance
  ) {
    self.slot = slot
    self.keys = record.keys
    self.home = home
    self.depth = record.deepest?.depth ?? 0
    self.firstReader = firstReader
    self.isPreliminary = record.isPreliminary
    self.provenance = provenance
    super.init(tag: tag, session: record.deepest?.session)
  }

  /// Whether it still has a value to give.
  var isAlive: Bool { true }

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

  init(
    _ value: Value, tag: UInt8 = Entry.Tag.instance, slot: Slot, record: BuildRecord,
    home: ScopeNode?, firstReader: StaticString, provenance: Provenance
  ) {
    self.value = value
    super.init(
      tag: tag, slot: slot, record: record, home: home, firstReader: firstReader,
      provenance: provenance)
  }
}
