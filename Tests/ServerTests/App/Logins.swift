import Injection

/// The sessions of those who have logged in.
final class Logins: Sendable {
  private let sessions = Guarded<[String: InjectedSession]>([:])

  func logIn(_ user: User, token: String) {
    let session = InjectedSession { $0.user = user }
    session.onEnd(\.cart) { await $0.close() }
    sessions.withLock { $0[token] = session }
  }

  func session(of token: String) -> InjectedSession? { sessions.withLock { $0[token] } }

  /// Lets the requests that run end first, for a while.
  func logOut(_ token: String) async {
    let session = sessions.withLock { $0.removeValue(forKey: token) }
    await session?.end(drain: .seconds(5))
  }
}

/// Handles each request in the session of who asks.
struct LoginScope: HTTPMiddleware {
  let logins: Logins

  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    guard let session = request["x-token"].flatMap(logins.session(of:)) else {
      return HTTPResponse("Log in.", status: 401)
    }
    return try await session.run { try await RequestScope().handle(request, next: next) }
  }
}

/// What somebody collects while logged in.
actor Cart {
  private var items: [String] = []
  // Not a dependency: each request overrides the logger, and would have a cart of its own.
  private let logger = InjectedValues.peek(\.logger)

  func add(_ item: String) -> Int {
    items.append(item)
    return items.count
  }

  func close() { logger.info("cart: closed with \(items.count)") }
}

enum CartKey: InjectedKey {
  static var liveValue: Cart { Cart() }
  static var testValue: Cart { Cart() }
  static var lifetime: InjectedLifetime { .session }
}

extension InjectedValues {
  var cart: Cart { self[CartKey.self] }
}
