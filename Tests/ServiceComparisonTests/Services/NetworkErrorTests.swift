import Foundation
import ServiceComparison
import Testing

@Suite("The messages of network errors")
struct NetworkErrorTests {
  private struct Place: Decodable {
    struct Point: Decodable { var latitude: Double }
    var name: String
    var points: [Point]
    var link: URL?
  }

  private static func message(decoding json: String) async throws -> String {
    let url = try #require(URL(string: "http://example.com/p"))
    let client = NetworkClient { _ in Data(json.utf8) }
    let error = await #expect(throws: NetworkError.self) {
      try await client.fetch(Place.self, from: url)
    }
    return try #require(error).description
  }

  @Test(
    "A malformed document's message has the path and the reason",
    arguments: [
      (#"{"points": []}"#, "at name: it is missing"),
      (#"{"name": 1, "points": []}"#, "at name: it is not a string"),
      (#"{"name": null, "points": []}"#, "at name: it is null where a string belongs"),
      (#"{"name": "a", "points": {}}"#, "at points: it is not an array"),
      (#"{"name": "a", "points": [{"latitude": 1}, {}]}"#, "at points[1].latitude: it is missing"),
      (
        #"{"name": "a", "points": [{"latitude": "x"}]}"#,
        "at points[0].latitude: it is not a number"
      ),
    ])
  func paths(json: String, reason: String) async throws {
    #expect(
      try await Self.message(decoding: json) == "http://example.com/p is malformed \(reason)")
  }

  @Test("A document whose top level is wrong has no path")
  func topLevel() async throws {
    #expect(
      try await Self.message(decoding: "[]")
        == "http://example.com/p is malformed: it is not an object")
  }

  @Test(
    "What is not JSON is said to be none", arguments: ["", "{", "hello", "{\"name\": \"a\",,}"])
  func syntax(json: String) async throws {
    let message = try await Self.message(decoding: json)
    #expect(message.hasPrefix("http://example.com/p is malformed: it is not JSON"))
    #expect(!message.contains("\n"))
  }

  @Test("A message is one line, whatever the address and the reason")
  func oneLine() {
    let file = URL(fileURLWithPath: "/folder/a\nb\u{1B}[31m")
    let error = NetworkError.unreadable(file, reason: "first\r\nsecond")
    #expect(error.description == "cannot read /folder/a b [31m: first second")
    #expect(error.localizedDescription == error.description)
  }

  @Test("A message has no password in it")
  func credentials() throws {
    let url = try #require(URL(string: "https://ada:secret@example.com/x?y=1"))
    #expect(
      NetworkError.status(url, code: 401).description
        == "https://example.com/x?y=1 answered with status 401")
  }
}
