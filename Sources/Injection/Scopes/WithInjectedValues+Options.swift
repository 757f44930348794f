/// Overrides services for the duration of an operation, and checks how they are used.
///
/// As the form without options.
///
/// - Parameters:
///   - options: What to check, in the test context.
///   - update: Assigns to the values.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@discardableResult
public func withInjectedValues<R, E: Error>(
  _ options: InjectedScopeOptions, _ update: (inout InjectedValues) -> Void = { _ in },
  operation: () throws(E) -> R, fileID: StaticString = #fileID, line: UInt = #line
) throws(E) -> R {
  try options.run(
    at: SourcePlace(fileID, line), { (values) throws(E) -> Void in update(&values) },
    operation: operation)
}

/// Overrides services for the duration of an operation, with an update that can throw, and checks
/// how they are used.
///
/// - Parameters:
///   - options: What to check, in the test context.
///   - update: Assigns to the values; when it throws, the scope is never entered.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload @discardableResult
public func withInjectedValues<R>(
  _ options: InjectedScopeOptions, _ update: (inout InjectedValues) throws -> Void,
  operation: () throws -> R, fileID: StaticString = #fileID, line: UInt = #line
) throws -> R {
  try options.run(at: SourcePlace(fileID, line), update, operation: operation)
}

/// Overrides services for the duration of an asynchronous operation, keeping the caller's
/// isolation, and checks how they are used.
///
/// - Parameters:
///   - options: What to check, in the test context.
///   - update: Assigns to the values; may wait for what it assigns.
///   - operation: Runs inside the scope.
///   - isolation: The caller's isolation.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@discardableResult
public func withInjectedValues<R, E: Error>(
  _ options: InjectedScopeOptions,
  _ update: @concurrent (inout InjectedValues) async -> Void = { _ in },
  operation: @concurrent () async throws(E) -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(E) -> R {
  try await options.run(
    at: SourcePlace(fileID, line), { (values) async throws(E) -> Void in await update(&values) },
    operation: operation, isolation: isolation)
}

/// Overrides services for the duration of an asynchronous operation, with an update that can throw,
/// and checks how they are used.
///
/// - Parameters:
///   - options: What to check, in the test context.
///   - update: Assigns to the values; when it throws, the scope is never entered.
///   - operation: Runs inside the scope.
///   - isolation: The caller's isolation.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload @discardableResult
public func withInjectedValues<R>(
  _ options: InjectedScopeOptions,
  _ update: @concurrent (inout InjectedValues) async throws -> Void,
  operation: @concurrent () async throws -> R,
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> R {
  try await options.run(
    at: SourcePlace(fileID, line), update, operation: operation, isolation: isolation)
}
