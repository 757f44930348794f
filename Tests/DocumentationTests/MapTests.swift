import Foundation
import TestSupport
import Testing

/// The map of Docs/Contributing.md is true.
@Suite("The map of the package")
struct MapTests {
  /// What the map names: a folder, or with a star all that is in it.
  private static let entries: Set<String> = {
    let lines = (try? Document("Docs/Contributing.md").lines) ?? []
    let map = lines.drop { $0 != "## The map" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    return Set(
      map.filter { $0.hasPrefix("| `") }.flatMap { line in
        line.dropFirst().prefix { $0 != "|" }.matches(of: /`([^`]+)`/).map { String($0.1) }
      })
  }()

  @Test("Each folder that is named is there")
  func named() throws {
    #expect(Self.entries.count > 30)
    for entry in Self.entries {
      let path = Document.root.appending(path: entry.replacing("/*", with: "")).path
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      #expect(isThere && isFolder.boolValue, "\(entry)")
    }
  }

  @Test("Each folder of sources and tests is named, or is in one that is named with a star")
  func unnamed() throws {
    let folders = try Set(Self.files.map { ($0 as NSString).deletingLastPathComponent })
    #expect(folders.count > 30)
    for folder in folders.sorted() {
      #expect(Self.isNamed(folder, in: Self.entries), "\(folder) is not on the map")
    }
  }

  @Test("No folder has more than 16 files side by side")
  func folders() throws {
    let counts = try Dictionary(grouping: Self.files) {
      ($0 as NSString).deletingLastPathComponent
    }.mapValues(\.count)
    #expect(counts.count > 30)
    for (folder, count) in counts where count > 16 {
      Issue.record("\(folder) has \(count) files: give it folders, by what they are about")
    }
  }

  @Test("No Swift file has more than 400 lines")
  func lengths() throws {
    for path in try Self.files where path.hasSuffix(".swift") {
      // A file ends with the end of a line.
      let count = try Document(path).lines.count - 1
      #expect(count <= 400, "\(path)")
    }
  }

  @Test("A folder that is not on a map is found out")
  func negative() {
    let entries: Set<String> = ["Sources/A", "Sources/B/*"]
    #expect(Self.isNamed("Sources/A", in: entries))
    #expect(!Self.isNamed("Sources/A/Inner", in: entries))
    #expect(Self.isNamed("Sources/B", in: entries))
    #expect(Self.isNamed("Sources/B/Inner/Most", in: entries))
    #expect(!Self.isNamed("Sources/BB", in: entries))
  }

  /// The files of the package that are compiled.
  private static var files: [String] {
    get throws {
      try ["Sources", "Tests"].flatMap { folder in
        try [".swift", ".c"].flatMap { try Document.files(in: folder, endingIn: $0) }
      }
    }
  }

  private static func isNamed(_ folder: String, in entries: Set<String>) -> Bool {
    if entries.contains(folder) { return true }
    var outer = folder
    while outer.contains("/") {
      if entries.contains(outer + "/*") { return true }
      outer = (outer as NSString).deletingLastPathComponent
    }
    return false
  }
}
