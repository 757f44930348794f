import Foundation
import Injection
import TestSupport
import Testing

@Suite("Messages: what Docs/Messages.md lists is what is said")
struct MessageTests {
  /// What the document says is said, with "…" for what differs.
  private static let rows = Result {
    try Document("Docs/Messages.md").prose.compactMap { line in
      line.firstMatch(of: /^\| `(.+?)` \|/).map { String($0.1) }
    }
  }

  private static func rows(ofCompiler: Bool) throws -> [String] {
    let all = try rows.get()
    let first = try #require(all.firstIndex(of: "failed to produce diagnostic for expression"))
    return Array(ofCompiler ? all[first...] : all[..<first])
  }

  private static func matches(_ message: String, _ row: String) -> Bool {
    var rest = message[...]
    for part in row.components(separatedBy: "…") where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  @Test("Each message of the container is in the document", arguments: Said.allCases)
  func listed(_ said: Said) async throws {
    let message: String
    if said.isOfChild {
      let result = try await #require(
        processExitsWith: said.isSurvived ? .success : .failure,
        observing: [\.standardErrorContent]
      ) { [said] in
        await said.provokeInChild()
      }
      message = result.report
    } else {
      message = try await issueReport { try await said.provoke() }
    }
    let found = try Self.rows(ofCompiler: false).filter { Self.matches(message, $0) }
    #expect(found.count == 1, "\(said): \(message)")
  }

  @Test("The document lists no other, and no function says what is not provoked here")
  func complete() throws {
    // Two of accessors share a row; the date has one of its own.
    #expect(try Self.rows(ofCompiler: false).count == Said.allCases.count)
    let helpers = ["report", "trap", "writeLine", "by", "name", "names", "scopes", "list"]
    let others = ["isProperty", "preparedElsewhere", "end", "howToProvide"]
    let files = try Document.files(in: "Sources/Injection", endingIn: ".swift")
      .filter { $0.contains("IssueReporter") }
    let functions = try files.flatMap { file in
      try Document(file).lines.compactMap { line in
        line.firstMatch(of: /^  (?:package |private )?static func (\w+)/).map { String($0.1) }
      }
    }
    let known = Set(Said.allCases.map(\.rawValue) + helpers + others)
    #expect(functions.filter { !known.contains($0) } == [])
  }

  @Test("What the compiler is said to say is what the snippets expect of it")
  func compiler() throws {
    // An error without a line is expected in a test.
    let test = try Document("Tests/ModelObservationTests/Models/MisuseCompileTests.swift")
    let sources = Snippet.rejected.map(\.source) + test.lines
    for row in try Self.rows(ofCompiler: true) {
      #expect(sources.contains { $0.contains(row) }, "\(row)")
    }
  }
}
