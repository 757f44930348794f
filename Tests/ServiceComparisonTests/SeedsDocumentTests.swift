import Foundation
import Testing

/// What Docs/Seeds.md names is there.
@Suite("The list of seeds")
struct SeedsDocumentTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private struct Row {
    let cells: [String]
    var file: String { cells[cells.count - 2].trimmingCharacters(in: ["`"]) }
    var test: String { cells[cells.count - 1] }
  }

  private func rows(of section: String) throws -> [Row] {
    let file = Self.root.appending(path: "Docs/Seeds.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(section) })
    return part.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("|"), line.contains(".swift`") else { return nil }
      let cells = line.dropFirst().dropLast().components(separatedBy: "|")
      return Row(cells: cells.map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  @Test("Each file and each test that is named is there", arguments: ["Patterns", "Mistakes"])
  func named(section: String) throws {
    let rows = try rows(of: section)
    #expect(rows.count > 40)
    for row in rows {
      let source = try String(
        contentsOf: Self.root.appending(path: row.file), encoding: .utf8)
      #expect(source.contains("\"\(row.test)\""), "\(row.file) has no \"\(row.test)\"")
    }
  }

  @Test("Each mistake is shown wrong, and then right")
  func mistakes() throws {
    let shown = try rows(of: "Mistakes").map { $0.cells[1] }
    #expect(shown.count % 2 == 0)
    #expect(shown.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "wrong" : "right") })
  }
}
