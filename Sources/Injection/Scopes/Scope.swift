import Synchronization

/// What a task is bound to and what an owner holds: the overrides of one scope, and the scope around.
///
/// It keeps its ``Home`` open, and with it all that was built there: whoever holds a scope holds its
/// services. It is **fresh** while an update assigns to it, which changes it only while nobody else holds
/// it. Once sealed, it does not change.
@usableFromInline
final class Scope: @unchecked Sendable {
  // Unchecked: after `init`, only `own` is written that is not atomic, and only while the scope is fresh, by
  // the one `InjectedValues` that refers to it (see `InjectedValues.push(_:)`). The home, the table and the
  // flags are atomic: code that runs in a copy of what an update assigns to may set them.

  /// The innermost override; `nil` in a scope that has none, which sees what is around it.
  private(set) var own: Override?
  /// The innermost override, where it assigns a value that a read may take at once.
  ///
  /// Set only where nobody watches the scope, nobody ends it, or one that it stands on, early, and no launch has made
  /// it, whose reads are noted and whose overrides may come too late. Held by `own`.
  private let ready = Atomic<Unmanaged<Override>?>(nil)
  /// Holds the scope around, until the deinitialiser takes it; followed without being counted.
  let holder: LazyReference<Scope>
  /// How many scopes are around this one.
  private let depth: Int
  /// One of the scopes around, chosen so that a few steps lead to any of them; see `leapFromInside`.
  private let leap: Unmanaged<Scope>?
  /// The other scope that a merged one holds; see ``Home/merging(_:onto:)``.
  private let also: Scope?
  /// The build that each read is part of, if one runs where the scope is opened: a scope with a build or a
  /// watch takes no short cuts.
  let build: Build?
  /// The build that reads here without depending on the reads.
  private let peeker: Build?
  private let watchers: Watch?
  /// Whether the watchers are those of a build's scope, which look on until the build has ended.
  private let areOfBuild: Bool
  /// The session or world at whose end all that was built here is let go of.
  let span: Span?
  let place: SourcePlace
  private let sealed = Atomic(false)
  let updating: Atomic<Bool>
  /// Whether it was made by assigning to values that others hold.
  let isOnTop: Bool
  /// The scope that the update began with, where the update goes on with this one because others hold that one.
  let continued: Unmanaged<Scope>?
  /// The launch whose update has made it.
  let launch: Launch?
  private let hasSucceeded = Atomic(false)
  let standIns = LazyReference<StandIns>()
  /// Whether a build runs in this scope, which then stands for wherever the instance is kept.
  let isOfBuild: Bool
  /// Whether the build itself has opened this scope, so that what the build makes may hold it.
  private let isOpenedByBuild: Bool
  private let ownsHome: Bool
  /// Whether neither this scope nor one that it stands on is a build's, or another that holds a home alone.
  private let holdsAllAround: Bool
  private let knownHome = LazyReference<Home>()
  /// What has been read here before; see ``AnswerTable``.
  let table = AnswerTable()

  private init(
    outer: Scope?, own: Override?, place: SourcePlace, span: Span?, build: Build?, watch: Watch?,
    isUpdating: Bool = false, launch: Launch? = nil, isOfBuild: Bool = false,
    ownsHome: Bool = true, isOnTop: Bool = false, also: Scope? = nil, peeker: Build? = nil
  ) {
    holder = LazyReference(outer)
    self.isOnTop = isOnTop
    continued = isOnTop && outer?.isUpdating ?? false ? outer?.first : nil
    depth = (outer?.depth ?? -1) + 1
    leap = outer?.leapFromInside
    self.own = own
    self.place = place
    self.span = span
    let build = build?.active
    let peeker = build == nil ? peeker ?? outer?.peeker : nil
    self.build = build
    self.peeker = peeker?.isRunning ?? false ? peeker : nil
    isOpenedByBuild = (build ?? peeker)?.isRunningHere ?? false
    watchers = watch
    areOfBuild =
      isOfBuild || also?.areOfBuild ?? false
      || outer.map { $0.areOfBuild && $0.watchers === watch } ?? false
    updating = Atomic(isUpdating)
    self.launch = launch
    self.isOfBuild = isOfBuild
    self.ownsHome = ownsHome
    self.also = also
    holdsAllAround = outer?.holdsAllAround ?? ownsHome && also?.holdsAllAround ?? true
  }

  var around: Scope? { holder.load() }

  /// The build that reads here, whether it depends on the reads or not.
  var readingBuild: Build? { build ?? peeker }

  var isPeeking: Bool { peeker != nil }

  var isSealed: Bool { sealed.load(ordering: .relaxed) }

  /// Creates the scope for an assignment to values whose scope others hold.
  convenience init(on scope: Scope?) {
    scope?.seal()
    if let scope, scope.isPreparing {
      self.init(unwatched: scope.around, own: scope.own, at: scope.place, in: scope.launch)
    } else {
      self.init(
        outer: scope, own: nil, place: scope?.place ?? .unknown, span: scope?.span,
        build: scope?.build, watch: Self.watch(around: scope), isOnTop: true)
    }
  }

