import Synchronization

/// What a scope has answered before, read without a lock and without counting references.
///
/// Open addressing with linear probing; a key never leaves, and a slot's key is published after its
/// entry. One writer at a time, who holds the lock of the scope's home. A table that is full is copied
/// into a larger one; the smaller ones stay until the scope goes, for threads that still read them.
///
/// **Who holds the entries**: the `answers` of the scope's own home, which lets go of them when it is
/// closed. That is when the scope goes, and whoever reads here holds the scope. Where a session, a test's
/// world, or a scope that this one does not hold may close the home earlier, no entry is ever written.
struct AnswerTable: ~Copyable, Sendable {
  struct Slot: ~Copyable {
    let key = Atomic<UInt>(0)
    let entry = Atomic<UInt>(0)
  }

  /// The address of the current table, or zero.
  ///
  /// A table begins with a slot whose key is the mask and whose entry is the table before.
  private let current = Atomic<UInt>(0)

  private typealias Table = UnsafeMutablePointer<Slot>

  deinit {
    var next = Table(bitPattern: current.load(ordering: .acquiring))
    while let header = next {
      let capacity = Int(header.pointee.key.load(ordering: .relaxed)) + 1
      next = Table(bitPattern: header.pointee.entry.load(ordering: .relaxed))
      header.deinitialize(count: capacity + 1)
      header.deallocate()
    }
  }

  /// The word stored for a key, or zero.
  @inline(__always)
  func find(_ key: UInt) -> UInt {
    #if INJECTION_PLAIN
      return 0
    #else
      guard let header = Table(bitPattern: current.load(ordering: .acquiring)) else { return 0 }
      let mask = header.pointee.key.load(ordering: .relaxed)
      var index = Self.start(key) & mask
      while true {
        let slot = header + 1 + Int(bitPattern: index)
        let found = slot.pointee.key.load(ordering: .acquiring)
        if found == key { return slot.pointee.entry.load(ordering: .acquiring) }
        if found == 0 { return 0 }
        index = (index &+ 1) & mask
      }
    #endif
  }

  /// Stores a word for a key that has none, where a number of other keys have one.
  ///
  /// The caller holds the lock of the home.
  func insert(_ word: UInt, for key: UInt, after count: Int) {
    var header = Table(bitPattern: current.load(ordering: .relaxed))
    let capacity = header.map { Int($0.pointee.key.load(ordering: .relaxed)) + 1 } ?? 0
    if (count + 1) * 4 > capacity * 3 {
      let larger = Self.allocate(capacity: max(capacity * 2, 8))
      if let header {
        for index in 1...capacity {
          let slot = header + index
          let key = slot.pointee.key.load(ordering: .relaxed)
          if key != 0 {
            Self.put(slot.pointee.entry.load(ordering: .relaxed), for: key, in: larger)
          }
        }
      }
      larger.pointee.entry.store(UInt(bitPattern: header), ordering: .relaxed)
      current.store(UInt(bitPattern: larger), ordering: .releasing)
      header = larger
    }
    if let header { Self.put(word, for: key, in: header) }
  }

  private static func allocate(capacity: Int) -> Table {
    let header = Table.allocate(capacity: capacity + 1)
    for index in 0...capacity { (header + index).initialize(to: Slot()) }
    header.pointee.key.store(UInt(capacity - 1), ordering: .relaxed)
    return header
  }

  private static func put(_ word: UInt, for key: UInt, in header: Table) {
    let mask = header.pointee.key.load(ordering: .relaxed)
    var index = start(key) & mask
    while true {
      let slot = header + 1 + Int(bitPattern: index)
      let found = slot.pointee.key.load(ordering: .relaxed)
      if found == 0 {
        slot.pointee.entry.store(word, ordering: .relaxed)
        return slot.pointee.key.store(key, ordering: .releasing)
      }
      if found == key { return }
      index = (index &+ 1) & mask
    }
  }

  /// Metatypes and objects differ in their middle bits; the lowest are the same.
  @inline(__always)
  private static func start(_ key: UInt) -> UInt { (key >> 3) ^ (key >> 11) }
}
