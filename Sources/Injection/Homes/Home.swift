import Synchronization

/// Where a scope keeps what is built in it, and where that is looked for.
///
/// The scope holds its home, and closes it when it goes. What is made during a build holds the home
/// alone, which holds the overrides: so a service that is kept in a scope does not keep the scope. A
/// home is **open** until it is closed; then what was built in it is let go of, the last one first. Who
/// escaped reads on at the **revived** home, one for all; where a session or world has ended, nothing is
/// kept any more.
final class Home: Sendable {
  /// What gives the value of a read, and how many homes outward it is held.
  struct Answer: Sendable {
    let entry: Entry
    /// What decided; `nil` for a default.
    let decider: Override?
    let distance: Int
    /// Whether this very read has built it.
    var isNew = false
  }

  /// The override that decides a read, and how many homes outward it stands.
  struct Found {
    let link: Override
    let distance: Int
    /// Whether it stands outside every scope.
    let isOfWorld: Bool
  }

  /// Says where something is kept or decided, in messages and graphs.
  struct Mark: Sendable {
    /// Tells homes apart, in the order in which they were made; zero for the process.
    let number: UInt64
    /// The number of a merged home's original; of any other, its own.
    let scope: UInt64
    let place: SourcePlace
    /// Whether it is outside every scope.
    let isWorld: Bool
  }

  enum Phase {
    case open
    /// Keeps nothing more; whoever began this lets go of what is there.
    case closing
    /// Was made after the end of a session or world: keeps nothing more.
    case late
    case closed
    case ended
  }

  struct State: ~Copyable, Sendable {
    var phase = Phase.open
    /// What readers were given, whoever keeps it.
    var answers = Few<Answer>()
    var instances = Instances()
    /// What merged homes of the same scope keep, by the next of their ``Home/grounds`` that it needs.
    var elsewhere = Few<[Instance]>()
    /// Where the same scope stands on others, by these; see `standing(on:)`.
    var standing = Few<Home>()
    /// The homes that have merged themselves onto this one.
    var dependents = WeakHomes()
    /// Whose instances it has taken over, by their marks' numbers.
    var adopted: Set<UInt64> = []
    var revived: Scope?
    /// In a build: the homes that stand on this one, which move with it.
    var inside = WeakHomes()
    /// In a build, or where it has come into a session: the sessions or worlds that know it.
    var spans: [Span] = []
  }

  let layer: Layer
  /// The sessions or worlds that its scope was opened in, and those around it outside every build.
  let opened: [Span]
  let openedAround: [Span]
  /// The session of the update that has made its scope, where this was read before that has ended.
  let session = LazyReference<Span>()
  /// What says where this is, and keeps nothing.
  let mark: Mark
  /// Of a merged home: where its scope stands by itself.
  let original: Home?
  /// Of a merged home: the layers that it stands on, the nearest first.
  let grounds: [ObjectIdentifier]
  /// The home around this one; `nil` where a build is, or nothing.
  let outerHome: LazyReference<Home>
  /// The build that the scope was opened in.
  let openedIn: Build?
  /// Whether its scope was opened in a build.
  ///
  /// What was built there may hold it: so it remembers nothing that it does not keep.
  let isInBuild: Bool
  /// Whether a build itself has opened its scope, which what that has made may hold: then it is closed with that.
  let goesWithBuild: Bool
  /// Whether its scope was opened in an update, which may change what is decided here, or by a launch.
  private let isInUpdate: Bool
  /// The numbers of the closed one in whose place it has come, and of those whose instances that had.
  private let replaced: Set<UInt64>
  /// Whether it has come in the place of a closed one, or one around it has: then what is around may go
  /// before it does.
  let isRevived: Bool
  let world: World
  let state = Guarded(State())
  let isClosed = Atomic(false)

  private static let numbers = Atomic<UInt64>(0)

  /// The number of the last home that was made.
  static var lastNumber: UInt64 { numbers.load(ordering: .relaxed) }

  convenience init(of world: World, in spans: [Span]) {
    self.init(world.layer, in: world, spans: spans)
  }

  /// Creates a home that stands on another one, or where a build is; on neither, the outermost.
  @inline(never)
  init(
    _ layer: Layer, in world: World, on outer: Home? = nil, openedIn build: Build? = nil,
    goesWithBuild: Bool = false, isOfLaunch: Bool = false, spans: [Span], original: Home? = nil,
    grounds: [ObjectIdentifier] = [], replacing replaced: Set<UInt64> = []
  ) {
    self.layer = layer
    self.world = world
    self.original = original
    self.grounds = grounds
    self.replaced = replaced
    opened = spans
    outerHome = LazyReference(outer)
    openedIn = build
    isInBuild = build != nil || outer?.isInBuild ?? false || original?.isInBuild ?? false
    self.goesWithBuild = goesWithBuild
    isInUpdate =
      isOfLaunch || outer.map { $0.layer.isGrowing || $0.isInUpdate } ?? false
      || original?.isInUpdate ?? false
    isRevived = !replaced.isEmpty || outer?.isRevived ?? false || original?.isRevived ?? false
    openedAround = isInBuild ? [] : outer.map { Span.joined(spans, $0.registered) } ?? spans
    let isWorld = outer == nil && build == nil
    let number = isWorld && spans.isEmpty ? 0 : Self.numbers.add(1, ordering: .relaxed).newValue
    mark = Mark(
      number: number, scope: original?.mark.number ?? number, place: layer.place,
      isWorld: isWorld)
    if isInBuild {
      // First: where a build moves meanwhile, this moves with it.
      if let outer, outer.isInBuild { outer.noteInside(self) }
      build?.noteOpened(self)
      enterSpans()
    } else {
      for span in openedAround { span.add(self) }
    }
    // One that comes late, of a scope that was captured perhaps, keeps nothing either.
    if self.spans.contains(where: \.isClosing) {
      state.withLock { if $0.phase == .open { $0.phase = .late } }
    }
  }

