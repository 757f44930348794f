import Injection

/// Opens a session for each request, for values that have to be closed when the request is over.
struct RequestSession: HTTPMiddleware {
  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    let session = InjectedSession { $0.set(from: request) }
    session.onEnd(\.transaction) { await $0.close() }
    do {
      return try await session.run { try await next(request) }.ending(session)
    } catch {
      await session.end(throwing: error)
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
    let owner = SessionOwner(session: session)
    var response = self
    response.body = .stream { writer in
      do {
        try await owner.session.run { try await write(&writer) }
        await owner.session.end()
      } catch {
        await owner.session.end(throwing: error)
        throw error
      }
    }
    return response
  }
}

/// Ends a session when it goes: a client may leave before its body begins, and then nobody runs that.
private struct SessionOwner: ~Copyable, Sendable {
  let session: InjectedSession

  deinit {
    if !session.isEnded { Task { [session] in await session.end(throwing: CancellationError()) } }
  }
}

/// What a request does to the database, all or nothing; one for each session.
actor Transaction {
  private let logger = injected(\.logger)
  private let life = Life()
  private var hasConflict = false
  private var isCommitted = false

  struct Conflict: Error {}

  /// Notes that another one has written what this one has read.
  func noteConflict() { hasConflict = true }

  func commit() throws {
    if hasConflict { throw Conflict() }
    isCommitted = true
  }

  /// Undoes what was not committed, and gives the connection back.
  func close() { logger.info("transaction: \(isCommitted ? "committed" : "undone")") }
}

enum TransactionKey: InjectedKey {
  static var liveValue: Transaction { Transaction() }
  static var testValue: Transaction { Transaction() }
  static var lifetime: InjectedLifetime { .session }
}

extension InjectedValues {
  var transaction: Transaction { self[TransactionKey.self] }
}
