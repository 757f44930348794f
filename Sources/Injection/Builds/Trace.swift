import Synchronization

/// What an instance was built from: each key read, directly or through others, with the override that
/// decided it, or with nobody.
///
/// An instance serves a reader for whom the same overrides decide each of these keys. A trace is compared,
/// never copied: the trace of an instance that was read is a part of this one.
final class Trace: Sendable {
  /// The question of a read: who decides a key, from the innermost override outward or from beyond one.
  struct Question: Hashable, Sendable {
    let key: ObjectIdentifier
    let beyond: Override.Identity?

    func decider(at home: Home) -> Override.Identity? {
      home.find(key, beyond: beyond)?.link.identity
    }
  }

  struct Read: Sendable {
    let key: any (Any & SendableMetatype).Type
    /// The override of the same key beyond which the search began; `nil` if it began at the innermost one.
    let beyond: Override.Identity?
    /// The override that decided; `nil` if none did.
    let decider: Override.Identity?
    /// The trace of the instance that was read, if that counts too.
    let part: Trace?

    var keyID: ObjectIdentifier { ObjectIdentifier(key) }

    var question: Question { Question(key: keyID, beyond: beyond) }

    func isDecidedAlike(at home: Home) -> Bool { question.decider(at: home) == decider }
  }

  let slot: Slot
  let key: any (Any & SendableMetatype).Type
  let kind: InjectedSourceKind
  let lifetime: InjectedLifetime
  /// Whether the value is in a box of the main actor's.
  let isOfMainActor: Bool
  let firstReader: StaticString
  let keeper: Home.Mark?
  let reads: [Read]
  private let settled: Atomic<Bool>
  /// Whether the instance stands in for a missing one, since an update may change only a part of it.
  let isStandIn: Bool
  /// Whether a preparation has made the instance: who reads it cannot make it anew.
  let isPrepared: Bool
  private let knownKeys = LazyReference<Box<Set<ObjectIdentifier>>>()
  /// The last home at which the trace was found not to hold, by number; noted only if that cannot change.
  private let refuted = Atomic<UInt64>(.max)

  init(
    _ slot: Slot, of request: Request, _ kind: InjectedSourceKind, keeper: Home.Mark?,
    reads: [Read], isSettled: Bool = false, isStandIn: Bool = false, isPrepared: Bool = false
  ) {
    self.slot = slot
    key = request.key
    self.kind = kind
    lifetime = request.lifetime
    isOfMainActor = request.isOfMainActor
    firstReader = request.accessor
    self.keeper = keeper
    self.reads = reads
    settled = Atomic(isSettled)
    self.isStandIn = isStandIn
    self.isPrepared = isPrepared
  }

  /// Whether the trace is known to hold for every reader at its keeper, for as long as that home exists.
  ///
  /// Every key read has a first reader then, so that nobody can prepare a value for it any more.
  var holdsAtKeeper: Bool { settled.load(ordering: .relaxed) }

  /// Notes whether the trace is known to hold at its keeper.
  func note(holdsAtKeeper: Bool) { settled.store(holdsAtKeeper, ordering: .relaxed) }

  /// The trace of an instance that was not built yet.
  static let empty = Trace(
    Slot(of: ObjectIdentifier(ContextKey.self), by: nil),
    of: Request(ContextKey.self, accessor: "context"), .default, keeper: nil, reads: [])

  /// The keys that were read, directly or through others.
  ///
  /// - Complexity: O(*n*) for *n* of them, once.
  var keys: Set<ObjectIdentifier> {
    if let known = knownKeys.load() { return known.value }
    return knownKeys.storeIfNil(Box(Set(Self.all(reads).map(\.keyID)))).value
  }

  func isRefuted(at home: Home) -> Bool { refuted.load(ordering: .relaxed) == home.mark.number }

  /// Whether the same overrides decide all reads at a home; reads with a decider come first, as in ``all(_:)``.
  ///
  /// If one read is decided otherwise, every trace on the path to it is noted as not holding there. So a graph
  /// is searched once, whichever of its services are asked for.
  func holds(at home: Home) -> Bool {
    if isRefuted(at: home) { return false }
    // Empty after each pass; its storage stays.
    var path: [(trace: Trace, rest: Int)] = []
    for isDecided in [true, false] {
      var seen: Set<ObjectIdentifier> = []
      path.append((self, reads.count))
      while let (trace, rest) = path.last {
        if rest == 0 {
          path.removeLast()
          continue
        }
        path[path.count - 1].rest -= 1
        let read = trace.reads[rest - 1]
        let isDecidedAlike = (read.decider != nil) != isDecided || read.isDecidedAlike(at: home)
        let part = read.part.flatMap { $0.reads.isEmpty ? nil : $0 }
        guard isDecidedAlike, part?.isRefuted(at: home) != true else {
          if !home.remembersNothing {
            for (trace, _) in path { trace.refuted.store(home.mark.number, ordering: .relaxed) }
          }
          return false
        }
        if let part, seen.insert(ObjectIdentifier(part)).inserted {
          path.append((part, part.reads.count))
        }
      }
    }
    return true
  }

  /// Whether some reads and their parts are decided alike at a home; reads decided otherwise at `other`, if it
  /// is given, do not count.
  static func hold(_ reads: [Read], at home: Home, asAt other: Home? = nil) -> Bool {
    all(reads).allSatisfy { read in
      if let other, !read.isDecidedAlike(at: other) { return true }
      return read.isDecidedAlike(at: home)
    }
  }

  /// Returns the first override that decides a read at a home but did not here; skips reads of some keys.
  func decidedOtherwise(at home: Home, besides keys: [any Any.Type] = []) -> Home.Found? {
    for read in Self.all(reads) where !keys.contains(where: { $0 == read.key }) {
      let found = home.find(read.keyID, beyond: read.beyond)
      if let found, found.link.identity != read.decider { return found }
    }
    return nil
  }

  /// Some reads and those of their parts, each part once.
  ///
  /// Reads with a decider come first, the last one before the others: if one of them is decided otherwise, that
  /// is found nearby. For a read that nobody decided, all homes around are searched.
  static func all(_ reads: [Read]) -> some Sequence<Read> { All(reads) }

  private struct All: Sequence, IteratorProtocol {
    private let first: [Read]
    private var reads: [Read]
    /// How many of `reads` are left.
    private var rest: Int
    private var parts: [Trace] = []
    private var partCount = 0
    private var seen: Set<ObjectIdentifier> = []
    private var isDecided = true

    init(_ reads: [Read]) {
      first = reads
      self.reads = reads
      rest = reads.count
    }

    mutating func next() -> Read? {
      while true {
        while rest > 0 {
          rest -= 1
          let read = reads[rest]
          if isDecided, let part = read.part, !part.reads.isEmpty,
            seen.insert(ObjectIdentifier(part)).inserted
          {
            parts.append(part)
          }
          if (read.decider != nil) == isDecided { return read }
        }
        if partCount < parts.count {
          reads = parts[partCount].reads
          partCount += 1
        } else if isDecided {
          (isDecided, reads, partCount) = (false, first, 0)
        } else {
          return nil
        }
        rest = reads.count
      }
    }
  }
}
