import Foundation
import ServiceComparison
import Testing

@Suite("The reports of compare", .timeLimit(.minutes(2)))
struct ReportExecutableTests {
  @Test("One row is run and printed, in each format", arguments: ReportFormat.allCases)
  func formats(format: ReportFormat) async throws {
    let result = try await CompareProcess.run("--only", "scope", "--format", format.rawValue)
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(result.output.contains("What an override covers"))
    #expect(!result.output.contains("override-nested"))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("The rows are listed")
  func list() async throws {
    let result = try await CompareProcess.run("--list")
    #expect(result.status == 0)
    #expect(
      result.output.split(separator: "\n").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
        == Probe.all.map(\.id))
  }

  @Test("A report is written to a file")
  func output() async throws {
    try await withTemporaryFile("") { file in
      let result = try await CompareProcess.run(
        "--only=scope", "--format=html", "--output", file.path)
      #expect(result.status == 0)
      #expect(result.output == "")
      #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<!doctype html>"))
    }
  }

  @Test("A file that cannot be written is one line on standard error")
  func unwritable() async throws {
    let result = try await CompareProcess.run("--only=scope", "--output", "/nowhere/at/all")
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1)
  }

  @Test("The committed report is what the runs give, but for figures")
  func committed() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/EnvironmentComparison.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let parts = document.components(separatedBy: "<!-- report -->\n")
    let committed = try #require(parts.count == 3 ? parts[1] : nil)
    let result = try await CompareProcess.run("--format", "markdown")
    #expect(result.status == 0)
    #expect(
      ComparisonReport.withoutFigures(committed) == ComparisonReport.withoutFigures(result.output))
  }
}
