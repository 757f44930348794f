/// Makes a closure that reports a call and throws, of any number of arguments.
///
/// For the endpoints of a service that a test does not expect to be called:
///
/// ```swift
/// struct LandmarkService: Sendable {
///   var fetch: @Sendable (Int) async throws -> Landmark = unimplemented("LandmarkService.fetch")
///   var count: @Sendable () -> Int = unimplemented("LandmarkService.count", placeholder: 0)
///   var refresh: @Sendable () -> Void = unimplemented("LandmarkService.refresh")
/// }
/// ```
///
/// In the test context a call reports an issue that names the endpoint and where it was made; then
/// a throwing endpoint throws ``UnimplementedError``, another gives its `placeholder`, and one that
/// gives `Void` returns. In the other contexts a call ends the process with the same message. The
/// context is that of the caller's scope.
///
/// One closure serves asynchronous, `@concurrent` and main-actor endpoints: it waits for nothing,
/// and converts to each. An endpoint with typed throws takes the form with a placeholder, or the one that
/// gives nothing, and does not throw: no value of its error type is known.
///
/// - Parameters:
///   - endpoint: The endpoint's name, for messages.
///   - fileID: The file that makes the closure, for messages.
///   - line: The line that makes the closure, for messages.
/// - Returns: A closure that reports, and throws ``UnimplementedError``.
public func unimplemented<each A, R>(
  _ endpoint: String, fileID: StaticString = #fileID, line: UInt = #line
) -> @Sendable (repeat each A) throws -> R {
  let error = UnimplementedError(endpoint: endpoint, fileID: fileID, line: line)
  return { (_: repeat each A) throws -> R in
    IssueReporter.unimplemented(error)
    throw error
  }
}

/// Makes a closure that reports a call and gives a placeholder, of any number of arguments.
///
/// For endpoints that do not throw: there has to be something to return.
///
/// - Parameters:
///   - endpoint: The endpoint's name, for messages.
///   - placeholder: What a call in the test context gives; evaluated at each call.
///   - fileID: The file that makes the closure, for messages.
///   - line: The line that makes the closure, for messages.
/// - Returns: A closure that reports, and gives the placeholder.
public func unimplemented<each A, R>(
  _ endpoint: String, placeholder: @autoclosure @escaping @Sendable () -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) -> @Sendable (repeat each A) -> R {
  unimplemented(
    endpoint, mending: nil, placeholder: placeholder(), fileID: fileID, line: line)
}

/// Makes a closure that reports a call and returns, of any number of arguments.
///
/// For endpoints that neither throw nor give anything.
///
/// - Parameters:
///   - endpoint: The endpoint's name, for messages.
///   - fileID: The file that makes the closure, for messages.
///   - line: The line that makes the closure, for messages.
/// - Returns: A closure that reports.
@_disfavoredOverload
public func unimplemented<each A>(
  _ endpoint: String, fileID: StaticString = #fileID, line: UInt = #line
) -> @Sendable (repeat each A) -> Void {
  unimplemented(endpoint, placeholder: (), fileID: fileID, line: line)
}

/// Makes a closure as `unimplemented(_:placeholder:)` does, whose message says what to write.
package func unimplemented<each A, R>(
  _ endpoint: String, mending: String?, placeholder: @autoclosure @escaping @Sendable () -> R,
  fileID: StaticString = #fileID, line: UInt = #line
) -> @Sendable (repeat each A) -> R {
  let error = UnimplementedError(endpoint: endpoint, mending: mending, fileID: fileID, line: line)
  return { (_: repeat each A) -> R in
    IssueReporter.unimplemented(error)
    return placeholder()
  }
}
