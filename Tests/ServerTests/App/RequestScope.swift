import Foundation
import Injection

/// Opens a scope for each request.
struct RequestScope: HTTPMiddleware {
  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    try await withInjectedValues {
      $0.requestID = request["x-request-id"] ?? UUID().uuidString
      $0.user = User(name: request["x-user"] ?? "nobody")
      $0.trace = Trace(parent: request["traceparent"])
      $0.logger.metadata["request"] = $0.requestID
    } operation: {
      try await next(request).carrying(.current)
    }
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
