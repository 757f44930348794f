/// Overrides services for the duration of an asynchronous operation, keeping the caller's isolation.
///
/// As the synchronous form; both closures run on the caller's isolation, so that main-actor code
/// can capture what is not Sendable. Work that outlives the operation in a `Task {}` keeps the
/// scope.
///
/// - Parameters:
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@inlinable
public nonisolated(nonsending) func withInjectedValues<R, E: Error>(
  _ update: nonisolated(nonsending) (inout InjectedValues) async -> Void,
  operation: nonisolated(nonsending) () async throws(E) -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws(E) -> R {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues(updatingAt: place)
  await update(&values)
  return try await Scope.enter(values.sealed(at: place), operation)
}

/// Overrides services for the duration of an asynchronous operation, with an update that can throw.
///
/// When `update` throws, the scope is never entered.
///
/// - Parameters:
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload
public nonisolated(nonsending) func withInjectedValues<R>(
  _ update: nonisolated(nonsending) (inout InjectedValues) async throws -> Void,
  operation: nonisolated(nonsending) () async throws -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws -> R {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues(updatingAt: place)
  try await update(&values)
  return try await Scope.enter(values.sealed(at: place), operation)
}

/// Overrides services for an asynchronous operation, on top of the scope that a model was created
/// in.
///
/// - Parameters:
///   - model: The model to continue from.
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public nonisolated(nonsending) func withInjectedValues<Model, R, E: Error>(
  from model: Model,
  _ update: nonisolated(nonsending) (inout InjectedValues) async -> Void = { _ in },
  operation: nonisolated(nonsending) () async throws(E) -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws(E) -> R {
  let place = SourcePlace(fileID, line)
  let base = Scope.observed(.continuing(from: model))
  var values = InjectedValues(updating: base, at: place)
  await Scope.enter(base) { await update(&values) }
  return try await Scope.enter(values.sealed(at: place), operation)
}

/// Overrides services for an asynchronous operation, on top of the scope that a model was created
/// in, with an update that can throw.
///
/// - Parameters:
///   - model: The model to continue from.
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload
public nonisolated(nonsending) func withInjectedValues<Model, R>(
  from model: Model,
  _ update: nonisolated(nonsending) (inout InjectedValues) async throws -> Void,
  operation: nonisolated(nonsending) () async throws -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) async throws -> R {
  let place = SourcePlace(fileID, line)
  let base = Scope.observed(.continuing(from: model))
  var values = InjectedValues(updating: base, at: place)
  try await Scope.enter(base) { () async throws -> Void in try await update(&values) }
  return try await Scope.enter(values.sealed(at: place), operation)
}
