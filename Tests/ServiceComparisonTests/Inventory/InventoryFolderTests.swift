import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("The inventory of files") struct InventoryFolderTests {
  /// A folder with two files of code, one that is not text, and what is left out.
  private static func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    try await ChildProcess.withTemporaryFolder { folder in
      let files = [
        "App.swift": "import SwiftUI\nextension EnvironmentValues { @Entry var api = LiveAPI() }\n",
        "Views/Screen.swift":
          "import SwiftUI\nstruct V: View {\n  @Environment(\\.api) var api\n  @Environment(p) var q\n}\n",
        "Views/notes.txt": "@Entry var no = 1",
        ".build/Made.swift": "@Entry var no = 1",
        "SourcePackages/checkouts/other/Other.swift": "@Entry var no = 1",
      ]
      for (name, text) in files {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      try Data([0xFF, 0xFE, 0x00]).write(to: folder.appendingPathComponent("Broken.swift"))
      return try await body(folder)
    }
  }

  @Test("A folder's findings have their file and line, and what cannot be read is said")
  func folder() async throws {
    try await Self.withFolder { folder in
      var steps: [String] = []
      let inventory = try Inventory(of: folder) { steps.append($0) }
      #expect(steps.first == "1 of 4: App.swift" && steps.last == "4 of 4: Views/Screen.swift")
      #expect(
        inventory.findings.map { "\($0.file):\($0.line)" } == [
          "App.swift:2", "Views/Screen.swift:3", "Views/Screen.swift:4",
        ])
      #expect(inventory.gaps == ["Broken.swift: is not UTF-8"])
      #expect(
        inventory.totals.map(\.recipe) == [
          "MigrationGuide.md#recipe-2", "MigrationGuide.md#recipe-4",
        ])
      #expect(inventory.totals.map(\.count) == [1, 2])
    }
  }

  @Test("As text: a plan by service, sums by recipe, what is not sure, what was not read")
  func text() async throws {
    try await Self.withFolder { folder in
      let text = try Inventory(of: folder).text
      #expect(
        text == """
          3 places in 2 of 2 Swift files

          Services, each behind those that it is built from:

          1. api (SwiftUI): 1 key, 1 read
             recipe: MigrationGuide.md#recipe-2, MigrationGuide.md#recipe-4
             [ ] @Entry            App.swift:2  api
             [ ] environment read  Views/Screen.swift:3  api

          What is left when all else is done:

          2. scopes and containers (SwiftUI): 1 read
             recipe: MigrationGuide.md#recipe-4
             [ ] environment read  Views/Screen.swift:4  p

          Totals:

             1  MigrationGuide.md#recipe-2
             2  MigrationGuide.md#recipe-4

          Not sure:

             Views/Screen.swift:4: environment read p: what is read is an expression, not a literal

          Not read to the end:

             Broken.swift: is not UTF-8

          """)
    }
  }

  @Test("As Markdown, each place has a box to check, and a link to its recipe")
  func markdown() async throws {
    try await Self.withFolder { folder in
      let lines = try Inventory(of: folder).markdown.components(separatedBy: "\n")
      #expect(lines.contains("## 1. api (SwiftUI)"))
      #expect(
        lines.contains("- [ ] `App.swift:2` @Entry `api` ([recipe-2](MigrationGuide.md#recipe-2))"))
      #expect(lines.contains("| [recipe-4](MigrationGuide.md#recipe-4) | 2 |"))
    }
  }

  @Test("As JSON, for tools: the findings, the plan that names them by index, and the sums")
  func json() async throws {
    try await Self.withFolder { folder in
      let json = try JSONSerialization.jsonObject(with: Data(Inventory(of: folder).json.utf8))
      let document = try #require(json as? [String: Any])
      #expect(document["version"] as? Int == 2)
      let findings = try #require(document["findings"] as? [[String: Any]])
      #expect(findings.map { $0["line"] as? Int } == [2, 3, 4])
      #expect(findings[0]["recipe"] as? String == "MigrationGuide.md#recipe-2")
      #expect(findings[0]["role"] as? String == "key")
      let plan = try #require(document["plan"] as? [[String: Any]])
      #expect(plan.map { $0["service"] as? String } == ["api", "scopes and containers"])
      #expect(plan[0]["findings"] as? [Int] == [0, 1])
      #expect(plan[0]["reads"] as? Int == 1)
    }
  }

  @Test("A link to a folder is followed where it is what was named")
  func link() async throws {
    try await Self.withFolder { folder in
      try await ChildProcess.withTemporaryFolder { other in
        let link = other.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        #expect(try Inventory(of: link).text == Inventory(of: folder).text)
        let failure = #expect(throws: Inventory.Failure.self) { try Inventory(of: other) }
        #expect(failure?.description == "'\(other.path)' holds no Swift file")
      }
    }
  }

  @Test("As JSON, what stands twice in one line is two findings of the plan")
  func twice() throws {
    let text =
      "import SwiftUI\nstruct V: View { @Environment(\\.api) var api; @Environment(\\.api) var api }"
    let json = try JSONSerialization.jsonObject(
      with: Data(Inventory(of: [("A.swift", text)]).json.utf8))
    let plan = try #require((json as? [String: Any])?["plan"] as? [[String: Any]])
    #expect(plan.flatMap { $0["findings"] as? [Int] ?? [] }.sorted() == [0, 1])
  }

  @Test("As JSON, what is about two services is a finding of both groups")
  func shared() throws {
    let text = """
      import Dependencies
      withDependencies { $0.api = .mock; $0.db = .mock } operation: {}
      """
    let json = try JSONSerialization.jsonObject(
      with: Data(Inventory(of: [("A.swift", text)]).json.utf8))
    let plan = try #require((json as? [String: Any])?["plan"] as? [[String: Any]])
    #expect(plan.map { $0["service"] as? String } == ["api", "db"])
    #expect(plan.map { $0["overrides"] as? Int } == [1, 1])
    #expect(plan.map { $0["findings"] as? [Int] } == [[0], [0]])
  }

  @Test("No folder, and a folder without Swift, are errors that name it")
  func failures() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let empty = #expect(throws: Inventory.Failure.self) { try Inventory(of: folder) }
      #expect(empty?.description == "'\(folder.path)' holds no Swift file")
      let missing = folder.appendingPathComponent("none")
      let failure = #expect(throws: Inventory.Failure.self) { try Inventory(of: missing) }
      #expect(failure?.description == "'\(missing.path)' is no folder")
    }
  }

  @Test("compare prints it, or writes it to a file, and says in one line what is wrong")
  func executable() async throws {
    try await Self.withFolder { folder in
      let printed = try await CompareProcess.run("--inventory", folder.path)
      #expect(printed.status == 0)
      #expect(printed.output == (try Inventory(of: folder)).text)
      try await withTemporaryFile("") { file in
        let written = try await CompareProcess.run(
          "--inventory", folder.path, "--format=markdown", "--output", file.path)
        #expect(written.status == 0)
        #expect(written.output == "")
        #expect(try String(contentsOf: file, encoding: .utf8) == Inventory(of: folder).markdown)
      }
      let missing = folder.appendingPathComponent("none").path
      let failed = try await CompareProcess.run("--inventory", missing)
      #expect(failed.status == 1)
      #expect(failed.error == "compare: '\(missing)' is no folder\n")
    }
  }
}
