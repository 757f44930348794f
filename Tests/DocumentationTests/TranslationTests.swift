import Foundation
import TestSupport
import Testing

/// A document and its translation.
private struct Pair: Sendable, CustomTestStringConvertible {
  let original: String
  let translation: String
  var testDescription: String { translation }

  static let all = [
    Pair(original: "README.md", translation: "Docs/ko/README.md"),
    Pair(original: "Docs/MigrationGuide.md", translation: "Docs/ko/MigrationGuide.md"),
  ]

  func documents() throws -> (Document, Document) {
    (try Document(original), try Document(translation))
  }

  /// The files that a document's links lead to, from the package's folder, with their fragments.
  static func targets(of document: Document, at path: String) -> [String] {
    let folder = Document.root.appending(path: path).deletingLastPathComponent()
    return document.links.map { _, link in
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard let file = parts.first, !file.isEmpty else { return path + link }
      let target = folder.appending(path: String(file)).standardizedFileURL.path
      let fragment = parts.count > 1 ? "#\(parts[1])" : ""
      return target.replacing(Document.root.standardizedFileURL.path + "/", with: "")
        + fragment
    }
  }
}

@Suite("Translations")
struct TranslationTests {
  @Test(
    "A translation has the same fences, word for word and in the same order", arguments: Pair.all)
  fileprivate func fences(pair: Pair) throws {
    let (original, translation) = try pair.documents()
    #expect(original.fences.count > 3)
    #expect(original.fences == translation.fences)
  }

  @Test("A translation has the same headings, anchors and tests", arguments: Pair.all)
  fileprivate func structure(pair: Pair) throws {
    let (original, translation) = try pair.documents()
    #expect(original.headings == translation.headings)
    #expect(original.anchors == translation.anchors)
    #expect(original.tests.map(\.file) == translation.tests.map(\.file))
    #expect(original.tests.map(\.name) == translation.tests.map(\.name))
    #expect(
      original.prose.count { $0.hasPrefix("|") } == translation.prose.count { $0.hasPrefix("|") })
    #expect(
      original.prose.count { $0.hasPrefix("- ") } == translation.prose.count { $0.hasPrefix("- ") })
  }

  @Test("A translation names the same code", arguments: Pair.all)
  fileprivate func codes(pair: Pair) throws {
    let (original, translation) = try pair.documents()
    #expect(original.codes.count > 20)
    #expect(original.codes.map(\.code).sorted() == translation.codes.map(\.code).sorted())
  }

  @Test("A translation links to what the original links to", arguments: Pair.all)
  fileprivate func links(pair: Pair) throws {
    let (original, translation) = try pair.documents()
    // To the translation of a document where there is one, and of a section within it.
    func plain(_ targets: [String]) -> [String] {
      targets.map { target in
        var target = target
        for known in Pair.all { target = target.replacing(known.translation, with: known.original) }
        return target
      }.sorted()
    }
    let wanted = plain(Pair.targets(of: original, at: pair.original))
    let found = plain(Pair.targets(of: translation, at: pair.translation))
    #expect(!wanted.isEmpty)
    #expect(wanted == found)
  }

  @Test("A translation is one: its prose is in Korean", arguments: Pair.all)
  fileprivate func language(pair: Pair) throws {
    let (original, translation) = try pair.documents()
    let isKorean = { (line: String) in
      line.unicodeScalars.contains { ("\u{AC00}"..."\u{D7A3}").contains($0) }
    }
    let sentences = { (document: Document) in
      document.prose.filter { line in
        line.hasSuffix(".") && !line.hasPrefix("|")
      }
    }
    #expect(original.prose.count { isKorean($0) } <= 1)
    #expect(sentences(translation).allSatisfy(isKorean))
    #expect(translation.prose.count { isKorean($0) } * 3 > translation.prose.count { !$0.isEmpty })
  }
}