  deinit {
    // Where these alone are left of scopes in scopes. Not taken: somebody may just have loaded a weak reference.
    outerHome.releaseChain { $0.outerHome.load() }
  }

  /// Whether something was built from what a home kept in whose place this one has come.
  ///
  /// That may hold what it was built in, which holds the one in its place: nothing of the kind is kept
  /// here.
  func hasReplaced(keeperOf reads: [Trace.Read]) -> Bool {
    guard isRevived else { return false }
    let replaced = replaced.union(original?.replaced ?? [])
    return Trace.all(reads).lazy.compactMap { $0.part?.keeper }.contains {
      replaced.contains($0.number) || replaced.contains($0.scope)
    }
  }

  var place: SourcePlace { layer.place }

  /// Whether what is found here may be found otherwise later, or be held by what was found.
  var remembersNothing: Bool { isInBuild || isInUpdate || layer.isGrowing }

  /// Whether nobody assigns to it, or to what is around it, any more, nor a build runs that has opened one of
  /// these; what was built may still move.
  var isStill: Bool {
    !chain.contains { $0.isInUpdate || $0.layer.isGrowing || $0.openedIn?.isRunning ?? false }
  }

  /// How many homes outward the last one stands that an update assigns to; negative where none does.
  var distanceToUpdated: Int {
    guard isInUpdate || layer.isGrowing else { return -1 }
    return chain.enumerated().reduce(-1) { $1.element.layer.isGrowing ? $1.offset : $0 }
  }

  /// This home and those around it, the nearest first; counted on the way.
  var chain: some Sequence<Home> { sequence(first: self, next: \.outer) }

  var outer: Home? {
    @inline(never) get {
      if let home = outerHome.load() { home.live } else { openedIn?.position }
    }
  }

  /// This home, or the one in its place where its scope has gone.
  var live: Home { isClosed.load(ordering: .acquiring) ? revive() : self }

  /// Gives what `body` finds at this home or at one around it, the nearest first, with how many homes
  /// outward that is.
  ///
  /// Nothing is counted on the way but what may go meanwhile: each home holds the next one.
  @inline(__always)
  func outward<Found>(_ body: (Home, Int) -> Found?) -> Found? {
    var current = Unmanaged.passUnretained(self)
    var held: Home?
    var distance = 0
    defer { withExtendedLifetime(held) {} }
    while true {
      if let found = current._withUnsafeGuaranteedRef({ body($0, distance) }) { return found }
      guard let next = current._withUnsafeGuaranteedRef({ $0.next(holding: &held) }) else {
        return nil
      }
      current = next
      distance += 1
    }
  }

  private func next(holding held: inout Home?) -> Unmanaged<Home>? {
    if mark.isWorld { return nil }
    if let home = outerHome.borrowed,
      home._withUnsafeGuaranteedRef({ !$0.isClosed.load(ordering: .acquiring) })
    {
      return home
    }
    held = outer
    return held.map { .passUnretained($0) }
  }

  /// The home so many steps outward, or the outermost.
  func ancestor(at distance: Int) -> Home {
    outward { home, outward in outward == distance || home.mark.isWorld ? home : nil } ?? self
  }

  /// The override that decides a key for a reader here; `nil` where none does.
  ///
  /// From the innermost outward, or from beyond one of the key's overrides.
  func find(_ key: ObjectIdentifier, beyond: Override.Identity? = nil) -> Found? {
    search(key, beyond: beyond) ?? nil
  }

  /// Looks for the override that decides a key, as ``find(_:beyond:)``; gives nothing at all where the one
  /// to be looked beyond is not there.
  @inline(never)
  func search(_ key: ObjectIdentifier, beyond: Override.Identity?) -> Found?? {
    var isPassed = beyond == nil
    let found: Found? = outward { home, distance in
      var link = home.layer.nearest(key)
      if !isPassed, let beyond {
        guard let wanted = home.layer.link(of: key, as: beyond) else { return nil }
        isPassed = true
        link = wanted.next?.first(for: key)
      }
      // One that an equal one nearer has replaced is there once.
      while beyond != nil, let other = link, holder(of: other) !== home {
        link = other.next?.first(for: key)
      }
      return link.map { Found(link: $0, distance: distance, isOfWorld: home.mark.isWorld) }
    }
    return isPassed ? .some(found) : nil
  }

  /// The overrides of a key around a reader here, or beyond one of them, the nearest first.
  func overrides(
    of key: ObjectIdentifier, beyond link: Override.Identity? = nil
  ) -> some Sequence<Found> {
    sequence(state: link) { beyond in
      guard let found = self.find(key, beyond: beyond) else { return nil }
      beyond = found.link.identity
      return found
    }
  }

  /// The override that a key's value rests on for a reader here, beyond all that wraps it; `nil` for the
  /// default.
  func base(of key: ObjectIdentifier) -> Found? {
    overrides(of: key).first { !$0.link.isWrapping }
  }

  /// Where an override was made that was found from here.
  func place(of found: Found) -> SourcePlace {
    let holder = ancestor(at: found.distance)
    return (holder.mark.isWorld ? world.place(of: found.link) : nil) ?? holder.place
  }

  /// The home around which an override stands; `nil` where it is not around this one.
  @inline(never)
  func holder(of override: Override) -> Home? {
    outward { home, _ in
      home.layer.link(of: override.keyID, as: override.identity) == nil ? nil : home
    }
  }
}
