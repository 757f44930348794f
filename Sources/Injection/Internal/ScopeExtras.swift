import Synchronization

/// What a scope needs only once something is looked up, built or captured in it.
///
/// A scope that is entered, read for its own override and left never allocates one.
final class ScopeExtras: @unchecked Sendable {
  // Unchecked because of `slots`, whose memory the tables of `store` own and is read by atomics.

  private struct Store {
    var table: LookupTable?
    /// Tables that readers may still be probing.
    var outgrown: [LookupTable] = []
    /// The instances that belong to the scope; the table does not retain.
    var built: [Instance] = []
    /// Those among them that only fit readers whose owner was created in another branch.
    var shared: [Instance] = []
    /// How many of these are kept before those that have lost their value are let go.
    var sharedLimit = 8
    /// Whether somebody tells the instances apart, so that none may become another.
    var isListed = false
    /// Whether the scope is that of a session which has ended, and takes no more instances.
    var isSealed = false
  }

  /// The slots of the store's table.
  private let slots = Atomic<UnsafeMutablePointer<LookupTable.Slot>?>(nil)
  private let store = Guarded(Store())
  /// The scope as owners hold it.
  let captured = LazyReference<CapturedScope>()
  /// Where the value comes from that the scope assigned, once a build or a recording has asked.
  let assigned = LazyReference<Provenance>()
  /// In a graft, the running scope that it is a copy of.
  let graftOrigin = LazyReference<ScopeNode>()
  /// What the scope's readers were given through owners of other branches.
  let branchReads = LazyReference<BranchReads>()
  /// A number that no other scope has, nor a copy of this one.
  let number = LazyNumber()

  /// What readers probe, to be used while the extras are alive; `nil` before anything is remembered.
  @inline(__always)
  var borrowedSlots: LookupTable.Memory? {
    slots.load(ordering: .acquiring).map { LookupTable.Memory(header: $0) }
  }

  /// The word remembered for a key, or zero.
  ///
  /// Takes no lock.
  @inline(__always)
  func find(_ key: UInt) -> UInt {
    borrowedSlots?.find(key) ?? 0
  }

  /// Remembers a word for a key.
  ///
  /// What it points to must outlive the scope.
  func remember(_ word: UInt, for key: UInt) {
    store.withLock { insert(word, for: key, in: &$0) }
  }

  /// Keeps an instance in the scope, under its slot; gives the one that is there already, if any.
  ///
  /// - Returns: `nil` where the scope is sealed.
  func keep(_ instance: Instance) -> Instance? {
    store.withLock { store in
      if store.isSealed { return nil }
      let slot = instance.slot.word
      let word = store.table?.find(slot) ?? 0
      if let present = Entry.at(word)?.asInstance {
        if present.isAlive { return present }
        if !store.isListed, present.renew(from: instance) {
          // A session tears down what was made last first.
          if instance.isInSession {
            if let index = store.built.firstIndex(where: { $0 === present }) {
              store.built.remove(at: index)
            }
            store.built.append(present)
          }
          return present
        }
      }
      if store.built.isEmpty { store.built.reserveCapacity(8) }
      store.built.append(instance)
      insert(Entry.word(instance), for: slot, in: &store)
      return instance
    }
  }

  /// Keeps an instance that also depends on a scope of another branch.
  ///
  /// - Returns: `nil` where the scope is sealed.
  func keepShared(_ instance: Instance) -> Instance? {
    store.withLock { store in
      if store.isSealed { return nil }
      if store.shared.count >= store.sharedLimit, !store.isListed {
        store.shared.removeAll { !$0.isAlive }
        store.built.removeAll { !$0.isAlive && $0.home != nil }
        store.sharedLimit = max(8, store.shared.count * 2)
      }
      store.shared.append(instance)
      store.built.append(instance)
      return instance
    }
  }

  /// Lists all instances of the scope, in the order in which they were made.
  ///
  /// Each stays what it is from then on: a weak one takes no new object.
  func listInstances() -> [Instance] {
    store.withLock { store in
      store.isListed = true
      return store.built
    }
  }

  /// The instances that fit every reader of the scope, in the order in which they were made.
  var ownInstances: [Instance] {
    store.withLock { store in
      store.built.filter { $0.home == nil }
    }
  }

  /// The first instance that was made from a key for anybody but an update that prepares.
  func instance(madeFrom key: ObjectIdentifier) -> Instance? {
    store.withLock { store in
      store.built.first { !$0.isPreliminary && $0.keys.contains(key) }
    }
  }

  /// Takes no more instances, unless there are others than those that the caller has seen.
  func seal(afterSeeing count: Int) -> Bool {
    store.withLock { store in
      store.isSealed = store.isSealed || store.built.count == count
      return store.isSealed
    }
  }

  /// The instances of a slot that also depend on a scope of another branch.
  func shared(_ slot: UInt) -> [Instance] {
    store.withLock { $0.shared.filter { $0.slot.word == slot } }
  }

  private func insert(_ word: UInt, for key: UInt, in store: inout Store) {
    if let current = store.table {
      if current.isFull, current.find(key) == 0 {
        let larger = current.grown()
        store.outgrown.append(current)
        store.table = larger
        larger.insert(word, for: key)
        slots.store(larger.memory.header, ordering: .releasing)
      } else {
        current.insert(word, for: key)
      }
    } else {
      let first = LookupTable(capacity: 8)
      first.insert(word, for: key)
      store.table = first
      slots.store(first.memory.header, ordering: .releasing)
    }
  }
}

extension Entry {
  /// The word that stands for an entry in a ``LookupTable``.
  static func word(_ entry: Entry) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())
  }

  /// The entry that a word stands for; zero stands for none.
  static func at(_ word: UInt) -> Entry? {
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<Entry>.fromOpaque(pointer).takeUnretainedValue()
  }
}
