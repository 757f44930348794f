extension InjectedValues {
  /// Runs an operation in this scope.
  ///
  /// The same scope is entered again, not a copy: what was built there is shared. Whatever inherits
  /// task-locals inherits the scope; a return or a throw leaves it.
  ///
  /// - Parameter operation: What to run, on the caller's thread.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public func run<R, E: Error>(_ operation: () throws(E) -> R) throws(E) -> R {
    try Scope.enter(.observed(enterable), operation)
  }

  /// Runs an asynchronous operation in this scope, keeping the caller's isolation.
  ///
  /// - Parameters:
  ///   - operation: What to run.
  ///   - isolation: The caller's isolation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public func run<R, E: Error>(
    _ operation: @concurrent () async throws(E) -> R,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(E) -> R {
    try await Scope.enter(.observed(enterable), isolation: isolation, operation)
  }

  /// The scope to enter; `nil` for the process.
  var enterable: Scope? {
    guard let scope = standing else { return nil }
    // A copy of what an update still assigns to: reads in a scope on it are not taken for the update's.
    if scope.isUpdating {
      return Scope(outer: scope, place: scope.place, watch: scope.watch)
    }
    scope.seal()
    // Values that were captured in a build hold a home alone. A caller in the scope of that home, or inside,
    // enters this scope itself, so that owners that are made here hold it.
    guard scope.isOfBuild, scope.build?.isRunning != true else { return scope }
    let home = scope.home
    guard !home.mark.isWorld, let caller = Scope.enclosing?.having(home), !caller.isUpdating
    else { return scope }
    return caller
  }
}
