import Injection

/// Requests of a server, without sockets: their services by hand, and injected.
func registerServerRequests(in benchmarks: inout Benchmarks) {
  registerFiveServices(in: &benchmarks)
  registerTwoHundredKeys(in: &benchmarks)
}

/// Five services that are made for each request.
private func registerFiveServices(in benchmarks: inout Benchmarks) {
  let database = ServerDatabase()
  let byHand = "server five services: by hand"
  benchmarks.addRequests(byHand) { request in
    await ServerNotebook(database: database, requestID: request.id, user: request.user).page()
  }
  benchmarks.addRequests("server five services: raw @TaskLocal", floor: byHand) { request in
    let notebook = ServerNotebook(database: database, requestID: request.id, user: request.user)
    return await ServerTaskLocal.$notebook.withValue(notebook) {
      await (ServerTaskLocal.notebook ?? notebook).page()
    }
  }
  benchmarks.addRequests("server five services: built by nobody, in a scope", floor: byHand) {
    request in
    await inScope(of: request) {
      await ServerNotebook(
        database: database, requestID: injected(\.serverRequestID), user: injected(\.serverUser)
      ).page()
    }
  }
  benchmarks.addRequests("server five services: in a scope", floor: byHand, goal: .atLeast(0.8)) {
    request in
    await inScope(of: request) { await injected(\.serverNotebook).page() }
  }
  benchmarks.addRequests(
    "server five services: in a session", floor: byHand, goal: .atLeast(0.65)
  ) { request in
    let session = InjectedSession {
      $0.serverRequestID = request.id
      $0.serverUser = request.user
    }
    let page = await session.run { await injected(\.serverNotebook).page() }
    await session.end()
    return page
  }
  benchmarks.addRequests(
    "server five services: in a session with a teardown that nothing needs", floor: byHand
  ) { request in
    let session = InjectedSession {
      $0.serverRequestID = request.id
      $0.serverUser = request.user
    }
    session.onEnd(ServerTransactionKey.self) { blackHole($0) }
    let page = await session.run { await injected(\.serverNotebook).page() }
    await session.end()
    return page
  }
  benchmarks.addRequests(
    "server five services: in a session that tears one more down", floor: byHand
  ) { request in
    let session = InjectedSession {
      $0.serverRequestID = request.id
      $0.serverUser = request.user
    }
    session.onEnd(ServerTransactionKey.self) { blackHole($0) }
    let page = await session.run {
      blackHole(injected { $0[ServerTransactionKey.self] })
      return await injected(\.serverNotebook).page()
    }
    // Teardowns run in a task, which may run on another thread.
    await session.end()
    return page
  }
  benchmarks.addRequests("server five services: in a scope, in the app's session", floor: byHand) {
    request in
    await appSession.run {
      await inScope(of: request) { await injected(\.serverNotebook).page() }
    }
  }
}

/// Two hundred keys, thirty of them overridden, five services with fifty reads built anew.
private func registerTwoHundredKeys(in benchmarks: inout Benchmarks) {
  let shared = (0..<170).map { Service($0) }
  let byHand = "server 200 keys, 30 overridden, 5 rebuilt: by hand"
  benchmarks.addRequests(byHand) { request in
    blackHole(ServerStage.five(own: thirty(), shared: shared)?.number)
    return await page(of: request)
  }
  let overriding = "server 200 keys, 30 overridden, none rebuilt: in a scope"
  benchmarks.addRequests(overriding, floor: byHand) { request in
    let own = thirty()
    return await withInjectedValues {
      $0.overrideThirty(with: own)
    } operation: {
      blackHole(ServerStage.five(own: own, shared: shared)?.number)
      return await page(of: request)
    }
  }
  benchmarks.addRequests(
    "server 200 keys, 30 overridden, 5 rebuilt: in a scope", floor: byHand, goal: .atLeast(0.6)
  ) { request in
    await withInjectedValues {
      $0.overrideThirty(with: thirty())
    } operation: {
      blackHole(injected(\.serverStage).number)
      return await page(of: request)
    }
  }
}

private enum ServerTaskLocal {
  @TaskLocal static var notebook: ServerNotebook?
}

/// What is around all requests where the app's resources belong to a session.
private let appSession = InjectedSession()

private func inScope<R>(
  of request: ServerRequest, _ operation: nonisolated(nonsending) () async -> R
) async -> R {
  await withInjectedValues {
    $0.serverRequestID = request.id
    $0.serverUser = request.user
  } operation: {
    await operation()
  }
}

@inline(never) private func thirty() -> [Service] { (0..<30).map { Service($0) } }

private func page(of request: ServerRequest) async -> ServerPage {
  ServerPage(
    request: request.id, user: request.user,
    notes: [
      ServerPage.Note(id: 0, title: "Milk", tags: ["shop"]),
      ServerPage.Note(id: 1, title: "Rice", tags: []),
      ServerPage.Note(id: 2, title: "Tea", tags: []),
    ])
}

extension Benchmarks {
  /// Adds the throughput of a handler of requests, each of which is parsed and answered.
  fileprivate mutating func addRequests(
    _ name: String, floor: String? = nil, goal: Benchmark.Goal? = nil,
    _ handle: @escaping @Sendable (ServerRequest) async -> ServerPage
  ) {
    let count = 1_000
    let heads = (0..<100).map { ServerRequest.head(number: $0) }
    add(name, unit: .requestsPerSecond, floor: floor, goal: goal) {
      // Where a server handles requests: not on the main actor, from which some calls would have to hop.
      await Task.detached {
        InjectedValues.current.readAll()
        let taken = await ProcessorTime.nanosecondsOfProcess {
          for number in 0..<count {
            let request = ServerRequest(parsing: heads[number % heads.count])
            blackHole(await handle(request).response)
          }
        }
        return Double(count) * 1e9 / Double(taken)
      }.value
    }
  }
}
