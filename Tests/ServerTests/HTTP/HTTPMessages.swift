/// What a client asks for.
struct HTTPRequest: Sendable {
  var method = "GET"
  let path: String
  /// The fields of the head, whose names are in lower case.
  var fields: [String: String] = [:]
  var body = ""

  subscript(field: String) -> String? { fields[field] }
}

/// What it is answered with.
struct HTTPResponse: Sendable {
  enum Body: Sendable {
    case text(String)
    /// Written piece by piece, after the handler and all middleware have returned.
    case stream(@Sendable (inout any HTTPBodyWriter) async throws -> Void)
  }

  var status = 200
  var fields: [String: String] = [:]
  var body: Body

  init(_ text: String, status: Int = 200) {
    self.status = status
    body = .text(text)
  }

  init(stream: @escaping @Sendable (inout any HTTPBodyWriter) async throws -> Void) {
    body = .stream(stream)
  }
}

/// Where a streamed body is written; belongs to its connection, and is not Sendable.
protocol HTTPBodyWriter {
  /// Writes a piece, and waits until the client takes it.
  ///
  /// - Throws: A `SocketError` where the client has gone.
  mutating func write(_ text: String) async throws
}

typealias HTTPHandler = @Sendable (HTTPRequest) async throws -> HTTPResponse

/// What stands around handlers.
protocol HTTPMiddleware: Sendable {
  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse
}

extension HTTPMiddleware {
  /// A handler with the middleware around it.
  func around(_ handler: @escaping HTTPHandler) -> HTTPHandler {
    { request in try await handle(request, next: handler) }
  }
}
