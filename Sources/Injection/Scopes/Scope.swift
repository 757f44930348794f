import Synchronization

/// What a task is bound to and what an owner holds: the overrides of one scope, and the scope around.
///
/// It keeps its ``Home`` open, and with it all that was built there: whoever holds a scope holds its
/// services. It is **fresh** while an update assigns to it, and unchanged from when it is sealed, which
/// is before anybody else can hold it.
@usableFromInline
final class Scope: @unchecked Sendable {
  // Unchecked: what is written after `init` is written while the scope is fresh, by the one
  // `InjectedValues` that refers to it (see `InjectedValues.push(_:)`), but for what is atomic: `home`,
  // `table`, and the flags, which somebody may set who runs in a copy of what an update assigns to.

  /// The innermost override; `nil` in a scope that has none, which sees what is around it.
  private(set) var own: Override?
  /// The innermost override, where it assigns a value that a read may take at once.
  ///
  /// Nobody watches the scope, or ends it early or what it stands on. Held by `own`.
  private let ready = Atomic<Unmanaged<Override>?>(nil)
  /// Holds the scope around, until the deinitialiser takes it; followed without being counted.
  let holder: LazyReference<Scope>
  /// How many scopes are around this one.
  private let depth: Int
  /// One of those, farther out the deeper this is: so it is a few steps to any of them.
  private let leap: Unmanaged<Scope>?
  /// The other scope that a merged one holds; see ``Home/merging(_:onto:)``.
  private let also: Scope?
  /// The build that each read is part of, if one runs where the scope is opened, and who looks on: such a
  /// scope takes no short cuts.
  let build: Build?
  /// The build that reads here without depending on it.
  private let peeker: Build?
  private let watchers: Watch?
  /// Whether they are those of a build's scope, and look on until the build has ended.
  private let areOfBuild: Bool
  /// The session or world at whose end all that was built in here is let go of.
  let span: Span?
  let place: SourcePlace
  private let sealed = Atomic(false)
  let updating: Atomic<Bool>
  /// Whether it was made by assigning to values that others hold.
  let isOnTop: Bool
  /// What the update began with, where it goes on with this one since others hold that.
  let continued: Unmanaged<Scope>?
  /// The launch whose update has made it.
  let launch: Launch?
  private let hasSucceeded = Atomic(false)
  let standIns = LazyReference<StandIns>()
  /// Whether it is what a build runs in: then it stands for wherever the instance is kept.
  let isOfBuild: Bool
  /// Whether the build itself has opened it, so that what that makes may hold it.
  private let isOpenedByBuild: Bool
  private let ownsHome: Bool
  /// Whether no scope that this one stands on is a build's.
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
    let outward = holder.borrowed
    self.isOnTop = isOnTop
    continued = isOnTop && outer?.isUpdating ?? false ? outer?.continued ?? outward : nil
    depth = (outer?.depth ?? -1) + 1
    leap = outer?.leapFromInside
    self.own = own
    self.place = place
    self.span = span
    let build = build?.isRunning ?? false ? build : nil
    let peeker = build == nil ? peeker ?? outer?.peeker : nil
    self.build = build
    self.peeker = peeker?.isRunning ?? false ? peeker : nil
    isOpenedByBuild = !isOfBuild && (build ?? peeker)?.isReading ?? false
    watchers = watch
    areOfBuild =
      isOfBuild || also?.areOfBuild ?? false
      || outer.map { $0.areOfBuild && $0.watchers === watch } ?? false
    updating = Atomic(isUpdating)
    self.launch = launch
    self.isOfBuild = isOfBuild
    self.ownsHome = ownsHome
    self.also = also
    holdsAllAround =
      !isOfBuild && outer?.holdsAllAround ?? ownsHome && also?.holdsAllAround ?? true
  }

  var around: Scope? { holder.load() }

  /// The build that reads here, whether it depends on that or not.
  var readingBuild: Build? { build ?? peeker }

  /// Whether a build reads here, and does not depend on that.
  var isPeeking: Bool { peeker != nil }

  var isSealed: Bool { sealed.load(ordering: .relaxed) }

  /// Creates the scope that is assigned to when values change that others hold.
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

  /// Creates a scope for an update to assign to, or that is marked, or watched by others than what is around.
  convenience init(
    outer: Scope?, own: Override? = nil, place: SourcePlace, span: Span? = nil, watch: Watch?,
    isUpdating: Bool = false, launch: Launch? = nil
  ) {
    self.init(
      outer: outer, own: own, place: place, span: span ?? outer?.span, build: outer?.build,
      watch: watch, isUpdating: isUpdating, launch: launch)
  }

  /// Creates a scope that is another one, watched; it stands on no other that is only watched.
  convenience init(watching scope: Scope?, at place: SourcePlace, by watch: Watch) {
    self.init(
      outer: scope?.effective, own: nil, place: place, span: scope?.span, build: scope?.build,
      watch: watch, peeker: scope?.peeker)
  }

  /// Creates a scope in the place of an unseen one, by an update elsewhere, of a session perhaps; it has the
  /// home of that.
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
  /// Where that is changes: nothing is remembered there.
  convenience init(of build: Build, watch: Watch?) {
    self.init(
      outer: nil, own: nil, place: build.place, span: nil, build: build, watch: watch,
      isOfBuild: true, ownsHome: false)
    sealed.store(true, ordering: .relaxed)
  }

  /// Creates a scope around a home that is there already.
  ///
  /// Where it keeps the home open, it closes it when it goes.
  convenience init(at home: Home, outer: Scope? = nil, also: Scope? = nil, keepsOpen: Bool) {
    let reader = also?.build?.isRunning ?? false ? also?.build : nil
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
    // Its update goes on with others, and does not assign to this any more.
    if updating.load(ordering: .relaxed) { standIns.load()?.report(at: self) }
    if let home = knownHome.take(), ownsHome {
      ScopeCycles.noteEnd(of: home)
      home.close()
    }
    // Many go one after the other: a task may have opened scope in scope for days.
    if depth >= 100 { holder.releaseChain { $0.holder.take() } }
  }

  /// Where the scope keeps what is built in it.
  ///
  /// Made when it is first asked for. A scope without overrides keeps everything further out.
  var home: Home {
    // Where a build is around, that moves with its end.
    if let also, let around, also.build != nil { return .merging(also.home, onto: around.home) }
    // What a merged home stands on may go first, and what keeps what a build has made.
    if let known = knownHome.load() { return known.live }
    if isOfBuild, let build { return build.position }
    if !isUpdating, !isPreparing { seal() }
    makeHomesAround()
    let base = (around ?? .process).effective
    // Of a build's scope: where the build is.
    let outer = base.home
    guard let own else { return outer }
    // A session that it has opened ends by itself.
    let goesWithBuild = isOpenedByBuild && span?.opener !== readingBuild
    // Of a launch's own scope; one that is opened in that has a list of its own.
    let begun = outer.mark.isWorld ? launch?.begun : nil
    let fresh = Home(
      Layer(own, at: place, besides: begun, isGrowing: !isSealed), in: outer.world,
      on: base.isOfBuild ? nil : outer, openedIn: base.isOfBuild ? base.build : nil,
      goesWithBuild: goesWithBuild, isOfLaunch: launch != nil, spans: span.map { [$0] } ?? [])
    let home = knownHome.storeIfNil(fresh)
    // Its update may have ended meanwhile, and have found none.
    if isSealed { home.layer.endGrowing() }
    if home !== fresh {
      fresh.close()
    } else if goesWithBuild, !home.isInBuild {
      // It is for others as well, as where it goes on from an owner of another branch.
      readingBuild?.noteOpened(home)
    }
    return home
  }

  /// Makes what the home needs, from the outside inward.
  ///
  /// Many nest too deeply: a task may have opened scope in scope for days, and read what they assign.
  private func makeHomesAround() {
    var scopes: [Scope] = []
    var next = around
    while let scope = next, scope.homeIfMade == nil, !scope.isOfBuild {
      if scope.own != nil { scopes.append(scope) }
      next = scope.around
    }
    for scope in scopes.reversed() { _ = scope.home }
  }

  /// The session or world that one is in which is opened here.
  ///
  /// Where a build is around, the one that keeps what was built; while that runs, the test's world alone.
  var spanAround: Span? {
    if span != nil || holdsAllAround { return span }
    let base = effective
    let build = readingBuild ?? (base.isOfBuild ? base.build : nil)
    if let build, base.isOfBuild || build.isRunning { return .innermost(of: build.spans) }
    return base.home.span
  }

  /// Those who look on at each read here; at what is read by what was built, or in a scope that was opened
  /// for it, until the build has ended.
  @inline(__always)
  var watch: Watch? { areOfBuild && build?.isRunning == false ? ReadTrace.ofProcess : watchers }

  /// Whether what its own home remembers is there for as long as this scope is.
  ///
  /// Not where one of two that are merged stands on the scope of a build, which holds a home alone: a merged
  /// home is closed with any that it is made of.
  var holdsAnswers: Bool { ownsHome || holdsAllAround }

  /// Where nothing may have been built yet: the home, if there is one.
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
      if build == nil, watchers == nil, span == nil, holdsAllAround, let own, own.isAssigned {
        ready.store(.passUnretained(own), ordering: .relaxed)
      }
    #endif
  }

  /// Whether nobody has asked this before: then its overrides may take the places of earlier ones.
  func beginSucceeding() -> Bool { !hasSucceeded.exchange(true, ordering: .relaxed) }

  /// The scope that has overrides, of this one and those around it.
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

  /// This one, or the nearest around it, that has a home.
  func having(_ home: Home) -> Scope? {
    var next: Scope? = self
    while let scope = next, scope.homeIfMade !== home { next = scope.around }
    return next
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

  /// The farthest scope that can be reached at once and is not surrounding a depth; not counted, since this
  /// one holds it.
  private func step(to depth: Int) -> Unmanaged<Scope>? {
    guard self.depth > depth else { return nil }
    if let leap, leap._withUnsafeGuaranteedRef({ $0.depth }) >= depth { return leap }
    return holder.borrowed
  }

  /// Where a scope inside leaps to: with this one's own leap where that and the next are of one length.
  private var leapFromInside: Unmanaged<Scope> {
    guard let leap else { return .passUnretained(self) }
    return leap._withUnsafeGuaranteedRef { far in
      guard let farther = far.leap else { return .passUnretained(self) }
      let isEven = farther._withUnsafeGuaranteedRef { depth - far.depth == far.depth - $0.depth }
      return isEven ? farther : .passUnretained(self)
    }
  }
}
