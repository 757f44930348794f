/// The services that a task sees: a scope, and everything that it inherits.
///
/// Extend it with one computed property for each key:
///
/// ```swift
/// extension InjectedValues {
///   var userService: any UserService {
///     get { self[UserServiceKey.self] }
///     set { self[UserServiceKey.self] = newValue }
///   }
/// }
/// ```
///
/// A value in every respect: copying it copies two references, assigning to a copy makes a new scope on top of
/// the one it was copied from, and `$0 = saved` in an update enters the scope of `saved`, with everything that
/// was built there. Use `@Injected` or ``injected(_:)`` to read the current task's values, and
/// `withInjectedValues` to override them.
///
/// A captured value (``current``) holds its scope with everything that was built there, for as long as
/// it lives. A value captured while a default is being built holds the overrides alone.
@frozen
public struct InjectedValues: Sendable {
  /// The reader's scope, or one that an update assigns to; `nil` for the process.
  @usableFromInline var scope: Scope?
  /// The scope that the reader's owner was created in, where that is another one.
  @usableFromInline var owner: Scope?

  @inlinable
  init(scope: Scope?, owner: Scope? = nil) {
    self.scope = scope
    self.owner = owner
  }

  /// Reads or overrides the value of a key.
  ///
  /// A read resolves the key: the scopes of the task from the innermost outward, then the scope that
  /// the wrapper's owner was created in, then what was prepared at launch, then the key's default.
  /// An assignment makes a new scope, as described at ``InjectedValues``.
  ///
  /// A live default that does not exist and a cycle of defaults end the process with a message that
  /// names the key, the accessor and the scopes.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - accessor: The property that reads it, for messages.
  /// - Complexity: O(1). The first read of a key in a scope walks outward, and builds the default if
  ///   nobody has; so does each read through an owner of another branch.
  public subscript<Key: InjectedInterfaceKey>(
    key: Key.Type, accessor accessor: StaticString = #function
  ) -> Key.Value {
    @inlinable @inline(__always)
    get {
      if let entry = readyEntry(ObjectIdentifier(key), scope, owner) {
        return entry._withUnsafeGuaranteedRef { $0.value(as: Key.Value.self) }
      }
      return resolvedValue(key, accessor: accessor)
    }
    @inlinable
    set { assign(newValue, to: key) }
  }

  /// The context whose defaults the keys give: detected, unless a scope overrides it.
  ///
  /// Inherited as every override is. A scope that changes it has defaults of its own.
  public var context: InjectedContext {
    get { self[ContextKey.self] }
    set { self[ContextKey.self] = newValue }
  }

  /// The values of the scope that the caller runs in, to be captured and carried elsewhere.
  ///
  /// Task-locals reach `Task {}`, `async let` and task groups by themselves. They do not reach
  /// `Task.detached`, dispatch queues, threads and callbacks: capture this outside and `run` it
  /// inside. It does not follow later scopes of the task.
  public static var current: InjectedValues { InjectedValues(scope: .enclosing) }

  /// Reads without depending on what is read.
  ///
  /// For a value that a service shows but is not built from, such as the request's identifier in a log: a
  /// default that peeks while it is being built is not built anew for readers with another value, and so may go
  /// on showing the value of its first reader. Recordings and exhaustive scopes do not see the read either, in
  /// a build or outside; in all else it is a read like every other.
  ///
  /// - Parameter accessor: A key path literal or a function of the values.
  /// - Returns: What the accessor gives for the scope that the caller runs in.
  public static func peek<Value>(_ accessor: (InjectedValues) -> Value) -> Value {
    var scope = Scope.enclosing
    // A reader without a scope may be of a test, which a read finds.
    let around = scope ?? (TestSupport.isPresent ? nil : .process)
    if let around, around.build != nil || around.watch != nil {
      scope = Scope(unwatched: around, at: around.place, peeker: around.build)
    }
    return accessor(InjectedValues(scope: scope))
  }
}

