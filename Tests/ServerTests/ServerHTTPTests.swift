import TestSupport
import Testing

/// The server that these tests have.
@Suite("Server: HTTP on the loopback")
struct ServerHTTPTests {
  @Test("A connection is kept from request to request")
  func kept() async throws {
    try await withServer {
      HTTPResponse("\($0.method) \($0.path) \($0["x-name"] ?? "") \($0.body)")
    } _: { port in
      var client = try HTTPClient(port: port)
      for number in 0..<3 {
        let answer = try await client.get("/\(number)", ["X-Name": "a: b"])
        #expect(answer.text == "GET /\(number) a: b ")
      }
      try await client.send(HTTPRequest(method: "POST", path: "/", body: "tea\nrice"))
      let head = try await client.head()
      #expect(head.status == 200 && head.fields["content-length"] == "16")
    }
  }

  @Test("A streamed body arrives piece by piece")
  func streamed() async throws {
    let next = [Gate(), Gate()]
    try await withServer { _ in
      HTTPResponse { writer in
        for (number, gate) in next.enumerated() {
          try await writer.write("\(number)")
          await gate.wait()
        }
      }
    } _: { port in
      var client = try HTTPClient(port: port)
      for _ in 0..<2 {
        try await client.send(HTTPRequest(path: "/"))
        expectEqual(try await client.head().fields["transfer-encoding"], "chunked")
        for (number, gate) in next.enumerated() {
          expectEqual(try await client.piece(), "\(number)")
          gate.open()
        }
        expectEqual(try await client.piece(), nil)
      }
    }
  }

  @Test("A big body is taken whole")
  func big() async throws {
    try await withServer {
      HTTPResponse($0.body)
    } _: { port in
      var client = try HTTPClient(port: port)
      let text = String(repeating: "0123456789", count: 100_000)
      try await client.send(HTTPRequest(method: "POST", path: "/", body: text))
      let head = try await client.head()
      #expect(head.fields["content-length"] == "1000000")
    }
  }

  @Test("What a handler throws is an answer; what a stream throws breaks the connection")
  func failures() async throws {
    struct Failure: Error {}
    try await withServer { request in
      if request.path == "/throw" { throw Failure() }
      return HTTPResponse { writer in
        try await writer.write("a")
        throw Failure()
      }
    } _: { port in
      var client = try HTTPClient(port: port)
      expectEqual(try await client.get("/throw").status, 500)
      try await client.send(HTTPRequest(path: "/stream"))
      _ = try await client.head()
      expectEqual(try await client.piece(), "a")
      await #expect(throws: SocketError.self) { _ = try await client.piece() }
    }
  }

  @Test("A stream whose client has gone is told so")
  func hungUp() async throws {
    let told = Gate()
    try await withServer { _ in
      HTTPResponse { writer in
        do {
          while true { try await writer.write("more") }
        } catch {
          told.open()
          throw error
        }
      }
    } _: { port in
      try await hangUp(port, after: 1)
      await told.wait()
    }
  }

  @Test("What is no HTTP closes the connection, and nothing else")
  func malformed() async throws {
    try await withServer { _ in
      HTTPResponse("ok")
    } _: { port in
      var stray = try HTTPClient(port: port)
      try await stray.send(HTTPRequest(method: "a b c d", path: "/"))
      await #expect(throws: (any Error).self) { _ = try await stray.head() }
      expectEqual(try await ask(port).text, "ok")
    }
  }

  @Test("A server that is shut down answers what it has taken, and closes what is idle")
  func shutDown() async throws {
    let (entered, leave) = (Gate(), Gate())
    let server = try HTTPServer { request in
      if request.path == "/slow" {
        entered.open()
        await leave.wait()
      }
      return HTTPResponse("ok")
    }
    async let running: Void = server.run()
    var idle = try HTTPClient(port: server.port)
    expectEqual(try await idle.get("/").text, "ok")
    async let slow = ask(server.port, "/slow")
    await entered.wait()
    server.shutDown()
    await #expect(throws: (any Error).self) { _ = try await idle.head() }
    leave.open()
    expectEqual(try await slow.text, "ok")
    try await running
  }

  private func withServer(
    _ handler: @escaping HTTPHandler, _ body: (UInt16) async throws -> Void
  ) async throws {
    let server = try HTTPServer(handler)
    async let running: Void = server.run()
    defer { server.shutDown() }
    try await body(server.port)
    server.shutDown()
    try await running
  }
}

/// Asks for a stream, and goes away after so many pieces.
func hangUp(
  _ port: UInt16, _ path: String = "/", after pieces: Int, _ fields: [String: String] = [:],
  once heard: Gate? = nil
) async throws {
  var client = try HTTPClient(port: port)
  try await client.send(HTTPRequest(path: path, fields: fields))
  await heard?.wait()
  if pieces > 0 { _ = try await client.head() }
  for _ in 0..<pieces { _ = try await client.piece() }
  client.hangUp()
}
