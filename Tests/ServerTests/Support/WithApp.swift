import Injection
import TestSupport
import Testing

/// Runs the app on a server of its own, in the live context, and a body beside it.
func withApp(
  log: Journal = Journal(), _ handler: @escaping HTTPHandler,
  _ body: (_ port: UInt16) async throws -> Void
) async throws {
  try await withInjectedValues {
    $0.context = .live
    $0.logger = Logger { log.add($0) }
  } operation: {
    let server = try HTTPServer(handler)
    async let app: Void = runApp(server)
    do {
      try await body(server.port)
      server.shutDown()
      try await app
    } catch {
      server.shutDown()
      throw error
    }
  }
}

/// What an answer is to a request of a user's.
func ask(
  _ port: UInt16, _ path: String = "/", id: String = "1", user: String = "Ada"
) async throws -> HTTPClient.Answer {
  var client = try HTTPClient(port: port)
  return try await client.get(path, ["x-request-id": id, "x-user": user])
}

/// Expects two values to be equal: what `#expect` does, but in closures that throw too.
func expectEqual<Value: Equatable>(
  _ value: Value, _ wanted: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(value == wanted, sourceLocation: sourceLocation)
}
