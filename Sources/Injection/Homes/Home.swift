import Synchronization

/// Where a scope keeps what is built in it, and where readers look for that.
///
/// The scope holds its home, and closes it when it goes. An object that was made in a build holds the home
/// alone, which holds the overrides: so a service that is kept in a scope does not keep the scope. A
/// home is **open** until it is closed; then its instances are let go of, the one made last first. Readers
/// that escaped the scope read on at one **revived** home. A home whose session or world has ended keeps
/// nothing any more.
final class Home: Sendable {
  /// The entry that answers a read, and how many homes outward the home is that holds this entry.
  struct Answer: Sendable {
    let entry: Entry
    /// The override that decided the read; `nil` for a default.
    let decider: Override?
    let distance: Int
    /// Whether this very read has built the instance.
    var isNew = false
  }

  /// The override that decides a read, and how many homes outward it stands.
  struct Found {
    let link: Override
    let distance: Int
    /// Whether it stands outside every scope.
    let isOfWorld: Bool
  }

  /// Says which home keeps or decides something, in traces, messages and graphs; does not hold the home.
  struct Mark: Sendable {
    /// Tells homes apart, in the order in which they were made; zero for the process.
    let number: UInt64
    /// The number of a merged home's original; for any other home, `number`.
    let scope: UInt64
    let place: SourcePlace
    /// Whether it is outside every scope.
    let isWorld: Bool
  }

  enum Phase {
    case open
    /// Keeps nothing new; the caller that began the closing lets go of the instances.
    case closing
    /// Was made after the end of its session or world had begun: keeps nothing that is built.
    case late
    case closed
    case ended
  }

  struct State: ~Copyable, Sendable {
    var phase = Phase.open
    /// The answers that readers here were given, whichever home keeps the instances.
    var answers = Few<Answer>()
    var instances = Instances()
    /// The instances that merged homes of the same scope keep, each by the layer that `ground(of:)` gives.
    var elsewhere = Few<[Instance]>()
    /// The merged homes of the same scope, by the home that each stands on; see `standing(on:)`.
    var standing = Few<Home>()
    /// The homes whose `standing` has a merged home on this one.
    var dependents = WeakHomes()
    /// The numbers of the homes whose instances this one has adopted.
    var adopted: Set<UInt64> = []
    var revived: Scope?
    /// In a build: the homes that stand on this one and move with it.
    var inside = WeakHomes()
    /// The spans that `enterSpans()` has told of this home.
    var spans: [Span] = []
  }

  let layer: Layer
  /// The spans that its scope was opened in; and, outside builds, these with those of the home around.
  let opened: [Span]
  let openedAround: [Span]
  /// The session that this home has entered since its scope was opened; see `enter(_:)`.
  let session = LazyReference<Span>()
  /// Says which home this is, without holding it.
  let mark: Mark
  /// Of a merged home: the home where its scope stands by itself.
  let original: Home?
  /// Of a merged home: the layers that it stands on, the nearest first.
  let grounds: [ObjectIdentifier]
  /// The home around this one; `nil` for a world's, and where `openedIn` gives the home around.
  let outerHome: LazyReference<Home>
  /// The build whose own scope is the one around, so that the home around is the build's position.
  let openedIn: Build?
  /// Whether its scope was opened in a build, at any depth, or in a session that a build has opened.
  ///
  /// An instance may hold this home. So the home remembers no answers, which could hold the instance in turn.
  let isInBuild: Bool
  /// The build that has opened its scope, not a session's: the instance may hold it, so this closes with the instance.
  let goesWith: Build?
  /// Whether its scope was opened by a launch, or in an update, which may still assign to a scope around.
  private let isInUpdate: Bool
  /// Of a revived home: the numbers of the closed one that it replaces, and of those that this had adopted from.
  private let replaced: Set<UInt64>
  /// Whether this home, or one around it, replaces a closed one: then homes around may go before this one.
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

