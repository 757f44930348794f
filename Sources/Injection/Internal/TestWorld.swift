/// A world of its own for one test: what is overridden, prepared and built in it is seen by it alone.
package final class TestWorld: Sendable {
  let node: WorldNode

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - test: The test that it belongs to.
  ///   - place: Where the test is declared.
  package init(of test: TestIdentity, at place: SourcePlace) {
    node = WorldNode(SessionState(place: place, test: test))
  }

  /// Whether the caller runs in a world that was entered, so that it needs no other.
  package static var isEntered: Bool { Scopes.current?.world != nil }

  /// The mark by which the world's end is announced; it keeps nothing alive.
  package var end: End { End(state: node.session) }

  /// Ends a world: from now on, reads through it are issues.
  package struct End: Sendable {
    fileprivate let state: SessionState?

    /// Marks the world as ended.
    ///
    /// The last thing to do, after the world has been let go: what its values read while they are
    /// freed is no issue.
    package func callAsFunction() { state?.markEnded() }
  }

  /// Runs an operation in the world.
  package func run<R>(_ operation: () throws -> R) rethrows -> R {
    try Scopes.binding.withValue(BoundScope(node)) { try operation() }
  }

  /// Runs an asynchronous operation in the world.
  package nonisolated(nonsending) func run<R>(
    _ operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    try await Scopes.binding.withValue(BoundScope(node)) { try await operation() }
  }
}

extension TestWorld {
  /// Runs an operation in a scope with overrides and checks, inside the world that was entered.
  package static func override<R>(
    _ options: InjectedScopeOptions, at place: SourcePlace,
    _ update: (inout InjectedValues) throws -> Void, operation: () throws -> R
  ) throws -> R {
    let checks = ScopeChecks(options, at: place)
    defer { checks.end() }
    var values = checks.values
    try update(&values)
    let result = try Scopes.enter(values.reader, operation)
    checks.finish()
    return result
  }

  /// Runs an asynchronous operation in a scope with overrides and checks, inside the world that was
  /// entered.
  package nonisolated(nonsending) static func override<R>(
    _ options: InjectedScopeOptions, at place: SourcePlace,
    _ update: nonisolated(nonsending) (inout InjectedValues) async throws -> Void,
    operation: nonisolated(nonsending) () async throws -> R
  ) async throws -> R {
    let checks = ScopeChecks(options, at: place)
    defer { checks.end() }
    var values = checks.values
    try await update(&values)
    let result = try await Scopes.enter(values.reader, operation)
    checks.finish()
    return result
  }
}
