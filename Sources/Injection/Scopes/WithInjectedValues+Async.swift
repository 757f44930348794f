/// Overrides services for the duration of an asynchronous operation, keeping the caller's isolation.
///
/// As the synchronous form; both closures run on the caller's isolation, so that main-actor code
/// can capture what is not Sendable. In an actor, a closure does so if it uses `self`: else it leaves the
/// actor, as that of `TaskLocal.withValue` does. Work that outlives the operation in a `Task {}` keeps the
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
@inlinable @discardableResult
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
@_disfavoredOverload @discardableResult
public func withInjectedValues<R, E: Error>(
  _ update: @concurrent (inout InjectedValues) async throws -> Void,
  operation: @concurrent () async throws(E) -> R,
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
@discardableResult
public func withInjectedValues<Model, R, E: Error>(
  from model: Model,
  _ update: @concurrent (inout InjectedValues) async -> Void = { _ in },
  operation: @concurrent () async throws(E) -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(E) -> R {
  let scope = await Scope.made(
    on: model, at: SourcePlace(fileID, line), isolation: isolation, by: update)
  return try await Scope.enter(scope, isolation: isolation, operation)
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
@_disfavoredOverload @discardableResult
public func withInjectedValues<Model, R, E: Error>(
  from model: Model,
  _ update: @concurrent (inout InjectedValues) async throws -> Void,
  operation: @concurrent () async throws(E) -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> R {
  let scope = try await Scope.made(
    on: model, at: SourcePlace(fileID, line), isolation: isolation, by: update)
  return try await Scope.enter(scope, isolation: isolation, operation)
}

extension Scope {
  /// Makes a scope by an asynchronous update, and runs the update in the scope of a model.
  fileprivate static func made<E: Error>(
    on model: Any, at place: SourcePlace, isolation: isolated (any Actor)?,
    by update: @concurrent (inout InjectedValues) async throws(E) -> Void
  ) async throws(E) -> Scope? {
    let base = observed(continuing(from: model))
    var values = InjectedValues(updating: base, at: place)
    return try await enter(base, isolation: isolation) { () async throws(E) -> Scope? in
      try await values.changed(at: place, by: update)
    }
  }
}
