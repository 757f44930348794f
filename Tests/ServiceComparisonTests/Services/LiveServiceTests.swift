import Foundation
import ServiceComparison
import Testing

@Suite("The live services over HTTP")
struct LiveServiceTests {
  private static let list = #"""
    {"items": [
      {"id": "a", "name": "A", "category": "nature", "country": "N", "latitude": 1, "longitude": 2},
      {"id": "b", "name": "B", "category": "worship", "country": "N", "latitude": 3, "longitude": 4},
      {"id": "c", "name": "C", "category": "other", "country": "N", "latitude": 5, "longitude": 6}
    ]}
    """#

  @Test("A load asks for landmarks below the base address, and fills the store")
  func success() async throws {
    try await LoopbackServer.run(["/v1/landmarks": .json(Self.list)]) { server in
      let service = LandmarkService.live(
        client: .live, baseURL: server.baseURL.appendingPathComponent("v1"))
      try await service.fetchLandmarks()

      #expect(await service.store.phase == .loaded)
      #expect(await service.store.landmarks.map(\.id) == ["a", "b"])
      #expect(await service.store.omissions == [#"items[2] "c": unknown category "other""#])
      var lines = server.requestLines.makeAsyncIterator()
      #expect(await lines.next() == "GET /v1/landmarks HTTP/1.1")
      #expect(server.requestCount == 1)
    }
  }

  @Test("Queries ask the server, and leave the store alone")
  func queries() async throws {
    try await LoopbackServer.run(["/landmarks": .json(Self.list)]) { server in
      let service = LandmarkService.live(client: .live, baseURL: server.baseURL)
      let found = try await service.fetchLandmark("b")
      #expect(found?.name == "B")
      let missing = try await service.fetchLandmark("z")
      #expect(missing == nil)
      let natural = try await service.fetchLandmarksByCategory(.nature)
      #expect(natural.map(\.id) == ["a"])
      #expect(await service.store.phase == .idle)
      #expect(server.requestCount == 3)
    }
  }

  @Test("A status other than 2xx is an error that has it", arguments: [404, 401, 500, 503])
  func status(_ code: Int) async throws {
    try await LoopbackServer.run(["/landmarks": .status(code)]) { server in
      let service = LandmarkService.live(client: .live, baseURL: server.baseURL)
      let url = server.baseURL.appendingPathComponent("landmarks")
      let expected = NetworkError.status(url, code: code)
      await #expect(throws: expected) { try await service.fetchLandmarks() }
      guard case .failed(let error) = await service.store.loadingState else {
        Issue.record("not failed")
        return
      }
      #expect(error as? NetworkError == expected)
      #expect("\(error)" == "\(url.absoluteString) answered with status \(code)")
    }
  }

  @Test("A server that asks who the user is has answered with status 401")
  func challenge() async throws {
    let headers = ["WWW-Authenticate": #"Basic realm="x""#]
    try await LoopbackServer.run(["/x": .init(status: 401, headers: headers)]) { server in
      let url = server.baseURL.appendingPathComponent("x")
      await #expect(throws: NetworkError.status(url, code: 401)) {
        try await NetworkClient.live.data(from: url)
      }
      #expect(server.requestCount == 1)
    }
  }

  @Test("A 2xx status other than 200 is a success")
  func otherSuccess() async throws {
    try await LoopbackServer.run(["/x": .init(status: 203, body: Data("ok".utf8))]) { server in
      let url = server.baseURL.appendingPathComponent("x")
      let data = try await NetworkClient.live.data(from: url)
      #expect(data == Data("ok".utf8))
    }
  }

  @Test("JSON that breaks off is malformed, and the store has failed")
  func brokenJSON() async throws {
    try await LoopbackServer.run(["/landmarks": .json(#"{"items": ["#)]) { server in
      let service = LandmarkService.live(client: .live, baseURL: server.baseURL)
      let error = await #expect(throws: NetworkError.self) { try await service.fetchLandmarks() }
      guard case .malformed(_, path: "", _)? = error else {
        Issue.record("not malformed: \(String(describing: error))")
        return
      }
      #expect(await service.store.phase == .failed)
    }
  }

  @Test("A field of the wrong type is malformed, with the path to it")
  func wrongType() async throws {
    let json = Self.list.replacingOccurrences(of: #""latitude": 3"#, with: #""latitude": "3""#)
    try await LoopbackServer.run(["/landmarks": .json(json)]) { server in
      let service = LandmarkService.live(client: .live, baseURL: server.baseURL)
      let url = server.baseURL.appendingPathComponent("landmarks")
      await #expect(
        throws: NetworkError.malformed(
          url, path: "items[1].latitude", reason: "it is not a number")
      ) { try await service.fetchLandmarks() }
    }
  }

  @Test("A port that nobody listens on is unreachable")
  func connectionRefused() async throws {
    // Bound but not listening: no other process can take the port meanwhile.
    let (descriptor, port) = try Socket.boundToLoopback()
    defer { close(descriptor) }
    let url = try Socket.url(port: port).appendingPathComponent("landmarks")
    let service = LandmarkService.live(client: .live, listURL: url)
    let error = await #expect(throws: NetworkError.self) { try await service.fetchLandmarks() }
    #expect(error == .unreachable(url, reason: "the connection was refused"))
    #expect(await service.store.phase == .failed)
  }

  @Test("A cancelled request throws CancellationError, and the store is idle again")
  func cancellation() async throws {
    try await LoopbackServer.run(["/landmarks": .silent]) { server in
      // However long it takes until this goes on, beside all other tests.
      let client = NetworkClient.live(waiting: 86_400)
      let service = LandmarkService.live(client: client, baseURL: server.baseURL)
      let load = Task { try await service.fetchLandmarks() }
      for await _ in server.requestLines { break }
      #expect(await service.store.phase == .loading)
      load.cancel()
      await #expect(throws: CancellationError.self) { try await load.value }
      #expect(await service.store.phase == .idle)
    }
  }

  @Test("A redirect is followed, but not to a file")
  func redirects() async throws {
    try await withTemporaryFile("secret") { file in
      let routes: [String: LoopbackServer.Response] = [
        "/moved": .init(status: 302, headers: ["Location": "/x"]),
        "/x": .init(body: Data("x".utf8)),
        "/escape": .init(status: 302, headers: ["Location": file.absoluteString]),
      ]
      try await LoopbackServer.run(routes) { server in
        let client = NetworkClient.live
        let moved = server.baseURL.appendingPathComponent("moved")
        let data = try await client.data(from: moved)
        #expect(data == Data("x".utf8))
        let escape = server.baseURL.appendingPathComponent("escape")
        await #expect(throws: NetworkError.self) { try await client.data(from: escape) }
      }
    }
  }

  @Test("A server that is asked from many tasks at once answers each")
  func concurrentRequests() async throws {
    try await LoopbackServer.run(["/landmarks": .json(Self.list)]) { server in
      let service = LandmarkService.live(client: .live, baseURL: server.baseURL)
      let counts = try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { try await service.fetchLandmarksByCategory(.nature).count }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts == Array(repeating: 1, count: 8))
    }
  }

  @Test("The live user service asks for user below the base address")
  func user() async throws {
    let json = #"""
      {"id": "7", "name": "Ada", "email": "ada@example.com", "avatarURL": "https://example.com/a"}
      """#
    try await LoopbackServer.run(["/user": .json(json)]) { server in
      let service = LiveUserService(client: .live, baseURL: server.baseURL)
      let user = try await service.fetchCurrentUser()
      #expect(
        user
          == User(
            id: "7", name: "Ada", email: "ada@example.com",
            avatarURL: URL(string: "https://example.com/a")))
    }
  }
}
