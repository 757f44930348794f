import Synchronization

/// A world of its own for one test, which alone sees what is overridden, prepared and built there.
package final class TestWorld: Sendable {
  let scope: Scope
  private let span: Span

  /// Whether the end of each world looks for scopes that keep themselves alive, as an option of a trait
  /// does for one test.
  package static let findsScopeCycles =
    InjectedContext.environmentValue("INJECTION_FINDS_SCOPE_CYCLES") == "1"

  /// Creates the world of a test, with what was prepared in another one, if any.
  package init(of test: TestIdentity, at place: SourcePlace, after other: TestWorld? = nil) {
    span = Span(place: place, test: test, isWorld: true, outer: nil)
    if Self.findsScopeCycles { span.findsCycles.store(true, ordering: .relaxed) }
    let world = World(at: place, after: other?.scope.home.world)
    scope = Scope(at: Home(of: world, in: [span]), keepsOpen: true)
  }

  /// Whether the caller runs in a world that was entered, so that it needs no other; the world of a group does
  /// not serve the group's tests.
  package static var isEntered: Bool {
    guard let world = Scope.bound?.span?.world, world.isEntered.load(ordering: .relaxed) else {
      return false
    }
    guard let group = world.test, group.isGroup else { return true }
    return group.id == TestSupport.current?.callersTest
  }

  /// Ends the world; the closure keeps nothing alive that was built there.
  ///
  /// Lets go of all that was built there: from now on, reads through the world are issues, except reads by its
  /// values while these are freed.
  package var end: @Sendable () -> Void { { [span] in span.end() } }

  /// The caller's scope, on this world; where it is one of another test that is no group, this world's scope alone.
  private var entered: InjectedValues {
    span.isEntered.store(true, ordering: .relaxed)
    let world = Scope.bound?.span?.world ?? span
    let around = world === span || world.test?.isGroup == true ? Scope.bound : nil
    return InjectedValues(scope: Scope.standing(reader: around, owner: scope))
  }

  package func run<R>(_ operation: () throws -> R) rethrows -> R {
    try Scope.binding.withValue(entered) { try operation() }
  }

  package func run<R>(
    _ operation: @concurrent () async throws -> R,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> R {
    try await Scope.binding.withValue(entered) { try await operation() }
  }
}
