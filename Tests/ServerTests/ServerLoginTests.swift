import Injection
import TestSupport
import Testing

@Suite("Server: a session for each login")
struct ServerLoginTests {
  @Test("All requests of a login share its session's values, and end with it")
  func login() async throws {
    let log = Journal()
    try await withApp(log: log, Self.app()) { port in
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

  @Test("A login that is left at the app's end is closed with it, before the database")
  func left() async throws {
    let log = Journal()
    try await withApp(log: log, Self.app()) { port in
      _ = try await Self.ask(port, "/login", "a")
      _ = try await Self.ask(port, "/add", "a")
    }
    let closed = log.lines.filter { $0.contains("closed") }
    #expect(closed.map { $0.split(separator: " ").last } == ["1", "closed"])
    #expect(closed.first?.contains("cart: closed with 1") == true)
  }

  @Test("A logout waits for the requests that run, and lets no other begin")
  func logOut() async throws {
    let log = Journal()
    let (entered, leave) = (Gate(), Gate())
    let app = Self.app { cart in
      entered.open()
      await leave.wait()
      #expect(injected(\.cart) === cart)
      injected(\.logger).info("cart: served")
    }
    try await withApp(log: log, app) { port in
      _ = try await Self.ask(port, "/login", "a")
      async let answer = Self.ask(port, "/add", "a")
      await entered.wait()
      async let out = Self.ask(port, "/logout", "a")
      while case let status = try await Self.ask(port, "/status", "a").status, status != 401 {}
      leave.open()
      expectEqual(try await answer.text, "1")
      _ = try await out
    }
    let lines = log.lines.filter { $0.contains("cart: ") }
    #expect(lines.map { $0.split(separator: "cart: ").last } == ["served", "closed with 1"])
  }

  @Test("A logout waits for a body that is being written")
  func stream() async throws {
    let log = Journal()
    let last = Gate()
    let logins = Logins()
    let stream = LoginScope(logins: logins).around { _ in
      HTTPResponse { writer in
        _ = await injected(\.cart).add("tea")
        try await writer.write(currentStamp())
        await last.wait()
        injected(\.logger).info("cart: served")
      }
    }
    try await withApp(log: log, stream) { port in
      logins.logIn(User(name: "Ada"), token: "a")
      var client = try HTTPClient(port: port)
      let fields = ["x-token": "a", "x-request-id": "7", "x-user": "Eve"]
      try await client.send(HTTPRequest(path: "/", fields: fields))
      _ = try await client.head()
      expectEqual(try await client.piece(), "7 Ada")
      async let out: Void = logins.logOut("a", drain: .seconds(3_600))
      while logins.session(of: "a") != nil { await Task.yield() }
      last.open()
      await out
      expectEqual(try await client.piece(), nil)
    }
    let lines = log.lines.filter { $0.contains("cart: ") }
    #expect(lines.map { $0.split(separator: "cart: ").last } == ["served", "closed with 1"])
  }

  @Test("Where requests have sessions as well, the cart is the login's")
  func sessions() async throws {
    let logins = Logins()
    logins.logIn(User(name: "Ada"), token: "a")
    let login = try #require(logins.session(of: "a"))
    for count in 1...2 {
      await login.run {
        let request = InjectedSession { $0.requestID = "7" }
        let items = await request.run { await injected(\.cart).add("tea") }
        #expect(items == count)
        await request.end()
      }
    }
    await logins.logOut("a", drain: .seconds(3_600))
  }

  @Test("A request that goes on after the logout is reported, and has what it holds")
  func ended() async throws {
    let log = Journal()
    let report = try await issueReport {
      try await withApp(log: log) { _ in
        let login = InjectedSession {
          $0.user = User(name: "Ada")
          $0.register(CartKey.self) { Cart() }
        }
        login.onEnd(\.cart) { await $0.close() }
        return await login.run {
          let cart = injected(\.cart)
          await login.end()
          #expect(injected(\.cart) === cart)
          #expect(injected(\.user).name == "Ada")
          return HTTPResponse("\(await cart.add("tea"))")
        }
      } _: { port in
        expectEqual(try await Self.ask(port, "/", "a").text, "1")
      }
    }
    #expect(report.contains("'cart' read CartKey through the session of ServerTests/"))
    #expect(report.contains("Let such tasks finish before 'end()'"))
    #expect(log.lines.filter { $0.contains("cart") } == ["cart: closed with 0"])
  }

  /// Logs in and out, and adds to a cart.
  private static func app(
    _ serve: @escaping @Sendable (Cart) async -> Void = { _ in }
  ) -> HTTPHandler {
    let logins = Logins()
    let add = LoginScope(logins: logins).around { request in
      if request.path == "/status" { return HTTPResponse("") }
      #expect(injected(\.user).name == "user \(request["x-token"] ?? "")")
      let cart = injected(\.cart)
      await serve(cart)
      return HTTPResponse("\(await cart.add("tea"))")
    }
    return { request in
      let token = request["x-token"] ?? ""
      switch request.path {
      case "/login": logins.logIn(User(name: "user \(token)"), token: token)
      case "/logout": await logins.logOut(token, drain: .seconds(3_600))
      default: return try await add(request)
      }
      return HTTPResponse("")
    }
  }

  private static func ask(
    _ port: UInt16, _ path: String, _ token: String
  ) async throws -> HTTPClient.Answer {
    var client = try HTTPClient(port: port)
    return try await client.get(path, ["x-token": token, "x-user": "Eve"])
  }
}
