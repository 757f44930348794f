import Foundation
import Testing

@Suite("Documentation") struct DocumentationTests {
  @Test("Every Swift fence of the guide stands in a source file of these tests, word for word")
  func fences() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: root.appending(path: "Docs/Observation.md"), encoding: .utf8)
    let sources = try FileManager.default
      .contentsOfDirectory(at: tests, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init) }
    let fences = guide.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(fences.count >= 8)
    for fence in fences {
      let lines = fence.split(separator: "\n").map(String.init)
      let isFound = sources.contains { contains($0, lines) }
      #expect(isFound, "not in a source file:\n\(fence)")
    }
  }

  @Test("Every test that the guide's table names exists")
  func rows() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: root.appending(path: "Docs/Observation.md"), encoding: .utf8)
    let source = try String(
      contentsOf: tests.appending(path: "ObservableComparisonTests.swift"), encoding: .utf8)
    let names = guide.matches(of: /`ObservableComparisonTests\.(\w+)`/).map { String($0.output.1) }
    #expect(names.count >= 12)
    for name in names { #expect(source.contains("func \(name)()"), "no test \(name)") }
  }

  /// Whether `lines` follow one another in `source`, all indented by the same.
  private func contains(_ source: [String], _ lines: [String]) -> Bool {
    guard let first = lines.first else { return false }
    for (start, line) in source.enumerated() where line.hasSuffix(first) {
      let indent = line.dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }), start + lines.count <= source.count else { continue }
      if zip(lines, source[start...]).allSatisfy({ $1 == indent + $0 }) { return true }
    }
    return false
  }
}
