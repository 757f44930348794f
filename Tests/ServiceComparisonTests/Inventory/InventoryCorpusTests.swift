import Foundation
import ServiceComparison
import Testing

/// Code of each origin, with what is to be found in it beside each line.
private struct Corpus: Sendable, CustomTestStringConvertible {
  let name: String
  let sources: [(file: String, text: String)]
  var testDescription: String { name }

  static let names = ["SwiftUI", "Dependencies", "Factory", "Swinject", "WeaveDI"]

  init(_ name: String) throws {
    self.name = name
    let folder = InventoryCorpusTests.folder.appending(path: name)
    sources = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
  }

  /// What is to be found, as `file:line kind: name`, with `, stays` where nothing is to be done.
  var expected: [String] {
    sources.flatMap { source in
      source.text.components(separatedBy: "\n").enumerated().flatMap { index, line -> [String] in
        guard let mark = line.range(of: "//= ") else { return [] }
        return line[mark.upperBound...].components(separatedBy: "; ")
          .map { "\(source.file):\(index + 1) \($0)" }
      }
    }
  }

  var found: [String] {
    Inventory(of: sources).findings.map {
      "\($0.file):\($0.line) \($0.kind.rawValue): \($0.name)\($0.stays == nil ? "" : ", stays")"
    }
  }
}

@Suite("What the inventory finds, and finds by mistake") struct InventoryCorpusTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

  @Test(
    "Of each origin, at least 95 % is found, and is what it is said to be", arguments: Corpus.names)
  func recallAndPrecision(name: String) throws {
    let corpus = try Corpus(name)
    let expected = corpus.expected
    let found = corpus.found
    #expect(expected.count >= 40)
    let missed = Self.difference(expected, found)
    let wrong = Self.difference(found, expected)
    let recall = Double(expected.count - missed.count) / Double(expected.count)
    let precision = Double(found.count - wrong.count) / Double(found.count)
    print(
      "\(name): recall \(Self.percent(recall)) of \(expected.count), "
        + "precision \(Self.percent(precision)) of \(found.count)")
    #expect(recall >= 0.95, "missed: \(missed)")
    #expect(precision >= 0.95, "wrong: \(wrong)")
  }

  @Test("What only looks alike is not listed", arguments: Corpus.names)
  func lookAlikes(name: String) throws {
    let found = try Corpus(name).found
    #expect(!found.isEmpty)
    #expect(found.filter { $0.hasPrefix("LookAlikes.swift") } == [])
  }

  /// What the first has more often than the second.
  private static func difference(_ first: [String], _ second: [String]) -> [String] {
    var counts = Dictionary(grouping: second, by: \.self).mapValues(\.count)
    return first.filter { element in
      counts[element, default: 0] -= 1
      return counts[element, default: 0] < 0
    }
  }

  private static func percent(_ share: Double) -> String {
    "\((share * 1000).rounded() / 10) %"
  }
}