extension InjectedValues {
  /// The value where something has to be walked or built; apart, so that the fast path stays short.
  @inlinable @inline(never)
  func resolvedValue<Key: InjectedInterfaceKey>(
    _ key: Key.Type, accessor: StaticString
  ) -> Key.Value {
    resolve(key, accessor: accessor).value(as: Key.Value.self)
  }

  @usableFromInline
  func resolve(_ key: any InjectedInterfaceKey.Type, accessor: StaticString) -> Entry {
    entry(for: Request(key, accessor: accessor))
  }

  /// Returns what gives the value of a read; a probing read makes nobody a key's first reader, and a dry run
  /// reports no failure.
  func entry(for request: Request, isProbing: Bool = false, dryRun: DryRun? = nil) -> Entry {
    let (around, isGuessed, mayBeLost) =
      scope.map { ($0, false, false) } ?? OpenScopes.world(for: request)
    let reader = around ?? .process
    let watch =
      owner.map { Scope.watch(around: reader, and: $0.recordings) } ?? reader.watch
    if let probe = watch?.probe { return probe.entry(for: request) }
    if reader.isUpdating, let entry = KeyPathWrite.answer(request) { return entry }
    var home = reader.home
    if let owner { home = Home.merging(home, onto: owner.home) }
    let resolution = Resolution(
      request: request, home: home, build: reader.readingBuild?.active,
      source: owner == nil ? reader.readingBuild : owner?.build, isPeek: reader.isPeeking,
      watch: watch, isForUpdate: reader.isUpdating || reader.isPreparing,
      isPreparing: isProbing || reader.isPreparing, dryRun: dryRun)
    // Asked before the read: an update may end during it, and have changed who decides.
    let mayRemember = !resolution.home.remembersNothing
    let answer =
      isGuessed ? OpenScopes.isGuessed.withValue(true) { resolution.answer() } : resolution.answer()
    if mayBeLost { OpenScopes.noteLost(answer, to: request) }
    // These values hold the owner, but the reader perhaps only this function.
    defer { withExtendedLifetime(reader) {} }
    if resolution.isForUpdate {
      resolution.watch?.note(answer, of: request, at: resolution.home, by: reader.update)
      if reader.isPreparing {
        reader.launch?.note(answer, to: request, at: resolution.home)
      }
      if answer.entry.origin?.isStandIn ?? false {
        reader.noteStandIn(for: request, at: resolution.home)
      }
    }
    let isLasting = answer.entry.isAssigned || request.lifetime.isLasting
    // The scope of a running build will stand for another home after the build.
    if mayRemember, isLasting, resolution.build?.isRunning != true, !reader.isUpdating,
      !resolution.isPreparing
    {
      remember(answer, for: request, at: resolution.home, reader)
    }
    return answer.entry
  }

  private func remember(
    _ answer: Home.Answer, for request: Request, at home: Home, _ reader: Scope
  ) {
    // Outside every scope, a process that runs tests has to ask for the reader's world each time.
    let isReaders =
      reader.readingBuild == nil && reader.watch == nil && home === reader.homeIfMade
      && reader.holdsAnswers && (reader !== Scope.process || !TestSupport.isPresent)
    home.remember(answer, for: request.keyID, in: isReaders ? reader : nil)
  }
}

/// The entry of a key, where nothing has to be walked, noted or built.
@usableFromInline
func readyEntry(
  _ key: ObjectIdentifier, _ scope: Scope?, _ owner: Scope?
) -> Unmanaged<Entry>? {
  if owner != nil { return nil }
  return scope == nil ? Scope.process.readyEntry(key) : scope?.readyEntry(key)
}

// MARK: Assigning

extension InjectedValues {
  /// Creates the values that an update assigns to, in the caller's scope.
  @usableFromInline
  init(updatingAt place: SourcePlace) { self.init(updating: .enclosing, at: place) }

  /// Creates the values that an update assigns to.
  init(updating outer: Scope?, at place: SourcePlace) {
    scope = Scope(
      outer: outer, place: place, watch: Scope.watch(around: outer), isUpdating: true,
      launch: outer?.launch)
    owner = nil
  }

