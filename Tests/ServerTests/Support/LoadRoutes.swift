import Injection
import TestSupport

/// What the server answers under load: lines, each with what some service says it was made for.
struct LoadRoutes: Sendable {
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  let jobs: Counter

  /// A scope for some requests, a session for others.
  var handler: HTTPHandler {
    { request in
      let answer: HTTPHandler = { try await self.answer($0) }
      let middleware: any HTTPMiddleware =
        request.path.hasPrefix("/session") ? RequestSession() : RequestScope()
      return try await middleware.handle(request, next: answer)
    }
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    if request.path.hasPrefix("/session") { try await injected(\.transaction).commit() }
    switch request.path {
    case "/services", "/sessionServices": return lines(injected(\.notebook).stamps)
    case "/tasks": return lines(await inTasks())
    case "/nested": return lines(nested())
    case "/thrown", "/sessionThrown": throw Refused(description: injected(\.quota).stamp)
    case "/stream", "/sessionStream": return stream()
    case "/job": return job()
    default: return endless()
    }
  }

  private func lines(_ lines: [String]) -> HTTPResponse {
    HTTPResponse(lines.joined(separator: "\n"))
  }

  /// Child tasks, which first-read the services at the same time, a group, and work that is detached.
  private func inTasks() async -> [String] {
    async let first = injected(\.notebook).stamps
    async let second = (injected(\.audit), injected(\.notebook)).1.stamps
    async let third = (injected(\.quota), injected(\.notebook)).1.stamps
    let group = await withTaskGroup { group in
      for _ in 0..<6 { group.addTask { injected(\.notebook).tags.stamp } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let values = InjectedValues.current
    let detached = Task.detached { values.run { injected(\.notebook).stamps } }
    let propagated = Task.detached(
      operation: InjectedValues.propagating { injected(\.notebook).stamps })
    return await first + second + third + group + detached.value + propagated.value
  }

  /// Scopes inside: one that changes who asks, and one that changes nothing that services are built from.
  private func nested() -> [String] {
    let notebook = injected(\.notebook)
    let stamp = currentStamp()
    let inner = withInjectedValues {
      $0.requestID += " inside"
    } operation: {
      injected(\.notebook).stamps
    }
    let wanted = Set(["\(injected(\.requestID)) inside \(injected(\.user).name)"])
    let isSame = withInjectedValues {
      $0.trace = Trace(parent: "inside")
    } operation: {
      injected(\.notebook) === notebook && injected(\.trace).parent == "inside"
    }
    return notebook.stamps + injected(\.notebook).stamps
      + [Set(inner) == wanted ? stamp : "inside: \(inner)", isSame ? stamp : "another notebook"]
  }

  private func stream() -> HTTPResponse {
    let notebook = injected(\.notebook)
    return HTTPResponse { writer in
      for stamp in notebook.stamps { try await writer.write(stamp + "\n") }
      let isSame = injected(\.notebook) === notebook
      for stamp in injected(\.notebook).stamps {
        try await writer.write(isSame ? stamp + "\n" : "another notebook\n")
      }
    }
  }

  /// Writes until the client has gone: little at first, then so much that it has to wait.
  private func endless() -> HTTPResponse {
    HTTPResponse { writer in
      var count = 1
      while true {
        let line = injected(\.notebook).notes.stamp + "\n"
        try await writer.write(String(repeating: line, count: count))
        count = 1_000
      }
    }
  }

  private func job() -> HTTPResponse {
    let (user, id, stamp) = (injected(\.user), injected(\.requestID), currentStamp())
    injected(\.jobs).add {
      withInjectedValues {
        $0.user = user
        $0.requestID = id
      } operation: {
        if Set(injected(\.notebook).stamps) == [stamp] { self.jobs.increment() }
      }
    }
    return HTTPResponse(stamp)
  }
}
