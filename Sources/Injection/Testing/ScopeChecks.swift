import Synchronization

/// The checks that a scope was asked to make, in the test context.
struct ScopeChecks {
  /// What the scope's overrides stand on.
  private let base: Scope?
  private let exhaustion: Exhaustion?
  private let place: SourcePlace

  init(_ options: InjectedScopeOptions, at place: SourcePlace) {
    var base = Scope.enclosing
    var exhaustion: Exhaustion?
    if !options.isEmpty, InjectedContext.applying(at: (base ?? .process).home) == .test {
      if options.contains(.findsScopeCycles) {
        base?.span?.world?.findsCycles.store(true, ordering: .relaxed)
      }
      if options.contains(.allowsLostReads) {
        base = Scope(
          outer: base, own: Recipe(markOf: LostReadsKey.self), place: place, watch: base?.watch)
      }
      if options.contains(.failsForLostReads) {
        base = Scope(
          outer: base, own: Recipe(markOf: FailingLostReadsKey.self), place: place,
          watch: base?.watch)
      }
      if options.contains(.exhaustive) {
        let fresh = Exhaustion()
        exhaustion = fresh
        base = .watched(base, by: [fresh], at: place)
      }
    }
    self.base = base
    self.exhaustion = exhaustion
    self.place = place
  }

  /// The values that the scope's update assigns to.
  var values: InjectedValues { InjectedValues(updating: base, at: place) }

  /// Reports what the checks found, after the operation has returned.
  func finish() { exhaustion?.report(at: place) }

  /// Ends the checks, also where the operation has thrown and nothing is reported.
  func end() { exhaustion?.end() }
}

extension InjectedScopeOptions {
  /// Runs an operation in a scope with overrides, checked by these options.
  package func run<R, E: Error>(
    at place: SourcePlace, _ update: (inout InjectedValues) throws(E) -> Void,
    operation: () throws(E) -> R
  ) throws(E) -> R {
    let checks = ScopeChecks(self, at: place)
    defer { checks.end() }
    var values = checks.values
    try values.change(by: update)
    let result = try Scope.enter(values.sealed(at: place), operation)
    checks.finish()
    return result
  }

  /// Runs an asynchronous operation in a scope with overrides, checked by these options.
  package func run<R, E: Error>(
    at place: SourcePlace, _ update: @concurrent (inout InjectedValues) async throws(E) -> Void,
    operation: @concurrent () async throws(E) -> R, isolation: isolated (any Actor)? = #isolation
  ) async throws(E) -> R {
    let checks = ScopeChecks(self, at: place)
    defer { checks.end() }
    var values = checks.values
    try await values.change(by: update)
    let result = try await Scope.enter(values.sealed(at: place), isolation: isolation, operation)
    checks.finish()
    return result
  }
}

extension InjectedContext {
  /// The context that a reader at a home sees; no read, so nothing records or reports it.
  static func applying(at home: Home) -> InjectedContext {
    guard let found = home.find(ObjectIdentifier(ContextKey.self)) else {
      return .detected
    }
    return found.link.value(as: InjectedContext.self)
  }
}
