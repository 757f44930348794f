import Foundation
import ServiceComparison
import TestSupport
import Testing

/// Numbers that are the same at each run (SplitMix64).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

@Suite("Input that is no Swift") struct InventoryFuzzTests {
  /// The package's own files and the corpora: what mutations begin with.
  private static func seeds() throws -> [String] {
    let corpora = InventoryCorpusTests.folder
    let files = try FileManager.default.subpathsOfDirectory(atPath: corpora.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    return try files.map {
      try String(contentsOf: corpora.appending(path: $0), encoding: .utf8)
    } + [Document("Tests/TestSupport/Document.swift").lines.joined(separator: "\n")]
  }

  private static let pieces = [
    "\"", "\"\"\"", "\\(", "\\#(", ")", "(", "{", "}", "[", "]", "<", ">", "/*", "*/", "//", "#",
    "#\"",
    "\"#", "/", "`", "\\", "\n", "\r", "\0", "@Environment(", "@Dependency(\\.",
    "withDependencies: {",
    ".register(", "self[", "struct A<", "extension EnvironmentValues {", "import Swinject\n", "é",
    "\u{10FFFF}", "한", "~>", ".self", "$0.", "import FactoryKit;",
  ]

  @Test(
    "Mutated files are read to their end, and every place is in one of their lines",
    arguments: 0..<40)
  func mutations(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    let seeds = try Self.seeds()
    for _ in 0..<10 {
      var text = Array(try #require(seeds.randomElement(using: &numbers)).unicodeScalars)
      for _ in 0..<Int.random(in: 1...40, using: &numbers) {
        let place = Int.random(in: 0...text.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
          let end = min(text.count, place + Int.random(in: 0...60, using: &numbers))
          text.removeSubrange(place..<end)
        case 1:
          let piece = try #require(Self.pieces.randomElement(using: &numbers))
          let count = Int.random(in: 1...20, using: &numbers)
          text.insert(contentsOf: String(repeating: piece, count: count).unicodeScalars, at: place)
        case 2:
          let end = min(text.count, place + Int.random(in: 0...400, using: &numbers))
          text.insert(contentsOf: Array(text[place..<end]), at: place)
        default:
          text.removeSubrange(place...)
        }
      }
      var source = ""
      source.unicodeScalars.append(contentsOf: text)
      let inventory = Inventory(of: [(file: "A.swift", text: source)])
      let lines = source.utf8.count { $0 == 0x0A || $0 == 0x0D } + 1
      #expect(inventory.findings.allSatisfy { (1...lines).contains($0.line) })
      let lineNumbers = inventory.findings.map(\.line)
      #expect(lineNumbers == lineNumbers.sorted())
      #expect(inventory.text.hasSuffix("\n"))
      #expect(!inventory.markdown.isEmpty)
      _ = try JSONSerialization.jsonObject(with: Data(inventory.json.utf8))
    }
  }

  /// What is never closed: the first overflowed the stack once, others took minutes.
  static let repeated = [
    "\\(\"", "struct A<", "func a<T>(", "(", "{", "[", "#", "#\"", "/*", "\"\"\"\n", "(/\\",
    ".environment(", "@Entry(", "@Environment(\\.a.", "withDependencies { $0.a = ", "register((((",
    "class A: B {", "let a: Factory<", "$0.", "\\.a", "`", "\0", "#\"\"\"\\#(",
    "#\"\"\"\\#(##\"\"\"\\##(", "withDependencies { v in v.a = ", "withDependencies { v in if v {",
    "func f(e: EnvironmentValues) { e.a = ", "let e = EnvironmentValues(); e[keyPath: ",
    "protocol A: B, A { protocol B: A { struct C: A {", ".a.onTest { ",
  ]

  @Test("What is opened a thousand times and more, and closed never, is read", arguments: repeated)
  func nested(piece: String) {
    let count =
      ["\\(\"": 20_000, "struct A<": 5_000, "#\"\"\"\\#(": 100_000][piece, default: 1_000]
    let imports = "import SwiftUI\nimport ComposableArchitecture\nimport Swinject\n"
    let start = piece == "\\(\"" ? "let s = \"" : ""
    let text = imports + start + String(repeating: piece, count: count)
    let inventory = Inventory(of: [(file: "A.swift", text: text)])
    #expect(inventory.fileCount == 1)
    #expect(inventory.findings.allSatisfy { $0.line >= 4 })
  }

  @Test("A nested comment that closes ends where it does")
  func comments() {
    let text =
      "import SwiftUI\n" + String(repeating: "/*", count: 20_000)
      + String(repeating: "*/", count: 20_000) + "@Environment(\\.font) var font"
    #expect(Inventory(of: [(file: "A.swift", text: text)]).findings.map(\.line) == [2])
  }

  @Test("A nested interpolation that closes ends where it does")
  func interpolations() {
    let text =
      "import SwiftUI\nlet s = \"" + String(repeating: "\\(\"", count: 20_000)
      + String(repeating: "\")", count: 20_000) + "\"\n@Environment(\\.font) var font"
    let inventory = Inventory(of: [(file: "A.swift", text: text)])
    #expect(inventory.findings.map(\.line) == [3])
    #expect(inventory.gaps == [])
  }

  @Test("Of one file, no more is listed than a person writes, and that is said")
  func limit() {
    let text =
      "import SwiftUI\n" + String(repeating: "@Environment(\\.font) var f\n", count: 10_001)
    let inventory = Inventory(of: [(file: "A.swift", text: text)])
    #expect(inventory.findings.count == 10_000)
    #expect(inventory.gaps == ["A.swift: has more than 10000 places, so the rest is left out"])
  }

  @Test("Names that hold marks of Markdown break no line of it")
  func names() {
    let inventory = Inventory(of: [
      ("a`|\n# b.swift", "import SwiftUI\n@EnvironmentObject var `in|put`: M")
    ])
    let lines = inventory.markdown.components(separatedBy: "\n")
    #expect(lines.count { $0.hasPrefix("#") } == 3)
    #expect(lines.count { $0.hasPrefix("- [ ] ") } == 1)
  }
}
