import Foundation
import Injection

/// Opens a session for each request, for values that have to be closed when the request is over.
struct RequestSession: HTTPMiddleware {
  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    let session = InjectedSession {
      $0.requestID = request["x-request-id"] ?? UUID().uuidString
      $0.user = User(name: request["x-user"] ?? "nobody")
      $0.trace = Trace(parent: request["traceparent"])
      $0.logger.metadata["request"] = $0.requestID
    }
    session.onEnd(\.transaction) { await $0.end() }
    do {
      return try await session.run { try await next(request) }.ending(session)
    } catch {
      await session.end()
      throw error
    }
  }
}

extension HTTPResponse {
  /// The same response; the session ends when its body has been written, or cannot be.
  func ending(_ session: InjectedSession) async -> HTTPResponse {
    guard case .stream(let write) = body else {
      await session.end()
      return self
    }
    let owner = SessionOwner(session)
    var response = self
    response.body = .stream { writer in
      do {
        try await owner.session.run { try await write(&writer) }
      } catch {
        await owner.session.end()
        throw error
      }
      await owner.session.end()
    }
    return response
  }
}

/// Ends a session when it goes: a client may leave before its body begins, and then nobody runs that.
private final class SessionOwner: Sendable {
  let session: InjectedSession

  init(_ session: InjectedSession) { self.session = session }

  deinit {
    if !session.isEnded { Task { [session] in await session.end() } }
  }
}

/// What a request does to the database, all or nothing; one for each session.
actor Transaction {
  private let logger = injected(\.logger)
  private let life = Life()

  func end() { logger.info("transaction: ended") }
}

enum TransactionKey: InjectedKey {
  static var liveValue: Transaction { Transaction() }
  static var testValue: Transaction { Transaction() }
  static var lifetime: InjectedLifetime { .session }
}

extension InjectedValues {
  var transaction: Transaction { self[TransactionKey.self] }
}
