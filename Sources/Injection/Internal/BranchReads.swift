import Synchronization

/// What readers of a scope were given through owners that were created in other branches.
///
/// That depends on two chains, so that neither can remember it as what the chain itself gives. Each
/// entry is for a key and the scope of an owner, which is named by a number that no other scope ever
/// gets. Whoever asks holds that scope, and with it, and with the reader's own, all that they can be
/// given: so an entry holds nothing, and one whose scope has gone is never found.
///
/// A cache, not a table: a scope that lives long would collect entries for each short-lived owner.
/// It grows where an entry finds no place, up to ``Page/limit``; from then on they replace each other.
final class BranchReads: Sendable {
  /// The page that has all entries; it outlives this as all pages do.
  private let current: Atomic<Unmanaged<Page>>
  /// All pages, the outgrown ones too: somebody may be reading them.
  private let pages: Guarded<[Page]>

  init() {
    let first = Page(capacity: 16)
    current = Atomic(.passUnretained(first))
    pages = Guarded([first])
  }

  /// The entry of a key for an owner in the scope of a number; `nil` where it is not known.
  ///
  /// Takes no lock.
  func entry(of key: ObjectIdentifier, forOwnerIn number: UInt64) -> Entry? {
    let page = current.load(ordering: .acquiring)
    return Entry.at(
      page._withUnsafeGuaranteedRef { $0.find(UInt(bitPattern: key), for: number) })
  }

  /// Remembers the entry of a key for an owner in the scope of a number.
  func remember(_ entry: Entry, of key: ObjectIdentifier, forOwnerIn number: UInt64) {
    store(Entry.word(entry), under: UInt(bitPattern: key), for: number)
  }

  /// Whether the scope of an identity is known not to enclose this one.
  ///
  /// Takes no lock.
  func isApart(_ identity: UInt64) -> Bool {
    let page = current.load(ordering: .acquiring)
    return page._withUnsafeGuaranteedRef { $0.find(Self.apart, for: identity) } == Self.apart
  }

  /// Notes that the scope of an identity does not enclose this one.
  func noteApart(_ identity: UInt64) {
    store(Self.apart, under: Self.apart, for: identity)
  }

  /// What stands for no key and no entry: an identity is no other scope's number either.
  private static var apart: UInt { 1 }

  private func store(_ word: UInt, under key: UInt, for number: UInt64) {
    pages.withLock { pages in
      var page = pages[pages.count - 1]
      while !page.store(word, under: key, for: number) {
        page = page.grown()
        pages.append(page)
      }
      current.store(.passUnretained(page), ordering: .releasing)
    }
  }
}

extension BranchReads {
  /// Slots, of which each pair of a key and a number has a few that it may be in.
  ///
  /// One writer at a time, which holds the lock of the ``BranchReads`` that owns the page. Readers
  /// need none: a slot's version is odd while it is written, and another one afterwards.
  private final class Page: @unchecked Sendable {
    // Unchecked: the slots are atomics in memory that lives as long as the page; what counts the
    // replaced ones belongs to the writer.

    private struct Slot: ~Copyable {
      let version = Atomic<UInt>(0)
      let number = Atomic<UInt64>(0)
      let key = Atomic<UInt>(0)
      let word = Atomic<UInt>(0)

      /// The word for a pair, or zero.
      ///
      /// Each load but the last is an acquiring one, so that the version is looked at last.
      @inline(__always)
      func find(_ wantedKey: UInt, for wantedNumber: UInt64) -> UInt {
        let before = version.load(ordering: .acquiring)
        guard before & 1 == 0, number.load(ordering: .acquiring) == wantedNumber,
          key.load(ordering: .acquiring) == wantedKey
        else { return 0 }
        let found = word.load(ordering: .acquiring)
        return version.load(ordering: .relaxed) == before ? found : 0
      }

      /// Whether the slot is the pair's, or nobody's.
      func isOpen(to otherKey: UInt, for otherNumber: UInt64) -> Bool {
        let present = number.load(ordering: .relaxed)
        return present == 0
          || (present == otherNumber && key.load(ordering: .relaxed) == otherKey)
      }

      /// Puts a pair and its word in the place of what the slot has.
      ///
      /// Each store but the first is a releasing one, so that who sees it sees an odd version.
      func store(_ newWord: UInt, under newKey: UInt, for newNumber: UInt64) {
        let before = version.load(ordering: .relaxed)
        version.store(before &+ 1, ordering: .relaxed)
        number.store(newNumber, ordering: .releasing)
        key.store(newKey, ordering: .releasing)
        word.store(newWord, ordering: .releasing)
        version.store(before &+ 2, ordering: .releasing)
      }
    }

    /// The most slots that a page has.
    private static var limit: Int { 1024 }
    /// How many slots a pair may be in, one after the other.
    private static var ways: Int { 4 }

    private let slots: UnsafeMutablePointer<Slot>
    private let capacity: Int
    private var replacedCount = 0

    init(capacity: Int) {
      precondition(capacity.nonzeroBitCount == 1, "The capacity is a power of two.")
      slots = .allocate(capacity: capacity)
      for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
      self.capacity = capacity
    }

    deinit {
      slots.deinitialize(count: capacity)
      slots.deallocate()
    }

    /// The first slot that a pair may be in.
    @inline(__always)
    private func start(_ key: UInt, _ number: UInt64) -> Int {
      // The golden ratio of 2⁶⁴ spreads what differs in any bit over the upper ones.
      let hash = (UInt64(key) &+ number &* 0x9E37_79B9_7F4A_7C15) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: hash >> 40) & (capacity - Self.ways)
    }

    /// The word for a key and a number, or zero.
    func find(_ key: UInt, for number: UInt64) -> UInt {
      let start = start(key, number)
      for index in start..<start + Self.ways {
        let word = slots[index].find(key, for: number)
        if word != 0 { return word }
      }
      return 0
    }

    /// Stores a word for a key and a number.
    ///
    /// - Returns: Whether there was a place, or the page is as large as it may be, and another pair
    ///   lost its own.
    func store(_ word: UInt, under key: UInt, for number: UInt64) -> Bool {
      let start = start(key, number)
      let places = start..<start + Self.ways
      var place = places.first { slots[$0].isOpen(to: key, for: number) }
      if place == nil, capacity == Self.limit {
        place = start + replacedCount % Self.ways
        replacedCount += 1
      }
      guard let place else { return false }
      slots[place].store(word, under: key, for: number)
      return true
    }

    /// A page of twice the size with the same contents.
    func grown() -> Page {
      let larger = Page(capacity: capacity * 2)
      for index in 0..<capacity {
        let slot = slots + index
        let number = slot.pointee.number.load(ordering: .relaxed)
        if number == 0 { continue }
        // A pair that finds no place is found anew.
        _ = larger.store(
          slot.pointee.word.load(ordering: .relaxed),
          under: slot.pointee.key.load(ordering: .relaxed), for: number)
      }
      return larger
    }
  }
}
