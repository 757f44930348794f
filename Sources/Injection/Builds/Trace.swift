import Synchronization

/// What an instance was built from: each key read, directly or through others, with the override that
/// decided it, or with nobody.
///
/// An instance serves a reader for whom the same overrides decide each of them. A trace is compared,
/// never copied: what an instance read that was read belongs to this one as a part.
final class Trace: Sendable {
  /// What was asked: who decides a key, from beyond one of its overrides outward, if one is given.
  struct Question: Equatable, Sendable {
    let key: ObjectIdentifier
    let beyond: Override.Identity?

    func isDecided(by decider: Override.Identity?, at home: Home) -> Bool {
      home.search(key, beyond: beyond).map { $0?.link.identity == decider } ?? false
    }

    func decider(at home: Home) -> Override.Identity? {
      home.find(key, beyond: beyond)?.link.identity
    }
  }

  struct Read: Sendable {
    let key: any (Any & SendableMetatype).Type
    /// The override of the same key from which outward was looked; `nil` for all of them.
    let beyond: Override.Identity?
    /// Who decided; `nil` for nobody.
    let decider: Override.Identity?
    /// What the value that was read was built from, where that counts too.
    let part: Trace?

    var keyID: ObjectIdentifier { ObjectIdentifier(key) }

    var question: Question { Question(key: keyID, beyond: beyond) }

    func isDecidedAlike(at home: Home) -> Bool { question.isDecided(by: decider, at: home) }
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
  /// Whether the instance stands in for one that an update reads, to change a part of it perhaps.
  let isStandIn: Bool
  /// Whether a preparation has made the instance: who reads it cannot make it anew.
  let isPrepared: Bool
  private let knownKeys = LazyReference<Box<Set<ObjectIdentifier>>>()
  /// The number of the home for whose readers it was last found not to hold, where that does not change.
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

  /// Whether it is known to hold for whoever reads where the instance is kept, as long as that is there, since
  /// all that was read has a reader.
  var holdsAtKeeper: Bool { settled.load(ordering: .relaxed) }

  /// Notes whether that is known.
  func note(holdsAtKeeper: Bool) { settled.store(holdsAtKeeper, ordering: .relaxed) }

  /// That of an instance that was not built yet.
  static let empty = Trace(
    Slot(of: ObjectIdentifier(ContextKey.self), by: nil), of: .context, .default, keeper: nil,
    reads: [])

  /// The keys that were read, directly or through others.
  ///
  /// - Complexity: O(*n*) for *n* of them, once.
  var keys: Set<ObjectIdentifier> {
    if let known = knownKeys.load() { return known.value }
    return knownKeys.storeIfNil(Box(Set(Self.all(reads).map(\.keyID)))).value
  }

  func isRefuted(at home: Home) -> Bool {
    refuted.load(ordering: .relaxed) == home.mark.number && !home.remembersNothing
  }

  /// Whether the same overrides decide all reads for whoever reads at a home; what is decided comes first, as
  /// in ``all(_:)``.
  ///
  /// Where one is decided otherwise, all that was built from it is known not to hold there: so a graph is
  /// looked through once, whichever of its services are asked for.
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

  /// Whether the same overrides decide some reads, and what those were built from: those of the reads that
  /// they decide at another home as well, if one is given.
  static func hold(_ reads: [Read], at home: Home, asAt other: Home? = nil) -> Bool {
    all(reads).allSatisfy { read in
      if let other, !read.isDecidedAlike(at: other) { return true }
      return read.isDecidedAlike(at: home)
    }
  }

  /// What decides a read for a reader at a home, where it is another than has decided it here; of the first
  /// such read, besides those of some keys.
  func decidedOtherwise(at home: Home, besides keys: [any Any.Type] = []) -> Home.Found? {
    for read in Self.all(reads) where !keys.contains(where: { $0 == read.key }) {
      let found = home.find(read.keyID, beyond: read.beyond)
      if let found, found.link.identity != read.decider { return found }
    }
    return nil
  }

  /// Some reads and those of their parts, each part once.
  ///
  /// Those that somebody has decided come first, and the last of them: where they are decided otherwise,
  /// that is found nearby. Of the others all that is around is searched.
  static func all(_ reads: [Read]) -> some Sequence<Read> { All(reads) }

  private struct All: Sequence, IteratorProtocol {
    private let first: [Read]
    private var reads: [Read]
    /// How many of these are left.
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
