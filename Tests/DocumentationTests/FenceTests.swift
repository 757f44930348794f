import Foundation
import TestSupport
import Testing

/// What README.md and Docs show is code that is built, commands that are run, and what they printed.
@Suite("Fences of the documentation")
struct FenceTests {
  @Test("Each Swift fence stands word for word in a source file")
  func sources() throws {
    let sources = try ["Sources", "Tests"]
      .flatMap { try Document.files(in: $0, endingIn: ".swift") }.map { try Document($0).lines }
    var count = 0
    for document in try Document.all() {
      for (line, fence) in document.numberedFences where fence.language == "swift" {
        count += 1
        let stands = sources.contains { contains($0, fence.lines) }
        #expect(stands, "\(document.place(line)) stands in no source file")
      }
    }
    #expect(count > 100)
  }

  @Test("Each command is one that the checks run")
  func commands() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Document.root.appending(path: ".ci").path)
    // Continued lines are one, and the options that all builds share are left out.
    let scripts = try names.map { name in
      try Document(".ci/\(name)").lines.joined(separator: "\n")
        .replacing("\\\n", with: " ").replacing(#/"\$\{\w+\[@\]\}"/#, with: "")
        .replacing("\"$@\"", with: "").replacing(#/ +/#, with: " ")
    }
    var count = 0
    for document in try Document.all() {
      for (line, fence) in document.numberedFences where fence.language == "sh" {
        for command in fence.lines {
          count += 1
          let isScript = names.contains { command == ".ci/\($0)" }
          #expect(
            isScript || scripts.contains { $0.contains(command) },
            "\(document.place(line)): no check runs '\(command)'")
        }
      }
    }
    #expect(count > 5)
  }

  /// What the checks compare with what a program prints, and where they do.
  ///
  /// The compiler's messages are compared by the tests of the migration guide.
  private static let outputs: [String: (count: Int, script: String, line: String)] = [
    "README.md": (1, ".ci/run", "  diff <(fence text) \"$log\""),
    "Docs/GettingStarted.md": (3, ".ci/getting-started", "diff <(fence text 1) output.txt"),
  ]

  @Test("Each output is one that the checks compare with what was printed")
  func output() throws {
    for document in try Document.all() where !document.path.hasPrefix("Docs/ko/") {
      let fences = document.numberedFences.filter { $0.fence.language == "text" }
      let printed = fences.filter { !isDiagnostic($0.fence, in: document) }
      let known = Self.outputs[document.path]
      #expect(
        printed.count == known?.count ?? 0,
        "\(document.path): lines \(printed.map(\.line)) are compared with no output")
      if let known { #expect(try Document(known.script).lines.contains(known.line)) }
    }
  }

  @Test("A fence has a language that a check knows")
  func languages() throws {
    for document in try Document.all() {
      for (line, fence) in document.numberedFences {
        let known = ["swift", "sh", "text", "drawing"]
        #expect(known.contains(fence.language), "\(document.place(line))")
      }
    }
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

  private func isDiagnostic(_ fence: Document.Fence, in document: Document) -> Bool {
    document.path == "Docs/MigrationGuide.md" && fence.lines.count == 1
      && fence.lines[0].hasPrefix("error: ")
  }

  /// Whether the lines stand in a row in a source, all indented by the same amount more.
  private func contains(_ source: [String], _ fence: [String]) -> Bool {
    guard let first = fence.first, source.count >= fence.count else { return false }
    for start in 0...(source.count - fence.count) where source[start].hasSuffix(first) {
      let indent = source[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }) else { continue }
      let wanted = fence.map { $0.isEmpty ? "" : indent + $0 }
      if source[start..<start + fence.count].elementsEqual(wanted) { return true }
    }
    return false
  }
}
