import Synchronization

/// The scope outside every other: what was prepared at launch, and the defaults of the process.
final class ProcessScope: Sendable {
  static let shared = ProcessScope()
  private static let address = Atomic<UInt>(0)

  /// The extras of the process, which live as long as it does; `nil` until somebody has needed them.
  ///
  /// Found without the check of a lazy `static`.
  @inline(__always)
  static var borrowedExtras: Unmanaged<ScopeExtras>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  private init() {
    let extras = Unmanaged.passUnretained(extras).toOpaque()
    Self.address.store(UInt(bitPattern: extras), ordering: .releasing)
  }

  let extras = ScopeExtras()
  let prepared = PreparedValues()
}

/// What an update that prepares reads through, so that its own reads do not count as earlier ones.
final class PreparationNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  init(on ground: ScopeNode?) {
    super.init(
      tag: Tag.preparation, key: Never.self, outer: ground,
      place: SourcePlace("prepareInjectedValues", 0))
  }
}

/// What was prepared for the process, or for the world of one test.
///
/// The nodes stand on nothing, so that a world which holds them is not held by them.
final class PreparedValues: Sendable {
  private let prepared = Guarded<ScopeNode?>(nil)
  /// Whether nothing has been prepared, which saves each search the lock.
  private let isEmpty = Atomic(true)

  /// What was prepared for the readers in a scope.
  @inline(never)
  static func around(_ reader: ScopeNode?) -> PreparedValues {
    reader?.world?.prepared ?? ProcessScope.shared.prepared
  }

  /// The prepared node that affects a key.
  @inline(never)
  func nearest(_ key: ObjectIdentifier) -> ScopeNode? {
    isEmpty.load(ordering: .acquiring) ? nil : head?.nearest(key)
  }

  /// The innermost prepared node.
  var head: ScopeNode? { prepared.withLock { $0 } }

  /// The first reader of a key, or of what was made from it, if it has been read outside every
  /// scope.
  private static func firstReader(_ key: ObjectIdentifier, _ extras: ScopeExtras) -> String? {
    let seen = Entry.at(extras.find(Slot.value(of: key)))
    if let seen { return seen.asInstance.map { "\($0.firstReader)" } ?? "an earlier read" }
    let built = Entry.at(extras.find(Slot(defaultOf: key).word))?.asInstance
    let read = built?.isPreliminary == false ? built : extras.instance(madeFrom: key)
    return read.map { "\($0.firstReader)" }
  }

  /// Runs an update on top of what is prepared, and keeps what it assigned.
  ///
  /// - Parameters:
  ///   - world: The world to prepare; `nil` for the process.
  ///   - update: Gives the chain that it assigned to.
  static func prepare(in world: WorldNode?, _ update: (ScopeNode?) -> ScopeNode?) {
    let prepared = world?.prepared ?? ProcessScope.shared.prepared
    let extras = world?.requiredExtras ?? ProcessScope.shared.extras
    prepared.prepare(on: world, readersIn: extras, update)
  }

  private func prepare(
    on world: WorldNode?, readersIn extras: ScopeExtras, _ update: (ScopeNode?) -> ScopeNode?
  ) {
    while true {
      let base = head
      let preparation = PreparationNode(on: world.map { base?.copied(onto: $0) ?? $0 } ?? base)
      let head = update(preparation)
      var late: [ScopeNode] = []
      var readers: [String] = []
      var fresh: [ScopeNode] = []
      var node = head
      while let current = node, current !== preparation {
        if let reader = Self.firstReader(current.keyID, extras) {
          late.append(current)
          readers.append(reader)
        } else {
          fresh.append(current)
        }
        node = current.up
      }
      let kept = fresh.reversed().reduce(base) { $1.copy(outer: $0, captured: false) }
      let stored = prepared.withLock { current in
        guard current === base else { return false }
        current = kept
        isEmpty.store(kept == nil, ordering: .releasing)
        return true
      }
      guard stored else { continue }  // Prepared from two threads at once: on top of the other.
      for (index, node) in late.enumerated() {
        IssueReporter.preparedAfterRead(node.key, firstReader: readers[index], at: head?.place)
      }
      return
    }
  }
}