  /// Creates a scope for an update to assign to, or one with a mark, or with another watch than the scope around.
  convenience init(
    outer: Scope?, own: Override? = nil, place: SourcePlace, span: Span? = nil, watch: Watch?,
    isUpdating: Bool = false, launch: Launch? = nil
  ) {
    self.init(
      outer: outer, own: own, place: place, span: span ?? outer?.span, build: outer?.build,
      watch: watch, isUpdating: isUpdating, launch: launch)
  }

  /// Creates a scope that is another one, watched; it stands on the other's `effective` scope.
  convenience init(watching scope: Scope?, at place: SourcePlace, by watch: Watch) {
    self.init(
      outer: scope?.effective, own: nil, place: place, span: scope?.span, build: scope?.build,
      watch: watch, peeker: scope?.peeker)
  }

  /// Creates an update's scope in the place of one that nobody has seen; see `takeUnseen(of:)`.
  ///
  /// It takes over the home of that one; with a span, it is a session's.
  convenience init(
    assigning scope: Scope, on outer: Scope?, at place: SourcePlace, in span: Span?, watch: Watch?
  ) {
    self.init(
      outer: outer, own: scope.own, place: place, span: span ?? outer?.span, build: scope.build,
      watch: watch, launch: scope.launch)
    let home = scope.knownHome.take().map { knownHome.storeIfNil($0) }
    if span != nil { push(Recipe(SessionKey.self, .mark)) }
    seal()
    home?.layer.move(to: place)
    if let home, let span = self.span, span !== scope.span { home.enter(span) }
  }

  /// Creates a scope in which reads are part of no build, and nobody looks on; a build may peek there.
  convenience init(
    unwatched outer: Scope?, own: Override? = nil, at place: SourcePlace,
    in launch: Launch? = nil, peeker: Build? = nil
  ) {
    self.init(
      outer: outer, own: own, place: place, span: outer?.span, build: nil, watch: nil,
      launch: launch, peeker: peeker)
  }

  /// Creates the scope that a build runs in.
  ///
  /// The home that it stands for changes: so it remembers nothing.
  convenience init(of build: Build, watch: Watch?) {
    self.init(
      outer: nil, own: nil, place: build.place, span: nil, build: build, watch: watch,
      isOfBuild: true, ownsHome: false)
    sealed.store(true, ordering: .relaxed)
  }

  /// Creates a scope around a home that is there already.
  ///
  /// A scope that keeps the home open closes the home when the scope goes.
  convenience init(at home: Home, outer: Scope? = nil, also: Scope? = nil, keepsOpen: Bool) {
    let reader = also?.build?.active
    self.init(
      outer: outer, own: home.layer.list, place: home.place,
      span: also?.build == nil ? home.span : outer?.span,
      build: reader ?? (also?.peeker == nil ? outer?.build : nil),
      watch: Self.watch(around: outer, and: also?.recordings ?? []), ownsHome: keepsOpen,
      also: also, peeker: also?.peeker)
    sealed.store(true, ordering: .relaxed)
    if also?.build == nil { _ = knownHome.storeIfNil(home) }
  }

  deinit {
    // Its update goes on with other scopes, and assigns to this one no more.
    if updating.load(ordering: .relaxed) { standIns.load()?.report(at: self) }
    if let home = knownHome.take(), ownsHome {
      ScopeCycles.noteEnd(of: home)
      home.close()
    }
    // One after the other, else deinitialisers nest too deeply: a task may have opened scope in scope for days.
    if depth >= 100 { holder.releaseChain { $0.holder.take() } }
  }

  /// Where the scope keeps what is built in it.
  ///
  /// Made when it is first asked for. A scope without overrides keeps everything further out.
  var home: Home {
    // Where a build is around, the home moves when the build ends: it is looked up each time.
    if let also, let around, also.build != nil { return .merging(also.home, onto: around.home) }
    // The home may be closed already: with one that a merged home stands on, or that keeps what a build has made.
    if let known = knownHome.load() { return known.live }
    if isOfBuild, let build { return build.position }
    if !isUpdating, !isPreparing { seal() }
    makeHomesAround()
    let base = (around ?? .process).effective
    // Of a build's scope, the home that stands for it now.
    let outer = base.home
    guard let own else { return outer }
    // A session that a build has opened ends by itself.
    let opener = isOpenedByBuild && span?.opener !== readingBuild ? readingBuild : nil
    // Only for a launch's own scope: a scope that is opened in it has a list of its own.
    let begun = outer.mark.isWorld ? launch?.begun : nil
    let fresh = Home(
      Layer(own, at: place, besides: begun, isGrowing: !isSealed), in: outer.world,
      on: base.isOfBuild ? nil : outer, openedIn: base.isOfBuild ? base.build : nil,
      goesWith: opener, isOfLaunch: launch != nil, spans: span.map { [$0] } ?? [])
    let home = knownHome.storeIfNil(fresh)
    // Its update may have ended meanwhile, and have found no home to tell.
    if isSealed { home.layer.endGrowing() }
    if home !== fresh { fresh.close() }
    return home
  }

