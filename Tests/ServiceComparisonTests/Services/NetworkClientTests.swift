import Foundation
import ServiceComparison
import Testing

@Suite("The network clients")
struct NetworkClientTests {
  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("The file client reads a file")
  func file() async throws {
    try await withTemporaryFile(#"["a", "b"]"#) { file in
      let texts = try await NetworkClient.files.fetch([String].self, from: file)
      #expect(texts == ["a", "b"])
    }
  }

  @Test("A file that is not there is missing, and the message has its path")
  func missingFile() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let error = await #expect(throws: NetworkError.self) {
      try await NetworkClient.files.data(from: file)
    }
    #expect(error == .missingFile(file))
    #expect(error?.description == "there is no file \(file.path)")
  }

  @Test("A folder cannot be read")
  func folder() async throws {
    let folder = FileManager.default.temporaryDirectory
    await #expect(throws: NetworkError.unreadable(folder, reason: "it is a folder")) {
      try await NetworkClient.files.data(from: folder)
    }
  }

  @Test("The file client refuses what is not a file")
  func filesOnly() async throws {
    let url = try Self.url("http://127.0.0.1/x")
    await #expect(throws: NetworkError.unsupportedScheme(url)) {
      try await NetworkClient.files.data(from: url)
    }
  }

  @Test(
    "The live client refuses what is not HTTP",
    arguments: ["file:///etc/hosts", "FILE:///etc/hosts", "ftp://localhost/x", "x", "data:,x"])
  func httpOnly(_ text: String) async throws {
    let url = try Self.url(text)
    await #expect(throws: NetworkError.unsupportedScheme(url)) {
      try await NetworkClient.live.data(from: url)
    }
  }

  @Test("The live client takes a scheme in capitals as well")
  func capitals() async throws {
    try await LoopbackServer.run(["/x": .init(body: Data("text".utf8))]) { server in
      let address = server.baseURL.appendingPathComponent("x").absoluteString
      let url = try Self.url(address.replacing("http://", with: "HTTP://"))
      #expect(try await NetworkClient.live.data(from: url) == Data("text".utf8))
    }
  }

  @Test("The bundled client serves its documents and nothing else")
  func bundled() async throws {
    let client = NetworkClient.bundled
    let landmarks = BundledResource.landmarks
    #expect(try await client.data(from: landmarks.url) == landmarks.data)

    let missing = try Self.url("bundle:///nothing.json")
    await #expect(throws: NetworkError.missingFile(missing)) {
      try await client.data(from: missing)
    }
    let elsewhere = try Self.url("file:///landmarks.json")
    await #expect(throws: NetworkError.unsupportedScheme(elsewhere)) {
      try await client.data(from: elsewhere)
    }
  }

  @Test("A router picks by the scheme, whatever its case")
  func routing() async throws {
    let client = NetworkClient.routing([
      "a": NetworkClient { _ in Data("A".utf8) }, "b": NetworkClient { _ in Data("B".utf8) },
    ])
    #expect(try await client.data(from: Self.url("a://x")) == Data("A".utf8))
    #expect(try await client.data(from: Self.url("B://x")) == Data("B".utf8))
    let other = try Self.url("c://x")
    await #expect(throws: NetworkError.unsupportedScheme(other)) {
      try await client.data(from: other)
    }
  }

  @Test("The standard client reads no files; the other one does")
  func standardClients() async throws {
    try await withTemporaryFile("text") { file in
      await #expect(throws: NetworkError.unsupportedScheme(file)) {
        try await NetworkClient.standard.data(from: file)
      }
      let data = try await NetworkClient.standardAndFiles.data(from: file)
      #expect(data == Data("text".utf8))
    }
  }

  @Test("The unimplemented client throws its name")
  func unimplemented() async throws {
    let url = BundledResource.user.url
    await #expect(throws: UnimplementedEndpoint("NetworkClient.data(from:)")) {
      try await NetworkClient.unimplemented.data(from: url)
    }
  }

  @Test("Errors of a client's closure reach the caller as they are")
  func ownErrors() async throws {
    struct Own: Error {}
    let client = NetworkClient { _ in throw Own() }
    let url = BundledResource.user.url
    await #expect(throws: Own.self) { try await client.fetch(User.self, from: url) }
  }
}
