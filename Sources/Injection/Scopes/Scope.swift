import Synchronization

/// What a task is bound to and what an owner holds: the overrides of one scope, and the scope around.
///
/// It keeps its ``Home`` open, and with it all that was built there: whoever holds a scope holds its
/// services. It is **fresh** while an update assigns to it, and unchanged from when it is sealed, which
/// is before anybody else can see it.
@usableFromInline
final class Scope: @unchecked Sendable {
  // Unchecked: what is written after `init` is written while the scope is fresh, by the one
  // `InjectedValues` that refers to it (see `InjectedValues.push(_:)`), but for `home` and `table`,
  // which are atomic, and `isUpdating`, which its update's own task alone reads and writes.

  /// The innermost override; `nil` in a scope that has none, which sees what is around it.
  private(set) var own: Override?
  /// The innermost override, where it assigns a value that a read may take at once.
  ///
  /// Nobody watches the scope or ends it early. Held by `own`.
  @usableFromInline private(set) var ready: Unmanaged<Override>?
  let outer: Scope?
  /// The other scope that a merged one holds; see ``Home/merging(_:onto:)``.
  private let also: Scope?
  /// Who sees each read; such a scope takes no short cuts.
  let watch: Watch?
  /// The session or world at whose end all that was built in here is let go of.
  let span: Span?
  private(set) var place: SourcePlace
  private(set) var isSealed = false
  /// Whether an update still assigns to it: what is read then may be read to be changed.
  private(set) var isUpdating = false
  let isPreparing: Bool
  private var hasSucceeded = false
  /// Whether it is what a build runs in: then it stands for wherever the instance is kept.
  let isOfBuild: Bool
  private let ownsHome: Bool
  private let knownHome = LazyReference<Home>()
  /// What has been read here before; see ``AnswerTable``.
  @usableFromInline let table = AnswerTable()

  /// Creates a scope for an update to assign to.
  ///
  /// Seen by whoever watches the caller or what is around.
  @usableFromInline
  init(outer: Scope?, place: SourcePlace, isUpdating: Bool = false) {
    self.outer = outer
    self.place = place
    self.isUpdating = isUpdating
    watch = outer?.watch
    span = outer?.span
    isPreparing = outer?.isPreparing ?? false
    also = nil
    isOfBuild = false
    ownsHome = true
  }

  /// Creates a scope that is something, with overrides or none.
  init(
    outer: Scope?, own: Override?, place: SourcePlace, span: Span?, watch: Watch?,
    isPreparing: Bool = false
  ) {
    self.outer = outer
    self.own = own
    self.place = place
    self.span = span
    self.watch = watch
    self.isPreparing = isPreparing
    also = nil
    isOfBuild = false
    ownsHome = true
  }

  /// Creates the scope that a build runs in.
  init(of watch: Watch, place: SourcePlace) {
    outer = nil
    self.place = place
    self.watch = watch
    // Where that is changes; nothing is remembered in the scope of a build.
    span = nil
    isPreparing = false
    also = nil
    isOfBuild = true
    ownsHome = false
    isSealed = true
  }

  /// Creates a scope around a home that is there already.
  ///
  /// Where it keeps the home open, it closes it when it goes.
  init(
    at home: Home, outer: Scope? = nil, also: Scope? = nil, keepsOpen: Bool
  ) {
    own = home.own
    self.outer = outer
    self.also = also
    place = home.place
    watch = outer?.watch ?? also?.watch
    span = home.spans.first
    isPreparing = false
    isOfBuild = false
    ownsHome = keepsOpen
    isSealed = true
    _ = knownHome.storeIfNil(home)
  }

  deinit {
    if ownsHome { knownHome.load()?.close() }
  }

  /// Where the scope keeps what is built in it.
  ///
  /// Made when it is first asked for. A scope without overrides keeps everything further out.
  var home: Home {
    if let known = knownHome.load() { return known }
    if isOfBuild, let build = watch?.build { return build.position }
    seal()
    guard let own else { return outer?.home ?? Scope.process.home }
    return knownHome.storeIfNil(
      Home(own, place: place, around: Home.Around(outer), span: span))
  }

  /// Where nothing may have been built yet: the home, if there is one.
  var homeIfMade: Home? { knownHome.load() }

  /// Puts an override on top of a fresh scope.
  func push(_ make: (Override?) -> Override) {
    assert(!isSealed, "A scope that others may see is not changed.")
    own = make(own)
  }

  /// Ends the update.
  ///
  /// - Parameter place: Where the scope was made, if it does not know.
  func seal(at place: SourcePlace? = nil) {
    guard !isSealed else { return }
    if let place, self.place.isUnknown { self.place = place }
    isSealed = true
    if watch == nil, span == nil, let own, own.isAssigned { ready = .passUnretained(own) }
  }

  /// Says that the update has returned.
  func endUpdate() {
    var scope: Scope? = self
    while let current = scope, current.isUpdating {
      current.isUpdating = false
      scope = current.outer
    }
  }

  /// Whether nobody has asked this before: then its overrides may take the places of earlier ones.
  func beginSucceeding() -> Bool {
    if hasSucceeded { return false }
    hasSucceeded = true
    return true
  }

  /// The scope that has overrides, of this one and those around it.
  var effective: Scope {
    var scope = self
    while scope.own == nil, !scope.isOfBuild, scope.homeIfMade == nil, let outer = scope.outer {
      scope = outer
    }
    return scope
  }

  /// Whether another scope is this one or around it.
  func isInside(_ other: Scope) -> Bool {
    var scope: Scope? = self
    while let current = scope {
      if current === other { return true }
      scope = current.outer
    }
    return false
  }
}
