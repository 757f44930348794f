import Foundation
import Testing

// That the guide's fences stand in source files is a test of the whole package's documents.
@Suite("The guide's table") struct DocumentationTests {
  @Test("Every test that the guide's table names exists")
  func rows() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: root.appending(path: "Docs/Observation.md"), encoding: .utf8)
    let source = try String(
      contentsOf: tests.appending(path: "Standard/ObservableComparisonTests.swift"), encoding: .utf8
    )
    let names = guide.matches(of: /`ObservableComparisonTests\.(\w+)`/).map { String($0.output.1) }
    #expect(names.count >= 12)
    for name in names { #expect(source.contains("func \(name)()"), "no test \(name)") }
  }
}