  /// Creates a home that stands on another one, or on a build's position; with neither, a world's.
  @inline(never)
  init(
    _ layer: Layer, in world: World, on outer: Home? = nil, openedIn build: Build? = nil,
    goesWith opener: Build? = nil, isOfLaunch: Bool = false, spans: [Span], original: Home? = nil,
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
    isInBuild =
      build != nil || outer?.isInBuild ?? false || original?.isInBuild ?? false
      || spans.contains { $0.opener != nil }
    goesWith = opener
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
      // Before it enters spans: a build that moves meanwhile then moves this home too.
      if let outer, outer.isInBuild { outer.noteInside(self) }
      build?.noteOpened(self)
      enterSpans()
    } else {
      // It stands outside the build that has opened it, as on the home of an owner of another branch.
      opener?.noteOpened(self)
      for span in openedAround { span.add(self) }
    }
    // A captured scope may make its home when its session or world has ended: that home keeps nothing either.
    if self.spans.contains(where: \.isClosing) {
      state.withLock { if $0.phase == .open { $0.phase = .late } }
    }
  }

  deinit {
    // Of deeply nested scopes, a chain of homes may be left. `outerHome` is loaded, not taken: somebody may just
    // have loaded a weak reference to the home that has it.
    outerHome.releaseChain { $0.outerHome.load() }
  }

  /// Whether any of some reads was of an instance that a home kept which this one replaces.
  ///
  /// Such an instance may hold the replaced home, which holds this one: nothing built from it is kept here.
  func hasReplaced(keeperOf reads: [Trace.Read]) -> Bool {
    guard isRevived else { return false }
    let replaced = replaced.union(original?.replaced ?? [])
    return Trace.all(reads).lazy.compactMap { $0.part?.keeper }.contains {
      replaced.contains($0.number) || replaced.contains($0.scope)
    }
  }

  var place: SourcePlace { layer.place }

  /// Whether answers are not remembered here: an update may still change them, or an instance may hold this home.
  var remembersNothing: Bool { isInBuild || isInUpdate || layer.isGrowing }

  /// Whether no update assigns to this scope or to those around, and every build that opened one of them has ended.
  ///
  /// What an ended build has opened may still move.
  var isStill: Bool {
    !chain.contains { $0.layer.isGrowing || $0.openedIn?.isRunning ?? false }
  }

  /// How many homes outward the outermost home is that an update assigns to; negative where there is none.
  var distanceToUpdated: Int {
    guard isInUpdate || layer.isGrowing else { return -1 }
    return chain.enumerated().reduce(-1) { $1.element.layer.isGrowing ? $1.offset : $0 }
  }

  /// This home and those around it, the nearest first; each is retained on the way.
  var chain: some Sequence<Home> { sequence(first: self, next: \.outer) }

  var outer: Home? {
    @inline(never) get {
      if let home = outerHome.load() { home.live } else { openedIn?.position }
    }
  }

  /// This home, or the revived one where this is closed.
  var live: Home { isClosed.load(ordering: .acquiring) ? revive() : self }

  /// Gives what `body` finds at this home or at one around it, the nearest first, with how many homes
  /// outward that is.
  ///
  /// A home is retained on the way only where it may go meanwhile: elsewhere each home holds the next one.
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

  /// Looks for the override that decides a key, as ``find(_:beyond:)``; `nil` where the override `beyond` is not
  /// around here, and `.some(nil)` where nothing decides.
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
      // An override and the equal one that has taken its place, nearer to the reader, count as one.
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

  /// The override that a key's value rests on for a reader here, beyond decorations and contributions; `nil` for
  /// the default.
  func base(of key: ObjectIdentifier) -> Found? {
    overrides(of: key).first { !$0.link.isWrapping }
  }

  /// The place that made an override, which was found from here.
  func place(of found: Found) -> SourcePlace {
    let holder = ancestor(at: found.distance)
    return (holder.mark.isWorld ? world.place(of: found.link) : nil) ?? holder.place
  }

  /// The nearest home, from here outward, whose layer has an override; `nil` where none has.
  @inline(never)
  func holder(of override: Override) -> Home? {
    outward { home, _ in
      home.layer.link(of: override.keyID, as: override.identity) == nil ? nil : home
    }
  }
}