  /// Tells an update that begins with these values from others; not counted, since the update may let go of the
  /// scope, and go on with other scopes.
  @usableFromInline var beginning: Unmanaged<Scope>? { scope?.first }

  /// Runs an update on these values; gives the scope to enter, as ``sealed(at:begunAs:seenBy:in:)``.
  mutating func changed<E: Error>(
    at place: SourcePlace, seenBy recordings: [any Recording] = [],
    by update: (inout Self) throws(E) -> Void, in makeSpan: (Scope?) -> Span? = { _ in nil }
  ) throws(E) -> Scope? {
    let beginning = beginning
    do {
      try update(&self)
    } catch {
      _ = scope?.endUpdate(beginning)
      throw error
    }
    return sealed(at: place, begunAs: beginning, seenBy: recordings, in: makeSpan)
  }

  /// Runs an asynchronous update on these values; gives the scope to enter.
  mutating func changed<E: Error>(
    at place: SourcePlace, seenBy recordings: [any Recording] = [],
    by update: @concurrent (inout Self) async throws(E) -> Void
  ) async throws(E) -> Scope? {
    let beginning = beginning
    do {
      try await update(&self)
    } catch {
      _ = scope?.endUpdate(beginning)
      throw error
    }
    return sealed(at: place, begunAs: beginning, seenBy: recordings) { _ in nil }
  }

  /// Returns the scope to enter once an update has returned that began with these values.
  ///
  /// The assignments are a scope of their own; if there are none, the scope around is entered. Saved values,
  /// put in the place of the update's own, continue in the caller's world, unless they have a test's world.
  ///
  /// Assignments on top of saved values are the update's as well, unless somebody else holds their scopes.
  @usableFromInline
  mutating func sealed(at place: SourcePlace, begunAs beginning: Unmanaged<Scope>?) -> Scope? {
    // The usual case: the scope that the update was given, with overrides.
    if owner == nil, scope?.endOwnUpdate(beginning) ?? false { return scope.take() }
    return sealed(at: place, begunAs: beginning, seenBy: []) { _ in nil }
  }

  /// Returns the scope to enter, seen by recordings besides those around the caller; for a session whose update
  /// has assigned saved values, in the span that is made for it.
  private mutating func sealed(
    at place: SourcePlace, begunAs beginning: Unmanaged<Scope>?,
    seenBy recordings: [any Recording], in makeSpan: (Scope?) -> Span?
  ) -> Scope? {
    let isReplaced = standing?.isOfUpdate(beginning) == false
    if isReplaced, owner == nil {
      let unseen = Scope.takeUnseen(of: &scope)
      var span = unseen.isEmpty ? nil : makeSpan(scope)
      for made in unseen.reversed() {
        let watch = Scope.watch(around: made, and: recordings)
        scope = Scope(assigning: made, on: scope, at: place, in: span.take(), watch: watch)
      }
    }
    guard var scope = standing else { return .observed(nil, by: recordings) }
    if isReplaced { scope = (InjectedValues(scope: scope).enterable ?? scope).inWorldOfCaller }
    scope.seal()
    scope.endUpdate(beginning)?.report(at: scope)
    if isReplaced { return .observed(scope, by: recordings) }
    return scope.own == nil ? scope.around : scope
  }

  /// The scope that these values stand for, with or without an owner.
  var standing: Scope? { owner == nil ? scope : Scope.standing(reader: scope, owner: owner) }

  @inlinable
  mutating func assign<Value>(
    _ value: consuming Value, to key: any (Any & SendableMetatype).Type
  ) {
    push(Assigned(value, key: key))
  }

  /// Puts an override on top: in the scope that an update assigns to, where only these values refer to
  /// it; else in a new one.
  @usableFromInline
  mutating func push(_ override: consuming Override) {
    if owner != nil { (scope, owner) = (standing, nil) }
    scope?.forgetStandIn(for: override)
    if !isKnownUniquelyReferenced(&scope) || scope?.isSealed ?? true { scope = Scope(on: scope) }
    scope?.push(override)
  }
}
