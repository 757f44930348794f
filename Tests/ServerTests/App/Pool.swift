import Injection

/// What a logging system asks for each line, wherever it is written.
///
/// For swift-log, `Logger.MetadataProvider { ["request": "\(InjectedValues.peek(\.requestID))"] }`.
let metadataProvider: @Sendable () -> [String: String] = {
  ["request": InjectedValues.peek(\.requestID)]
}

/// One for all requests, though it logs in the first.
final class Pool: Sendable {
  init() {
    let logger = InjectedValues.peek(\.logger)
    logger.info("pool: open for \(metadataProvider()["request"] ?? "nobody")")
  }
}

enum PoolKey: InjectedKey {
  static var liveValue: Pool { Pool() }
  static var testValue: Pool { Pool() }
}

/// A task-local of somebody else's, such as that of a tracing library.
enum ServiceContext {
  @TaskLocal static var trace = "none"
}

/// Wrong: what is read here is no key, so that nothing is built anew where it is another.
enum BridgedTraceKey: InjectedKey {
  static var liveValue: String { ServiceContext.trace }
  static var testValue: String { ServiceContext.trace }
  static var lifetime: InjectedLifetime { .transient }
}

/// Right: the middleware sets it, from the task-local or from the request.
struct TraceScope: HTTPMiddleware {
  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    try await withInjectedValues {
      $0.trace = Trace(parent: ServiceContext.trace)
    } operation: {
      try await next(request).carrying(.current)
    }
  }
}

extension InjectedValues {
  var pool: Pool { self[PoolKey.self] }
  var bridgedTrace: String { self[BridgedTraceKey.self] }
}
