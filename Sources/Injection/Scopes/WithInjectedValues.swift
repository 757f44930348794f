/// Overrides services for the duration of an operation.
///
/// ```swift
/// withInjectedValues {
///   $0.userService = MockUserService()
/// } operation: {
///   injected(\.userService)  // the mock
/// }
/// ```
///
/// `update` runs once, in the enclosing scope, and sees its own earlier assignments. It may change a part
/// of a key that has no value (`$0.api.fetch = …`); such a key that it reads and does not assign is reported
/// when it has ended, which ends the process in the live context. The scope is inherited by `Task {}`,
/// `async let` and task groups; `Task.detached`, dispatch queues and callbacks do not inherit it (see
/// ``InjectedValues/current``). Defaults that read an overridden key are built anew inside. Return, throw
/// and cancellation restore the outer scope.
///
/// - Parameters:
///   - update: Assigns to the values.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
/// - Complexity: O(*n*) for *n* assignments, whatever is already overridden.
@inlinable @discardableResult
public func withInjectedValues<R, E: Error>(
  _ update: (inout InjectedValues) -> Void, operation: () throws(E) -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) throws(E) -> R {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues(updatingAt: place)
  let beginning = values.beginning
  update(&values)
  return try Scope.enter(values.sealed(at: place, begunAs: beginning), operation)
}

/// Overrides services for the duration of an operation, with an update that can throw.
///
/// As the form whose update does not throw; when `update` throws, the scope is never entered.
///
/// - Parameters:
///   - update: Assigns to the values.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload @discardableResult
public func withInjectedValues<R, E: Error>(
  _ update: (inout InjectedValues) throws -> Void, operation: () throws(E) -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) throws -> R {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues(updatingAt: place)
  return try Scope.enter(values.changed(at: place, by: update), operation)
}

/// Overrides services on top of the scope that a model was created in.
///
/// For children that a model creates: they continue in the scope that the model reads in from here, which is
/// the model's own scope with what is new around the caller. The own scope is that of the first stored
/// `Injected` that reflection finds in the model, its superclasses or its stored structures; the model may be
/// an `Injected` itself. A model without one, or a `nil`, goes on in the caller's scope.
///
/// Reflection reads the stored properties that are declared before that `Injected`. So call this where they may
/// be read, as on the main actor for a model of the main actor's, or declare the `@Injected` first. An actor's
/// properties are read in the actor alone: elsewhere, the process ends, as with `preconditionIsolated`.
///
/// - Parameters:
///   - model: The model to continue from.
///   - update: Assigns to the values.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@discardableResult
public func withInjectedValues<Model, R, E: Error>(
  from model: Model, _ update: (inout InjectedValues) -> Void = { _ in },
  operation: () throws(E) -> R, fileID: StaticString = #fileID, line: UInt = #line
) throws(E) -> R {
  try Scope.enter(Scope.made(on: model, at: SourcePlace(fileID, line), by: update), operation)
}

/// Overrides services on top of the scope that a model was created in, with an update that can
/// throw.
///
/// - Parameters:
///   - model: The model to continue from.
///   - update: Assigns to the values.
///   - operation: Runs inside the scope.
///   - fileID: The file that makes the scope, for messages.
///   - line: The line that makes the scope, for messages.
/// - Returns: What the operation returns.
/// - Throws: What the update or the operation throws.
@_disfavoredOverload @discardableResult
public func withInjectedValues<Model, R, E: Error>(
  from model: Model, _ update: (inout InjectedValues) throws -> Void,
  operation: () throws(E) -> R, fileID: StaticString = #fileID, line: UInt = #line
) throws -> R {
  try Scope.enter(Scope.made(on: model, at: SourcePlace(fileID, line), by: update), operation)
}

extension Scope {
  /// Makes a scope by an update, and runs the update in the scope of a model.
  fileprivate static func made<E: Error>(
    on model: Any, at place: SourcePlace, by update: (inout InjectedValues) throws(E) -> Void
  ) throws(E) -> Scope? {
    let base = observed(continuing(from: model))
    var values = InjectedValues(updating: base, at: place)
    return try enter(base) { () throws(E) -> Scope? in
      try values.changed(at: place, by: update)
    }
  }
}
