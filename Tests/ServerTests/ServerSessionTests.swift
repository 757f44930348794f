import Injection
import TestSupport
import Testing

@Suite("Server: a session for each request")
struct ServerSessionTests {
  @Test("It ends with the response, also where the handler throws, or cannot commit")
  func ends() async throws {
    struct Failure: Error {}
    let log = Journal()
    try await withApp(
      log: log,
      RequestSession().around { request in
        let transaction = injected(\.transaction)
        if request.path == "/throw" { throw Failure() }
        if request.path == "/conflict" { await transaction.noteConflict() }
        try await transaction.commit()
        return HTTPResponse(injected(\.notebook).stamps.joined(separator: "\n"))
      }
    ) { port in
      let answer = try await ask(port, id: "1")
      #expect(Set(answer.lines) == ["1 Ada"])
      #expect(log.requests("committed") == ["1"], "It has ended when the client has the answer.")
      expectEqual(try await ask(port, "/throw", id: "2").status, 500)
      #expect(log.requests("undone") == ["2"])
      let status = try await ask(port, "/conflict", id: "3").status
      #expect(status == 500, "The client hears of a commit that fails.")
      #expect(log.requests("undone") == ["2", "3"])
    }
  }

  @Test("It ends after the streamed body, which has the session's values")
  func stream() async throws {
    let log = Journal()
    let last = Gate()
    try await withApp(
      log: log,
      RequestSession().around { _ in
        let transaction = injected(\.transaction)
        return HTTPResponse { writer in
          #expect(injected(\.transaction) === transaction)
          try await writer.write(currentStamp())
          await last.wait()
          try await transaction.commit()
        }
      }
    ) { port in
      var client = try HTTPClient(port: port)
      let fields = ["x-request-id": "7", "x-user": "Ada"]
      try await client.send(HTTPRequest(path: "/", fields: fields))
      _ = try await client.head()
      expectEqual(try await client.piece(), "7 Ada")
      #expect(log.ends == [])
      last.open()
      expectEqual(try await client.piece(), nil)
      #expect(log.requests("committed") == ["7"])
    }
  }

  @Test(
    "It ends where the client leaves in the midst of the stream, or before it", arguments: [0, 1])
  func hangUps(pieces: Int) async throws {
    let log = Journal()
    let (entered, left) = (Gate(), Gate())
    try await withApp(
      log: log,
      RequestSession().around { _ in
        _ = injected(\.transaction)
        entered.open()
        if pieces == 0 { await left.wait() }
        return HTTPResponse { writer in
          while true { try await writer.write(currentStamp()) }
        }
      }
    ) { port in
      try await hangUp(port, after: pieces, ["x-request-id": "7"], once: entered)
      left.open()
      await log.line(endingIn: "transaction: undone")
    }
    #expect(log.ends == ["7"])
  }

  @Test("A body that nobody writes ends it as well")
  func dropped() async throws {
    let log = Journal()
    let app = RequestSession().around { _ in
      _ = injected(\.transaction)
      return HTTPResponse { _ in Issue.record("The body was written.") }
    }
    try await withApp(log: log) { request in
      _ = try await app(request)
      return HTTPResponse("")
    } _: {
      _ = try await ask($0, id: "7")
      await log.line(endingIn: "transaction: undone")
    }
    #expect(log.ends == ["7"])
  }

  @Test("A teardown that throws is reported, and keeps no other from running")
  func throwing() async throws {
    struct Failure: Error {}
    let log = Journal()
    let report = try await issueReport {
      try await withApp(log: log) { _ in
        let session = InjectedSession { $0.requestID = "7" }
        session.onEnd(\.transaction) { await $0.close() }
        session.onEnd(AuditKey.self) { _ in throw Failure() }
        let response = session.run {
          _ = injected(\.transaction)
          return HTTPResponse(injected(\.audit).stamp)
        }
        return await response.ending(session)
      } _: {
        expectEqual(try await ask($0).text, "7 nobody")
      }
    }
    #expect(report.contains("the teardown of AuditKey failed"))
    #expect(log.lines.contains("transaction: undone"))
  }
}
