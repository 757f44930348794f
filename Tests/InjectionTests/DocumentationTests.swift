import Foundation
import Testing

/// What README.md and Docs show is code that is built: each Swift fence stands, line by line, in a
/// source file.
@Suite("Documentation")
struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("Each Swift fence stands word for word in a source file")
  func fencesAreSources() throws {
    let sources = try files(in: ["Sources", "Tests"], endingIn: ".swift").map { try lines(of: $0) }
    var count = 0
    for document in try documents() {
      for fence in fences(in: try lines(of: document)) {
        count += 1
        let stands = sources.contains { contains($0, fence.lines) }
        #expect(stands, "\(document.lastPathComponent):\(fence.line) stands in no source file")
      }
    }
    #expect(count > 0, "No fence was found.")
  }

  @Test("Each relative link leads to a file")
  func linksLead() throws {
    for document in try documents() {
      for (index, line) in try lines(of: document).enumerated() {
        for link in line.matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/) {
          let target = document.deletingLastPathComponent().appending(path: String(link.1))
          #expect(
            FileManager.default.fileExists(atPath: target.path),
            "\(document.lastPathComponent):\(index + 1) links to \(link.1)")
        }
      }
    }
  }

  @Test("Each row of Propagation.md is a test of that name, and each such test is a row")
  func propagationIsTested() throws {
    let rows = try lines(of: Self.root.appending(path: "Docs/Propagation.md"))
      .filter { $0.hasPrefix("| ") }.dropFirst()
      .compactMap { $0.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) }
    let sources = try files(in: ["Tests/InjectionTests"], endingIn: ".swift")
      .filter { $0.lastPathComponent.hasPrefix("Propagati") }
    let names = try sources.flatMap { try lines(of: $0) }
      .compactMap { $0.firstMatch(of: /@Test\("(.*)"\)/).map { String($0.1) } }
    #expect(names.count > 20)
    #expect(Set(rows) == Set(names))
  }

  @Test("A fence that stands in no file, or with other lines between, is not found")
  func negative() {
    let source = ["func a() {", "  b()", "}"]
    #expect(contains(source, ["b()"]))
    #expect(contains(source, ["func a() {", "  b()"]))
    #expect(!contains(source, ["func a() {", "}"]))
    #expect(!contains(source, ["c()"]))
    #expect(!contains(source, ["func a() {", "b()"]))
  }

  private func documents() throws -> [URL] {
    try files(in: ["Docs"], endingIn: ".md") + [Self.root.appending(path: "README.md")]
  }

  private func files(in folders: [String], endingIn suffix: String) throws -> [URL] {
    try folders.flatMap { folder in
      let base = Self.root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: base.path)
        .filter { $0.hasSuffix(suffix) && !$0.contains(".build") }
        .map { base.appending(path: $0) }
    }
  }

  private func lines(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func fences(in lines: [Substring]) -> [(line: Int, lines: [Substring])] {
    var found: [(line: Int, lines: [Substring])] = []
    var open: (line: Int, lines: [Substring])?
    for (index, line) in lines.enumerated() {
      if let current = open {
        if line == "```" {
          found.append(current)
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line == "```swift" {
        open = (index + 1, [])
      }
    }
    return found
  }

  /// Whether the lines stand in a row in a source, all indented by the same amount more.
  private func contains<Line: StringProtocol>(_ source: [Line], _ fence: [Line]) -> Bool {
    guard let first = fence.first, source.count >= fence.count else { return false }
    for start in 0...(source.count - fence.count) where source[start].hasSuffix(first) {
      let indent = String(source[start].dropLast(first.count))
      guard indent.drop(while: { (next: Character) in next == " " }).isEmpty else { continue }
      let wanted = fence.map { (line: Line) -> String in line.isEmpty ? "" : indent + String(line) }
      if source[start..<start + fence.count].map({ String($0) }) == wanted { return true }
    }
    return false
  }
}
