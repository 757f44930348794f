import Synchronization

/// A hash table from words to entries, read without a lock.
///
/// Open addressing with linear probing. One writer at a time (the caller holds the lock of the
/// ``ScopeExtras`` that owns the table); readers need no lock, since a slot's key is published
/// after its entry and a key never leaves. The table does not retain: its owner does.
final class LookupTable: @unchecked Sendable {
  // Unchecked: the slots are atomics in memory that lives as long as the table.

  struct Slot: ~Copyable {
    let key = Atomic<UInt>(0)
    let entry = Atomic<UInt>(0)
  }

  /// What readers probe, while the table lives: the slots, and before them one whose key is the mask.
  ///
  /// So a reader goes from the scope to the slot by one pointer, and touches no object on its way.
  struct Memory: @unchecked Sendable {
    // Unchecked for the reason given at ``LookupTable``.
    let header: UnsafeMutablePointer<Slot>

    @inline(__always)
    var mask: UInt { header.pointee.key.load(ordering: .relaxed) }

    /// The index of the slot to be looked at first.
    @inline(__always)
    func start(_ key: UInt) -> UInt { ((key >> 4) ^ (key >> 11)) & mask }

    @inline(__always)
    func next(_ index: UInt) -> UInt { (index &+ 1) & mask }

    @inline(__always)
    func slot(_ index: UInt) -> UnsafeMutablePointer<Slot> { header + 1 + Int(bitPattern: index) }

    /// The word stored for a key, or zero.
    @inline(__always)
    func find(_ key: UInt) -> UInt {
      var index = start(key)
      while true {
        let slot = slot(index)
        let found = slot.pointee.key.load(ordering: .acquiring)
        if found == key { return slot.pointee.entry.load(ordering: .acquiring) }
        if found == 0 { return 0 }
        index = next(index)
      }
    }
  }

  let memory: Memory
  private let capacity: Int
  private var count = 0  // guarded by the owner's lock

  init(capacity: Int) {
    precondition(capacity.nonzeroBitCount == 1, "The capacity is a power of two.")
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity + 1)
    for index in 0...capacity { (slots + index).initialize(to: Slot()) }
    slots.pointee.key.store(UInt(capacity - 1), ordering: .relaxed)
    memory = Memory(header: slots)
    self.capacity = capacity
  }

  deinit {
    memory.header.deinitialize(count: capacity + 1)
    memory.header.deallocate()
  }

  /// Whether one more key would make probing slow.
  var isFull: Bool { (count + 1) * 4 > capacity * 3 }

  /// A table of twice the size with the same contents.
  func grown() -> LookupTable {
    let larger = LookupTable(capacity: capacity * 2)
    for index in 0..<UInt(capacity) {
      let slot = memory.slot(index)
      let key = slot.pointee.key.load(ordering: .relaxed)
      if key != 0 { larger.insert(slot.pointee.entry.load(ordering: .relaxed), for: key) }
    }
    return larger
  }

  /// The word stored for a key, or zero.
  func find(_ key: UInt) -> UInt { memory.find(key) }

  /// Stores a word for a key, in place of an earlier one.
  ///
  /// The caller holds the owner's lock.
  func insert(_ entry: UInt, for key: UInt) {
    var index = memory.start(key)
    while true {
      let slot = memory.slot(index)
      let found = slot.pointee.key.load(ordering: .relaxed)
      if found == 0 {
        slot.pointee.entry.store(entry, ordering: .relaxed)
        slot.pointee.key.store(key, ordering: .releasing)
        count += 1
        return
      }
      if found == key { return slot.pointee.entry.store(entry, ordering: .releasing) }
      index = memory.next(index)
    }
  }
}
