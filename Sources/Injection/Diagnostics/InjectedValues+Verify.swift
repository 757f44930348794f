extension InjectedValues {
  /// Checks that keys, and all that their live values read, can be built.
  ///
  /// ```swift
  /// try InjectedValues.verify([APIKey.self, DatabaseKey.self])
  /// ```
  ///
  /// Looks first for missing live values and registrations, without building. Then builds every key
  /// in a scratch world: **this runs live initialisers**, on a thread of its own, with the caller's
  /// scopes and what was prepared, in the live context. Nothing that is built there is kept. But where a default
  /// runs in values that were captured elsewhere, what it reads there is built and kept in their scope.
  ///
  /// Where a value is missing or a cycle closes, the build goes on with the key's test value, so
  /// that what comes after is found too. Where the key has no test value, its build and the builds
  /// around it are abandoned, and a `static let` among them stays locked. So once an error has been
  /// thrown, do not use the container's live values in this process.
  ///
  /// A value that a `static let` keeps is the one that the process goes on with; what the value reads later, it
  /// reads as if the caller had built it. But in a test, and where the build of a value that is not kept, as of
  /// a transient one, first touches the `static let`, the value goes on reading in the scratch world.
  ///
  /// A value of the lifetime ``InjectedLifetime/session`` is built as in a session. An
  /// ``AsyncInjectedKey`` is not prepared here: what the caller has prepared stands in, or its test value;
  /// a key that has neither is a failure.
  ///
  /// An initialiser that asserts the main thread ends the process, and one that waits for the main thread hangs
  /// where this was called on the main thread.
  ///
  /// - Parameters:
  ///   - keys: The keys to check.
  ///   - fileID: The file that verifies, for messages.
  ///   - line: The line that verifies, for messages.
  /// - Throws: One ``InjectedVerificationError`` that lists all that is missing and every cycle.
  public static func verify(
    _ keys: [any InjectedInterfaceKey.Type], fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let place = SourcePlace(fileID, line)
    let caller = Scope.enclosing
    let home = (caller ?? .process).home
    let verification = Verification(for: home)
    // The caller's scopes and what was prepared, in the live context, on top of a world of its own: nothing
    // that is built there is kept elsewhere.
    let world = World(at: place)
    if let prepared = home.world.layer.list { _ = world.prepare(prepared, on: nil, at: place) }
    let span = Span(place: place, test: caller?.span?.test, isWorld: false, outer: nil)
    let root = Scope(at: Home(of: world, in: [span]), keepsOpen: true)
    let scope = Scope(
      unwatched: Scope.standing(reader: caller, owner: root),
      own: Assigned(InjectedContext.live, key: ContextKey.self), at: place)
    let isMissing = { (key: any InjectedInterfaceKey.Type) in
      !key._hasLiveValue && !key._isMadeByPreparing
        && scope.home.base(of: ObjectIdentifier(key))?.link.isRenewal ?? true
    }
    for key in keys where isMissing(key) { verification.noteMissing(key, accessor: nil) }
    // A decoration or contribution of a missing key reads keys of its own.
    for key in keys where !isMissing(key) || scope.home.find(ObjectIdentifier(key)) != nil {
      verification.build(key, in: scope)
    }
    // An instance that a `static let` holds reads on where the caller would have kept it; not in the world of a
    // test, which ends.
    if home.world === Scope.process.home.world {
      // Only what is kept in the homes of the verification itself: what builds have opened moves with their instances.
      let homes = scope.home.chain.map { ObjectIdentifier($0) }
      for (kept, instance) in span.kept where homes.contains(ObjectIdentifier(kept)) {
        let trace = instance.trace
        guard let distance = home.distance(toDeciderOf: trace.reads, in: trace.slot) else {
          continue
        }
        instance.build?.settle(at: home.ancestor(at: distance), isKept: false)
      }
    }
    let found = verification.error.withLock { $0 }
    if found.count > 0 { throw found }
  }
}
