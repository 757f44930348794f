class EnvironmentEntry {
  let key: ObjectIdentifier

  init(_ key: ObjectIdentifier) {
    self.key = key
  }
}

final class EnvironmentValueEntry<Value>: EnvironmentEntry {
  let value: Value

  init(_ key: ObjectIdentifier, _ value: Value) {
    self.value = value
    super.init(key)
  }
}

/// An immutable map from keys to entries: a trie over the bits of a key's hash.
///
/// Setting copies one path, at most 13 nodes and in practice one or two; the rest is shared. Neither
/// setting nor finding depends on how often keys were overridden on the way down the tree, only on
/// how many different keys there are.
final class EnvironmentStore {
  private enum Slot {
    case entry(EnvironmentEntry)
    case branch(EnvironmentStore)
  }

  /// Which of the 32 branches exist.
  private let bitmap: UInt32
  /// The branches that exist, in order.
  private let slots: [Slot]

  static var empty: EnvironmentStore { EnvironmentStore(0, []) }

  private init(_ bitmap: UInt32, _ slots: [Slot]) {
    self.bitmap = bitmap
    self.slots = slots
  }

  /// A permutation of the words, so that different keys never have the same hash.
  private static func hash(_ key: ObjectIdentifier) -> UInt64 {
    let word = UInt64(UInt(bitPattern: key))
    return (word ^ (word >> 32)) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func bit(_ hash: UInt64, _ level: UInt64) -> UInt32 {
    // The highest bits are the best mixed.
    1 << UInt32(truncatingIfNeeded: (hash << (level * 5)) >> 59)
  }

  private func index(of bit: UInt32) -> Int {
    (bitmap & (bit &- 1)).nonzeroBitCount
  }

  func find(_ key: ObjectIdentifier) -> EnvironmentEntry? {
    let hash = Self.hash(key)
    var store = self
    var level: UInt64 = 0
    while true {
      let bit = Self.bit(hash, level)
      guard store.bitmap & bit != 0 else { return nil }
      switch store.slots[store.index(of: bit)] {
      case .entry(let entry): return entry.key == key ? entry : nil
      case .branch(let branch): store = branch
      }
      level += 1
    }
  }

  func setting(_ entry: EnvironmentEntry) -> EnvironmentStore {
    setting(entry, Self.hash(entry.key), 0)
  }

  private func setting(
    _ entry: EnvironmentEntry, _ hash: UInt64, _ level: UInt64
  ) -> EnvironmentStore {
    let bit = Self.bit(hash, level)
    let index = index(of: bit)
    var slots = slots
    guard bitmap & bit != 0 else {
      slots.insert(.entry(entry), at: index)
      return EnvironmentStore(bitmap | bit, slots)
    }
    switch slots[index] {
    case .entry(let old) where old.key == entry.key:
      slots[index] = .entry(entry)
    case .entry(let old):
      let branch = Self.empty.setting(old, Self.hash(old.key), level + 1)
      slots[index] = .branch(branch.setting(entry, hash, level + 1))
    case .branch(let branch):
      slots[index] = .branch(branch.setting(entry, hash, level + 1))
    }
    return EnvironmentStore(bitmap, slots)
  }
}
