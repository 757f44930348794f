import Foundation
import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Server: a scope for each request")
struct ServerScopeTests {
  @Test("Services are made for each request, and shared within it")
  func services() async throws {
    try await withApp(
      RequestScope().around { _ in
        let notebook = injected(\.notebook)
        #expect(notebook === injected(\.notebook))
        #expect(notebook.notes.audit === notebook.quota.audit)
        #expect(notebook.notes.database === injected(\.database))
        return HTTPResponse(notebook.stamps.joined(separator: "\n"))
      }
    ) { port in
      var client = try HTTPClient(port: port)
      for (id, user) in [("1", "Ada"), ("2", "Grace"), ("3", "Ada")] {
        let answer = try await client.get("/", ["x-request-id": id, "x-user": user])
        #expect(Set(answer.lines) == ["\(id) \(user)"] && answer.lines.count == 6)
      }
    }
  }

  @Test("Requests that run at the same time do not see each other")
  func parallel() async throws {
    let all = Meeting(8)
    try await withApp(
      RequestScope().around { _ in
        let before = injected(\.notebook)
        await all.arrive()
        #expect(injected(\.notebook) === before)
        return HTTPResponse(currentStamp())
      }
    ) { port in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            let answer = try await ask(port, id: "\(number)", user: "user\(number)")
            #expect(answer.text == "\(number) user\(number)")
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(
    "Child tasks have the request's services; detached ones have what is carried there",
    .injected(.allowsLostReads))
  func tasks() async throws {
    try await withApp(RequestScope().around(Self.inTasks)) { port in
      let answer = try await ask(port, id: "7", user: "Grace")
      #expect(answer.lines == ["7 Grace", "7 Grace", "7 Grace", "none nobody"])
    }
  }

  @Sendable private static func inTasks(_ request: HTTPRequest) async throws -> HTTPResponse {
    let notebook = injected(\.notebook)
    let values = InjectedValues.current
    async let child = injected(\.notebook)
    let carried = Task.detached { values.run { injected(\.notebook) } }
    let propagated = Task.detached(operation: InjectedValues.propagating { injected(\.notebook) })
    let lost = await Task.detached { currentStamp() }.value
    let all = await [child, carried.value, propagated.value]
    #expect(all.allSatisfy { $0 === notebook })
    return HTTPResponse((all.map(\.stamp) + [lost]).joined(separator: "\n"))
  }

  @Test("A streamed body is written in its request's scope, with the same services")
  func stream() async throws {
    let handled = Gate()
    let app = RequestScope().around { _ in
      let notebook = injected(\.notebook)
      return HTTPResponse { writer in
        #expect(injected(\.notebook) === notebook)
        for stamp in injected(\.notebook).stamps { try await writer.write(stamp + "\n") }
      }
    }
    try await withApp { request in
      let response = try await app(request)
      #expect(currentStamp() == "none nobody", "The middleware has returned.")
      handled.open()
      return response
    } _: { port in
      let answer = try await ask(port, id: "7", user: "Grace")
      await handled.wait()
      #expect(Set(answer.lines) == ["7 Grace"] && answer.lines.count == 6)
    }
  }

  @Test("A stream that is not carried has lost its scope")
  func lostStream() async throws {
    let app: HTTPHandler = { _ in
      withInjectedValues {
        $0.user = User(name: "Ada")
      } operation: {
        HTTPResponse { writer in try await writer.write(injected(\.user).name) }
      }
    }
    try await withApp(app) { expectEqual(try await ask($0).text, "nobody") }
  }

  @Test("A body that is written in pieces takes an `inout` writer into the scope")
  func writer() async throws {
    let app: HTTPHandler = { _ in
      let values = InjectedValues.current.overriding { $0.user = User(name: "Ada") }
      return HTTPResponse { writer in
        try await values.run {
          try await writer.write(injected(\.user).name)
          try await greet(&writer)
        }
        try await withInjectedValues {
          $0.user = User(name: "Grace")
        } operation: {
          try await greet(&writer)
        }
      }
    }
    try await withApp(app) { expectEqual(try await ask($0).text, "Ada, Ada, Grace") }
  }

  @Test("What the middleware sets is in the lines of the logger")
  func logger() async throws {
    let log = Journal()
    try await withApp(
      log: log,
      RequestScope().around { _ in
        try await injected(\.notes).add("Milk")
        return HTTPResponse("")
      }
    ) { _ = try await ask($0, id: "7") }
    #expect(log.lines.contains("request=7 added Milk"))
  }
}

private func greet(_ writer: inout any HTTPBodyWriter) async throws {
  try await writer.write(", \(injected(\.user).name)")
}
