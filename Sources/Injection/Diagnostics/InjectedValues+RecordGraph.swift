extension InjectedValues {
  /// Records which keys an operation resolves, and which keys each of them was built from.
  ///
  /// ```swift
  /// let graph = InjectedValues.recordGraph { injected(\.landmarkService) }
  /// print(graph.mermaid)
  /// ```
  ///
  /// A value that was built before the operation is shown with what its build read. Task-local:
  /// inherited by `Task {}`, `async let` and task groups, and by scopes that the operation enters;
  /// not by `Task.detached`, dispatch queues and callbacks. What a task that outlives the operation
  /// reads later is not shown. Reads cost more while a recording runs around them, and later
  /// in what was made inside.
  ///
  /// - Parameters:
  ///   - operation: What to run; its result is dropped.
  ///   - fileID: The file that records, for messages.
  ///   - line: The line that records, for messages.
  /// - Returns: What was resolved.
  /// - Throws: What the operation throws.
  public static func recordGraph<R>(
    _ operation: () throws -> R, fileID: StaticString = #fileID, line: UInt = #line
  ) rethrows -> InjectedGraph {
    let recording = GraphRecording()
    defer { _ = recording.end() }
    let scope = Scope.watched(.enclosing, by: [recording], at: SourcePlace(fileID, line))
    _ = try Scope.binding.withValue(InjectedValues(scope: scope)) { try operation() }
    return InjectedGraph(recording.end())
  }

  /// Records which keys an asynchronous operation resolves, keeping the caller's isolation.
  ///
  /// As the synchronous form.
  ///
  /// - Parameters:
  ///   - operation: What to run; its result is dropped.
  ///   - isolation: The caller's isolation.
  ///   - fileID: The file that records, for messages.
  ///   - line: The line that records, for messages.
  /// - Returns: What was resolved.
  /// - Throws: What the operation throws.
  public static func recordGraph<R>(
    _ operation: @concurrent () async throws -> R,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async rethrows -> InjectedGraph {
    let recording = GraphRecording()
    defer { _ = recording.end() }
    let scope = Scope.watched(.enclosing, by: [recording], at: SourcePlace(fileID, line))
    _ = try await Scope.binding.withValue(InjectedValues(scope: scope)) { try await operation() }
    return InjectedGraph(recording.end())
  }
}
