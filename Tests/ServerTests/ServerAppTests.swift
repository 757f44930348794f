import Foundation
import Injection
import TestSupport
import Testing

@Suite("Server: what the app owns")
struct ServerAppTests {
  @Test(
    "The database is opened once, shared by all requests and their sessions, and closed at the end")
  func database() async throws {
    let log = Journal()
    try await withApp(log: log) { request in
      let handler: HTTPHandler = { _ in
        try await injected(\.notes).add(request.path)
        return HTTPResponse(try await injected(\.notes).all().joined(separator: " "))
      }
      let middleware: any HTTPMiddleware =
        request.path == "/scope" ? RequestScope() : RequestSession()
      return try await middleware.handle(request, next: handler)
    } _: { port in
      expectEqual(try await ask(port, "/scope").text, "/scope")
      expectEqual(try await ask(port, "/session").text, "/scope /session")
      expectEqual(try await ask(port, "/session", user: "Grace").text, "/session")
    }
    #expect(log.lines.first == "database: open")
    #expect(log.lines.suffix(2) == ["jobs: done", "database: closed"])
    #expect(log.lines.filter { $0.hasPrefix("database") }.count == 2)
  }

  @Test("A job outlives its request, with what it carries, in the app's scope")
  func jobs() async throws {
    let log = Journal()
    let answered = Gate()
    try await withApp(
      log: log,
      RequestScope().around { _ in
        injected(\.jobs).add {
          await answered.wait()
          #expect(currentStamp() == "none nobody", "A job has the app's scope.")
        }
        countLater()
        return HTTPResponse(currentStamp())
      }
    ) { port in
      expectEqual(try await ask(port, id: "7", user: "Grace").text, "7 Grace")
      answered.open()
    }
    #expect(log.lines.contains("request=7 counted 1 of Grace's notes"))
    #expect(log.lines.suffix(2) == ["jobs: done", "database: closed"])
  }

  @Test("A task of the request keeps the request's scope for as long as it runs")
  func task() async throws {
    let (answered, done) = (Gate(), Gate())
    try await withApp(
      RequestScope().around { _ in
        let notebook = injected(\.notebook)
        Task {
          await answered.wait()
          #expect(injected(\.notebook) === notebook)
          done.open()
        }
        return HTTPResponse("")
      }
    ) { port in
      _ = try await ask(port)
      answered.open()
      await done.wait()
    }
  }

  @Test(
    "A database that cannot be opened ends the app, and nothing is torn down that was not there")
  func failure() async throws {
    let log = Journal()
    await withInjectedValues {
      $0.context = .live
      $0.logger = Logger { log.add($0) }
      $0.databaseIsThere = false
    } operation: {
      _ = await #expect(throws: Database.Missing.self) {
        try await runApp(HTTPServer { _ in HTTPResponse("") })
      }
    }
    #expect(log.lines == [])
  }

  @Test("SIGTERM: what was taken is answered, then jobs are done, then the database is closed")
  func terminated() async {
    await #expect(processExitsWith: .success) {
      let log = Journal()
      try await withInjectedValues {
        $0.context = .live
        $0.logger = Logger { log.add($0) }
      } operation: {
        try await terminateWhileAnswering()
      }
      #expect(
        log.lines == [
          "database: open", "request: taken", "request: streamed", "job: done", "jobs: done",
          "database: closed",
        ])
    }
  }
}

/// A request is being answered when the process is asked to end.
private func terminateWhileAnswering() async throws {
  let (taken, ended, answered) = (Gate(), Gate(), Gate())
  let server = try HTTPServer { request in
    if request.path == "/idle" { return HTTPResponse("") }
    injected(\.logger).info("request: taken")
    injected(\.jobs).add {
      await answered.wait()
      injected(\.logger).info("job: done")
    }
    let values = InjectedValues.current
    return HTTPResponse { writer in
      try await writer.write("a")
      taken.open()
      await ended.wait()
      try await writer.write("b")
      values.run { injected(\.logger).info("request: streamed") }
    }
  }
  let signals = await shutDownAtSIGTERM(server)
  async let app: Void = runApp(server)
  var idle = try HTTPClient(port: server.port)
  _ = try await idle.get("/idle")
  async let answer = ask(server.port)
  await taken.wait()
  kill(getpid(), SIGTERM)
  // An idle connection is closed when the server has heard of it.
  await #expect(throws: (any Error).self) { _ = try await idle.head() }
  ended.open()
  expectEqual(try await answer.text, "ab")
  answered.open()
  try await app
  signals.cancel()
}
