import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("The reports of compare")
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

  @Test("The rows are listed as JSON")
  func listAsJSON() async throws {
    let result = try await CompareProcess.run("--list", "--format", "json")
    #expect(result.status == 0)
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: String]])
    #expect(rows.compactMap { $0["id"] } == Probe.all.map(\.id))
    #expect(rows.compactMap { $0["title"] } == Probe.all.map(\.title))
    #expect(Set(rows.compactMap { $0["group"] }) == Set(Probe.groups.map(\.title)))
  }

  @Test("No line is wider than the terminal, whatever is printed", arguments: [60, 80])
  func columns(columns: Int) async throws {
    let result = try await CompareProcess.run([], columns: columns)
    #expect(result.status == 0)
    for line in result.output.split(separator: "\n") {
      #expect(String(line).displayWidth <= columns, "\(line)")
    }
    #expect(result.output.contains("Which to choose, as the rows came out\n"))
    // As few columns as a table with all seven titles takes.
    #expect(result.output.contains("\nwhere  ") == (columns == 80))
  }

  @Test("A report is written to a file")
  func output() async throws {
    // More than the report has, so that nothing of it may stay.
    try await withTemporaryFile(String(repeating: "old", count: 100_000)) { file in
      let result = try await CompareProcess.run(
        "--only=scope", "--format=html", "--output", file.path)
      #expect(result.status == 0)
      #expect(result.output == "")
      let page = try String(contentsOf: file, encoding: .utf8)
      #expect(page.hasPrefix("<!doctype html>"))
      #expect(page.hasSuffix("</html>\n"))
    }
  }

  @Test(
    "A file that cannot be written is one line on standard error",
    arguments: ["--output", "--graph"])
  func unwritable(option: String) async throws {
    let result = try await CompareProcess.run("--only=scope", option, "/nowhere/at/all.dot")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
      result.error == "compare: cannot write /nowhere/at/all.dot: no such file or directory\n")
  }

  @Test("A run that fails leaves the file for its report as it was, or makes none")
  func failedRun() async throws {
    try await withTemporaryFile("old") { file in
      let absent = file.deletingPathExtension()
      for output in [file, absent] {
        let result = try await CompareProcess.run("--data=/nowhere", "--output", output.path)
        #expect(result.status == 1)
        #expect(result.error == "compare: there is no file /nowhere\n")
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == "old")
      #expect(!FileManager.default.fileExists(atPath: absent.path))
    }
  }

  // `script` runs a command on a terminal of its own.
  private static let script = URL(fileURLWithPath: "/usr/bin/script")

  @Test(
    "On a terminal there are colours, unless NO_COLOR is set, progress, and no line too wide",
    .enabled(if: isLinux && FileManager.default.isExecutableFile(atPath: script.path)),
    arguments: [false, true])
  func terminal(isPlain: Bool) throws {
    let process = Process()
    process.executableURL = Self.script
    let compare = try CompareProcess.executable().path
    let command = "stty cols 50; '\(compare)' --only read-detached"
    process.arguments = ["-qc", command, "/dev/null"]
    var environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin"]
    if isPlain { environment["NO_COLOR"] = "1" }
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("1 of 1: read-detached"))
    #expect(text.contains("\u{1B}[1m") != isPlain)
    #expect(text.contains("\u{1B}[32m") != isPlain)
    let lines = text.replacing(/\u{1B}\[[0-9]*[mK]/, with: "").split(whereSeparator: \.isNewline)
    #expect(lines.count > 6)
    #expect(lines.allSatisfy { String($0).onOneLine.displayWidth <= 50 })
  }

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  @Test("The committed report is what the runs give, but for figures")
  func committed() async throws {
    let parts = try document().components(separatedBy: "<!-- report -->\n")
    let committed = try #require(parts.count == 3 ? parts[1] : nil)
    let result = try await CompareProcess.run("--format", "markdown")
    #expect(result.status == 0)
    #expect(
      ComparisonReport.withoutFigures(committed) == ComparisonReport.withoutFigures(result.output))
  }

  @Test("The rows that the guidance names are there")
  func guidance() throws {
    let guidance = try #require(
      try document().components(separatedBy: "\n## ").first { $0.hasPrefix("Which to choose\n") })
    let ids = Set(Probe.all.map(\.id))
    let named = guidance.matches(of: /`([a-z]+(?:-[a-z]+)+)`/).map { String($0.output.1) }
    #expect(named.count > 15)
    #expect(named.filter { !ids.contains($0) } == [])
  }

  @Test("Each recipe that a row links to is in the guide")
  func recipes() throws {
    let guide = try String(
      contentsOf: Self.docs.appending(path: "MigrationGuide.md"), encoding: .utf8)
    let links = Set(
      try document().matches(of: /\(MigrationGuide\.md#([a-z0-9-]+)\)/).map { String($0.output.1) })
    #expect(links.count > 10)
    #expect(links.filter { !guide.contains("<a id=\"\($0)\"></a>") } == [])
  }

  private static let docs = Document.root.appending(path: "Docs")

  private func document() throws -> String {
    try String(
      contentsOf: Self.docs.appending(path: "EnvironmentComparison.md"), encoding: .utf8)
  }
}
