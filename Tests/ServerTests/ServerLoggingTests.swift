import Injection
import TestSupport
import Testing

@Suite("Server: logs and traces")
struct ServerLoggingTests {
  @Test("A pool that logs in its initialiser is made once for all requests, by `peek`")
  func peek() async throws {
    let log = Journal()
    try await withApp(
      log: log,
      RequestScope().around { _ in
        _ = injected(\.pool)
        #expect(metadataProvider() == ["request": injected(\.requestID)])
        return HTTPResponse("")
      }
    ) { port in
      for id in ["1", "2", "3"] { _ = try await ask(port, id: id) }
    }
    #expect(log.lines.filter { $0.contains("pool") } == ["request=1 pool: open for 1"])
  }

  @Test("A transient bridge to another task-local keeps what its first reader had")
  func bridge() {
    withInjectedValues {
      $0.user = User(name: "Ada")
    } operation: {
      let seen = ["a", "b"].map { trace in
        ServiceContext.$trace.withValue(trace) {
          (injected(\.bridgedTrace), injected(\.bridged).trace)
        }
      }
      #expect(seen.map { $0.0 } == ["a", "b"])
      #expect(seen.map { $0.1 } == ["a", "a"], "A service that is kept has read it once.")
    }
  }

  @Test("A trace that the middleware sets reaches the services of each request")
  func trace() async throws {
    let app = TraceScope().around { _ in HTTPResponse(injected(\.traced).trace) }
    try await withApp { request in
      try await ServiceContext.$trace.withValue(request.path) { try await app(request) }
    } _: { port in
      for path in ["/a", "/b"] {
        let answer = try await ask(port, path)
        #expect(answer.text == path)
      }
    }
  }
}

private final class Bridged: Sendable {
  let trace = injected(\.bridgedTrace)
}

private final class Traced: Sendable {
  let trace = injected(\.trace).parent ?? "none"
}

private enum BridgedKey: InjectedKey {
  static var liveValue: Bridged { Bridged() }
  static var testValue: Bridged { Bridged() }
}

private enum TracedKey: InjectedKey {
  static var liveValue: Traced { Traced() }
  static var testValue: Traced { Traced() }
}

extension InjectedValues {
  fileprivate var bridged: Bridged { self[BridgedKey.self] }
  fileprivate var traced: Traced { self[TracedKey.self] }
}
