import Synchronization

/// The checks that a scope was asked to make, in the test context.
struct ScopeChecks {
  private let options: InjectedScopeOptions
  /// The recordings that see the scope, also where the update has put other values in the place of its own.
  let recordings: [Exhaustion]
  private let place: SourcePlace

  init(_ options: InjectedScopeOptions, at place: SourcePlace) {
    let isTest = !options.isEmpty && InjectedContext.ofCaller == .test
    self.options = isTest ? options : []
    self.place = place
    recordings = self.options.contains(.exhaustive) ? [Exhaustion()] : []
    if self.options.contains(.findsScopeCycles) {
      Scope.enclosing?.span?.world?.findsCycles.store(true, ordering: .relaxed)
    }
  }

  var values: InjectedValues {
    let watched = Scope.watched(marked(.enclosing), by: recordings, at: place)
    return InjectedValues(updating: watched, at: place)
  }

  /// Reports what the scope has used, unless its update has put it into another context.
  ///
  /// An operation that is cancelled, as by a time limit, is incomplete, like one that throws.
  func report(of scope: Scope?) {
    if Task.isCancelled { return }
    guard InjectedContext.applying(at: (scope ?? .process).home) == .test else { return }
    for exhaustion in recordings { exhaustion.report(at: place) }
  }

  func marked(_ scope: Scope?) -> Scope? {
    let marks: [(InjectedScopeOptions, any (Any & SendableMetatype).Type)] = [
      (.allowsLostReads, LostReadsKey.self), (.failsForLostReads, FailingLostReadsKey.self),
    ]
    return marks.reduce(scope) { scope, mark in
      guard options.contains(mark.0), (scope ?? .process).home.find(ObjectIdentifier(mark.1)) == nil
      else { return scope }
      return Scope(
        outer: scope, own: Recipe(mark.1, .mark), place: place, watch: Scope.watch(around: scope))
    }
  }
}

extension InjectedScopeOptions {
  package func run<R, E: Error>(
    at place: SourcePlace, _ update: (inout InjectedValues) throws(E) -> Void,
    operation: () throws(E) -> R
  ) throws(E) -> R {
    let checks = ScopeChecks(self, at: place)
    defer { for exhaustion in checks.recordings { exhaustion.end() } }
    var values = checks.values
    let scope = try values.changed(at: place, seenBy: checks.recordings, by: update)
    let result = try Scope.enter(checks.marked(scope), operation)
    checks.report(of: scope)
    return result
  }

  package func run<R, E: Error>(
    at place: SourcePlace, _ update: @concurrent (inout InjectedValues) async throws(E) -> Void,
    operation: @concurrent () async throws(E) -> R, isolation: isolated (any Actor)? = #isolation
  ) async throws(E) -> R {
    let checks = ScopeChecks(self, at: place)
    defer { for exhaustion in checks.recordings { exhaustion.end() } }
    var values = checks.values
    let scope = try await values.changed(at: place, seenBy: checks.recordings, by: update)
    let result = try await Scope.enter(checks.marked(scope), isolation: isolation, operation)
    checks.report(of: scope)
    return result
  }
}

extension InjectedContext {
  static var ofCaller: InjectedContext { applying(at: (Scope.enclosing ?? .process).home) }

  /// The context that a reader at a home sees; no read, so nothing records or reports it.
  static func applying(at home: Home) -> InjectedContext {
    home.find(ObjectIdentifier(ContextKey.self))?.link.value(as: InjectedContext.self) ?? .detected
  }
}
