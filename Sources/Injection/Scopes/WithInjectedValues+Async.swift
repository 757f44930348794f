/// Overrides services for the duration of an asynchronous operation, keeping the caller's isolation.
///
/// As the synchronous form; both closures run on the caller's isolation, so that main-actor code
/// can capture what is not Sendable. Work that outlives the operation in a `Task {}` keeps the
/// scope.
///
/// - Parameters:
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - isolation: The caller's isolation.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@inlinable
public func withInjectedValues<R, E: Error>(
  _ update: @concurrent (inout InjectedValues) async -> Void,
  operation: @concurrent () async throws(E) -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(E) -> R {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues(updatingAt: place)
  let beginning = values.beginning
  await update(&values)
  let scope = values.sealed(at: place, begunAs: beginning)
  return try await Scope.enter(scope, isolation: isolation, operation)
}

/// Overrides services for the duration of an asynchronous operation, with an update that can throw.
///
/// When `update` throws, the scope is never entered.
///
/// - Parameters:
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - isolation: The caller's isolation.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload
public func withInjectedValues<R>(
  _ update: @concurrent (inout InjectedValues) async throws -> Void,
  operation: @concurrent () async throws -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> R {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues(updatingAt: place)
  let scope = try await values.changed(at: place, by: update)
  return try await Scope.enter(scope, isolation: isolation, operation)
}

/// Overrides services for an asynchronous operation, on top of the scope that a model was created
/// in.
///
/// - Parameters:
///   - model: The model to continue from.
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - isolation: The caller's isolation.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withInjectedValues<Model, R, E: Error>(
  from model: Model,
  _ update: @concurrent (inout InjectedValues) async -> Void = { _ in },
  operation: @concurrent () async throws(E) -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(E) -> R {
  try await Scope.enter(
    from: model, at: SourcePlace(fileID, line),
    { (values) async throws(E) -> Void in await update(&values) }, operation, isolation: isolation)
}

/// Overrides services for an asynchronous operation, on top of the scope that a model was created
/// in, with an update that can throw.
///
/// - Parameters:
///   - model: The model to continue from.
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - isolation: The caller's isolation.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload
public func withInjectedValues<Model, R>(
  from model: Model,
  _ update: @concurrent (inout InjectedValues) async throws -> Void,
  operation: @concurrent () async throws -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> R {
  try await Scope.enter(
    from: model, at: SourcePlace(fileID, line), update, operation, isolation: isolation)
}

extension Scope {
  fileprivate static func enter<R, E: Error>(
    from model: Any, at place: SourcePlace,
    _ update: @concurrent (inout InjectedValues) async throws(E) -> Void,
    _ operation: @concurrent () async throws(E) -> R, isolation: isolated (any Actor)?
  ) async throws(E) -> R {
    let base = observed(continuing(from: model))
    var values = InjectedValues(updating: base, at: place)
    let scope = try await enter(base, isolation: isolation) { () async throws(E) -> Scope? in
      try await values.changed(at: place, by: update)
    }
    return try await enter(scope, isolation: isolation, operation)
  }
}