  /// Makes the homes of the scopes around, from the outside inward.
  ///
  /// Recursion would nest too deeply: a task may have opened scope in scope for days, and read only what they assign.
  private func makeHomesAround() {
    var scopes: [Scope] = []
    var next = around
    while let scope = next, scope.homeIfMade == nil, !scope.isOfBuild {
      if scope.own != nil { scopes.append(scope) }
      next = scope.around
    }
    for scope in scopes.reversed() { _ = scope.home }
  }

  /// The session or world around a session that is opened here.
  ///
  /// Where a build is around, that of the home which keeps the instance; while the build runs, the test's world alone.
  var spanAround: Span? {
    if span != nil || holdsAllAround { return span }
    let base = effective
    // A build that has ended may read where one does that runs.
    if let build = readingBuild, base.isOfBuild || build.isRunning {
      return .innermost(of: build.spans)
    }
    return base.home.span
  }

  /// The watch of each read here.
  ///
  /// Where it is that of a build's scope, it ends with the build: then it is the process's, if there is one.
  @inline(__always)
  var watch: Watch? { areOfBuild && build?.isRunning == false ? ReadTrace.ofProcess : watchers }

  /// Whether the answers that its own home remembers are there for as long as this scope is.
  ///
  /// Not where one of two merged scopes stands on the scope of a build, which holds a home alone: a merged
  /// home is closed with any home that it is made of.
  var holdsAnswers: Bool { ownsHome || holdsAllAround }

  var homeIfMade: Home? { knownHome.load() }

  /// Puts an override on top of a fresh scope.
  func push(_ override: consuming Override) {
    assert(!isSealed, "A scope that others may hold is not changed.")
    override.stand(on: own.take())
    if knownHome.borrowed != nil { homeIfMade?.layer.grow(to: override) }
    own = override
  }

  /// Lets nobody assign to it any longer.
  @inline(__always)
  func seal() {
    guard !isSealed else { return }
    sealed.store(true, ordering: .relaxed)
    knownHome.borrowed?._withUnsafeGuaranteedRef { $0.layer.endGrowing() }
    #if !INJECTION_PLAIN
      if build == nil, watchers == nil, span == nil, launch == nil, holdsAllAround, let own,
        own.isAssigned
      {
        ready.store(.passUnretained(own), ordering: .relaxed)
      }
    #endif
  }

  /// Whether nobody has asked this before: then its overrides may take the places of earlier ones.
  func beginSucceeding() -> Bool { !hasSucceeded.exchange(true, ordering: .relaxed) }

  /// The nearest of this scope and those around it that has overrides or a home, or is a build's; else the outermost.
  var effective: Scope {
    var scope = self
    while scope.own == nil, !scope.isOfBuild, scope.homeIfMade == nil, let outer = scope.around {
      scope = outer
    }
    return scope
  }

  /// The entry of a key, where nothing has to be walked, noted or built.
  @inline(__always)
  func readyEntry(_ key: ObjectIdentifier) -> Unmanaged<Entry>? {
    if let ready = ready.load(ordering: .relaxed),
      ready._withUnsafeGuaranteedRef({ $0.keyID == key })
    {
      return .fromOpaque(ready.toOpaque())
    }
    let word = table.find(UInt(bitPattern: key))
    return UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }
  }

  /// The nearest of this scope and those around it whose home is the given one.
  func having(_ home: Home) -> Scope? {
    sequence(first: self, next: \.around).first { $0.homeIfMade === home }
  }

  /// Whether another scope is this one or around it.
  ///
  /// - Complexity: O(log *n*) for *n* scopes around.
  @usableFromInline
  func isInside(_ other: Scope) -> Bool {
    let wanted = Unmanaged.passUnretained(other).toOpaque()
    var next: Unmanaged<Scope>? = .passUnretained(self)
    while let scope = next, scope.toOpaque() != wanted {
      next = scope._withUnsafeGuaranteedRef { $0.step(to: other.depth) }
    }
    return next != nil
  }

  /// The scope farthest out that one step reaches without passing a depth; not counted, since this one holds it.
  private func step(to depth: Int) -> Unmanaged<Scope>? {
    guard self.depth > depth else { return nil }
    if let leap, leap._withUnsafeGuaranteedRef({ $0.depth }) >= depth { return leap }
    return holder.borrowed
  }

  /// Where a scope inside leaps to: two leaps out from this scope, where both are of one length; else to this scope.
  private var leapFromInside: Unmanaged<Scope> {
    guard let leap else { return .passUnretained(self) }
    return leap._withUnsafeGuaranteedRef { far in
      guard let farther = far.leap else { return .passUnretained(self) }
      let isEven = farther._withUnsafeGuaranteedRef { depth - far.depth == far.depth - $0.depth }
      return isEven ? farther : .passUnretained(self)
    }
  }
}
