import Injection
import TestSupport
import Testing

@Suite("Server: a session for each login")
struct ServerLoginTests {
  @Test("All requests of a login share its session's values, and end with it")
  func login() async throws {
    let log = Journal()
    try await withApp(log: log, Self.app) { port in
      for token in ["a", "b"] { _ = try await Self.ask(port, "/login", token) }
      for (token, wanted) in [("a", "1"), ("a", "2"), ("b", "1"), ("a", "3")] {
        let answer = try await Self.ask(port, "/add", token)
        #expect(answer.text == wanted)
      }
      var status = try await Self.ask(port, "/add", "c").status
      #expect(status == 401)
      _ = try await Self.ask(port, "/logout", "a")
      status = try await Self.ask(port, "/add", "a").status
      #expect(status == 401)
      let answer = try await Self.ask(port, "/add", "b")
      #expect(answer.text == "2")
      _ = try await Self.ask(port, "/logout", "b")
    }
    let closed = log.lines.filter { $0.contains("cart") }
    #expect(closed.map { $0.suffix(1) } == ["3", "2"])
  }

  /// Logs in and out, and adds to a cart.
  private static var app: HTTPHandler {
    let logins = Logins()
    let add = LoginScope(logins: logins).around { _ in
      let count = await injected(\.cart).add("tea")
      return HTTPResponse("\(count)")
    }
    return { request in
      let token = request["x-token"] ?? ""
      switch request.path {
      case "/login": logins.logIn(User(name: "user \(token)"), token: token)
      case "/logout": await logins.logOut(token)
      default: return try await add(request)
      }
      return HTTPResponse("")
    }
  }

  private static func ask(
    _ port: UInt16, _ path: String, _ token: String
  ) async throws -> HTTPClient.Answer {
    var client = try HTTPClient(port: port)
    return try await client.get(path, ["x-token": token])
  }
}
