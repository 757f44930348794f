import Injection

/// The sessions of those who have logged in.
final class Logins: Sendable {
  private let sessions = Guarded<[String: InjectedSession]>([:])

  /// Called outside the request's scope, which the session would hold, with all that was built for it.
  func logIn(_ user: User, token: String) {
    let session = InjectedSession {
      $0.user = user
      $0.register(CartKey.self) { Cart() }
    }
    session.onEnd(\.cart) { await $0.close() }
    sessions.withLock { $0[token] = session }
  }

  func session(of token: String) -> InjectedSession? { sessions.withLock { $0[token] } }

  /// Lets the requests that run end first, for a while.
  func logOut(_ token: String, drain: Duration = .seconds(5)) async {
    let session = sessions.withLock { $0.removeValue(forKey: token) }
    await session?.end(drain: drain)
  }
}

/// Handles each request in the session of who asks.
struct LoginScope: HTTPMiddleware {
  let logins: Logins

  func handle(_ request: HTTPRequest, next: HTTPHandler) async throws -> HTTPResponse {
    guard let session = request["x-token"].flatMap(logins.session(of:)) else {
      return HTTPResponse("Log in.", status: 401)
    }
    return try await session.run {
      try await withInjectedValues {
        $0.identify(request)
      } operation: {
        try await next(request).carrying(.current)
      }
    }
    .running(in: session)
  }
}

extension HTTPResponse {
  /// The same response, for whose body a session's end waits as well.
  func running(in session: InjectedSession) -> HTTPResponse {
    guard case .stream(let write) = body else { return self }
    var response = self
    response.body = .stream { writer in
      try await session.run { try await write(&writer) }
    }
    return response
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

/// Who has not logged in has none.
enum CartKey: InjectedInterfaceKey {
  static var testValue: Cart { Cart() }
}

extension InjectedValues {
  var cart: Cart { self[CartKey.self] }
}
