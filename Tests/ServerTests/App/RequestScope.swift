import Foundation
import Injection

/// Opens a scope for each request.
struct RequestScope: HTTPMiddleware {
  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    try await withInjectedValues {
      $0.set(from: request)
    } operation: {
      try await next(request).carrying(.current)
    }
  }
}

extension InjectedValues {
  /// Sets what a request brings.
  mutating func set(from request: HTTPRequest) {
    identify(request)
    user = User(name: request["x-user"] ?? "nobody")
  }

  /// Sets what tells a request from others.
  mutating func identify(_ request: HTTPRequest) {
    requestID = request["x-request-id"] ?? UUID().uuidString
    trace = Trace(parent: request["traceparent"])
    logger.metadata["request"] = requestID
  }
}

extension HTTPResponse {
  /// The same response, whose body is written in a scope.
  func carrying(_ values: InjectedValues) -> HTTPResponse {
    guard case .stream(let write) = body else { return self }
    var response = self
    response.body = .stream { writer in
      try await values.run { try await write(&writer) }
    }
    return response
  }
}
