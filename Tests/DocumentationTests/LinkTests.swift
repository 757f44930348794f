import Foundation
import TestSupport
import Testing

@Suite("Links of the documentation")
struct LinkTests {
  @Test("Each relative link leads to a file, and its fragment to a heading or an anchor")
  func links() throws {
    var count = 0
    for document in try Document.all() {
      let folder = (document.path as NSString).deletingLastPathComponent
      for (line, link) in document.links {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts.first.map(String.init) ?? ""
        let target =
          file.isEmpty ? document.path : (folder as NSString).appendingPathComponent(file)
        let isThere = FileManager.default.fileExists(
          atPath: Document.root.appending(path: target).path)
        #expect(isThere, "\(document.place(line)) links to \(link)")
        if isThere, parts.count > 1, target.hasSuffix(".md") {
          let fragments = try Document(target).fragments
          #expect(
            fragments.contains(String(parts[1])), "\(document.place(line)) links to \(link)")
        }
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test("Each row of Propagation.md is a test of that name, and each such test is a row")
  func propagationIsTested() throws {
    let rows = try Document("Docs/Propagation.md").prose
      .filter { $0.hasPrefix("| ") }.dropFirst()
      .compactMap { $0.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) }
    let sources = try Document.files(in: "Tests/InjectionTests", endingIn: ".swift")
      .filter { $0.contains("/Propagati") }
    let names = try sources.flatMap { try Document($0).lines }
      .compactMap { $0.firstMatch(of: /@Test\("(.*)"\)/).map { String($0.1) } }
    #expect(names.count > 20)
    #expect(Set(rows) == Set(names))
  }
}
