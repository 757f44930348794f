import Foundation
import TestSupport
import Testing

@Suite("The migration guide")
struct GuideTests {
  private let guide: Document

  init() throws {
    guide = try Document("Docs/MigrationGuide.md")
  }

  @Test("There are twenty recipes, in order, each with its anchor")
  func recipes() {
    let lines = guide.lines
    let numbers = lines.indices.compactMap { index -> Int? in
      guard let match = lines[index].firstMatch(of: #/^## Recipe (\d+)\. /#) else { return nil }
      let number = Int(match.1) ?? 0
      let before = lines[..<index].last { !$0.isEmpty }
      #expect(before == "<a id=\"recipe-\(number)\"></a>", "\(lines[index])")
      return number
    }
    #expect(numbers == Array(1...20))
  }

  @Test("Each recipe says when to use it, shows before and after, and what changes")
  func parts() {
    let sections = guide.lines.split { $0.hasPrefix("## ") }.dropFirst()
    let titles = guide.lines.filter { $0.hasPrefix("## ") }
    #expect(sections.count == titles.count)
    var seen = 0
    for (title, section) in zip(titles, sections) where title.hasPrefix("## Recipe") {
      for part in ["Use it ", "Before", "After", "What changes:", "Test: "] {
        #expect(section.contains { $0.hasPrefix(part) }, "\(title): \(part)")
      }
      #expect(section.count { $0 == "```swift" } >= 2, "\(title): too few fences")
      seen += 1
    }
    #expect(seen == 20)
  }

  @Test("Each test that is named stands in the file that is named")
  func tests() throws {
    let named = guide.tests
    #expect(named.count >= 25)
    for test in named {
      let source = try String(
        contentsOf: Document.root.appending(path: test.file), encoding: .utf8)
      let tests = source.replacing(#/@Test\(\s+/#, with: "@Test(")
      #expect(
        tests.contains("@Test(\"\(test.name)\""), "\(test.file) has no \"\(test.name)\"")
    }
  }

  @Test("What the compiler rejects is shown with its message", arguments: Rejected.all)
  func diagnostics(example: Rejected) {
    let wanted = Document.Fence(
      language: "swift", lines: example.source.components(separatedBy: "\n"))
    let fences = guide.fences
    let index = fences.firstIndex(of: wanted)
    #expect(index != nil, "\(example.recipe): the source is not shown")
    if let index, index + 1 < fences.count {
      let message = Document.Fence(language: "text", lines: ["error: \(example.message)"])
      #expect(fences[index + 1] == message, "\(example.recipe)")
    }
  }

  @Test("Each message of the compiler that is shown is one that it is asked for")
  func messages() {
    let shown = guide.fences.filter { $0.language == "text" }.flatMap(\.lines)
    #expect(Set(shown) == Set(Rejected.all.map { "error: \($0.message)" }))
  }
}
