import Synchronization

/// A hash table from words to entries, read without a lock.
///
/// Open addressing with linear probing. One writer at a time (the caller holds the lock of the
/// ``ScopeExtras`` that owns the table); readers need no lock, since a slot's key is published
/// after its entry and a key never leaves. The table does not retain: its owner does.
final class LookupTable: @unchecked Sendable {
  // Unchecked: the slots are atomics in memory that lives as long as the table.

  private struct Slot: ~Copyable {
    let key = Atomic<UInt>(0)
    let entry = Atomic<UInt>(0)
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int
  private var count = 0  // guarded by the owner's lock

  init(capacity: Int) {
    precondition(capacity.nonzeroBitCount == 1, "The capacity is a power of two.")
    slots = .allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
    mask = capacity - 1
  }

  deinit {
    slots.deinitialize(count: mask + 1)
    slots.deallocate()
  }

  /// Whether one more key would make probing slow.
  var isFull: Bool { (count + 1) * 4 > (mask + 1) * 3 }

  /// A table of twice the size with the same contents.
  func grown() -> LookupTable {
    let larger = LookupTable(capacity: (mask + 1) * 2)
    for index in 0...mask {
      let key = slots[index].key.load(ordering: .relaxed)
      if key != 0 { larger.insert(slots[index].entry.load(ordering: .relaxed), for: key) }
    }
    return larger
  }

  @inline(__always)
  private func start(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (key &>> 4) ^ (key &>> 11)) & mask
  }

  /// The word stored for a key, or zero.
  @inline(__always)
  func find(_ key: UInt) -> UInt {
    var index = start(key)
    while true {
      let found = slots[index].key.load(ordering: .acquiring)
      if found == key { return slots[index].entry.load(ordering: .acquiring) }
      if found == 0 { return 0 }
      index = (index + 1) & mask
    }
  }

  /// Stores a word for a key, in place of an earlier one.
  ///
  /// The caller holds the owner's lock.
  func insert(_ entry: UInt, for key: UInt) {
    var index = start(key)
    while true {
      let found = slots[index].key.load(ordering: .relaxed)
      if found == 0 {
        slots[index].entry.store(entry, ordering: .relaxed)
        slots[index].key.store(key, ordering: .releasing)
        count += 1
        return
      }
      if found == key { return slots[index].entry.store(entry, ordering: .releasing) }
      index = (index + 1) & mask
    }
  }
}
