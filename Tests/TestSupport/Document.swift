package import Foundation

/// A document of the package, line by line.
package struct Document: Sendable {
  /// Lines between marks, which are shown as they are.
  package struct Fence: Sendable, Hashable {
    /// What stands behind the opening mark.
    package let language: String
    package let lines: [String]

    package init(language: String, lines: [String]) {
      self.language = language
      self.lines = lines
    }
  }

  /// The document's path in the package.
  package let path: String
  package let lines: [String]

  package init(_ path: String) throws {
    self.path = path
    let file = Self.root.appending(path: path)
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// README.md and everything in Docs/.
  package static func all() throws -> [Document] {
    try (["README.md"] + files(in: "Docs", endingIn: ".md")).map(Document.init)
  }

  /// The paths of the files below a folder of the package, but for what was built and what is never
  /// built: the corpora that the inventory is tested on.
  package static func files(in folder: String, endingIn suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) && !$0.contains(".build") && !$0.contains("/Corpus/") }
      .sorted()
      .map { "\(folder)/\($0)" }
  }

  /// Where a line stands, for a message.
  package func place(_ line: Int) -> String { "\(path):\(line)" }

  /// The fences, each with the number of its first line.
  package var numberedFences: [(line: Int, fence: Fence)] {
    var found: [(line: Int, fence: Fence)] = []
    var open: (line: Int, language: String)?
    for (index, line) in lines.enumerated() {
      if let mark = open {
        guard line == "```" else { continue }
        found.append(
          (mark.line, Fence(language: mark.language, lines: Array(lines[mark.line..<index]))))
        open = nil
      } else if line.hasPrefix("```") {
        open = (index + 1, String(line.dropFirst(3)))
      }
    }
    return found
  }

  /// The fences.
  package var fences: [Fence] { numberedFences.map(\.fence) }

  /// The lines that stand outside fences, each with its number.
  package var numberedProse: [(line: Int, text: String)] {
    var isFence = false
    return lines.enumerated().compactMap { index, line in
      if line.hasPrefix("```") {
        isFence.toggle()
        return nil
      }
      return isFence ? nil : (index + 1, line)
    }
  }

  /// The lines that stand outside fences.
  package var prose: [String] { numberedProse.map(\.text) }

  /// The levels of the headings, in order.
  package var headings: [Int] {
    prose.compactMap { line in
      let marks = line.prefix { $0 == "#" }.count
      return marks > 0 && line.dropFirst(marks).hasPrefix(" ") ? marks : nil
    }
  }

  /// The anchors, in order.
  package var anchors: [String] {
    prose.compactMap { $0.wholeMatch(of: /<a id="(.+)"><\/a>/).map { String($0.1) } }
  }

  /// What a link's fragment may name: the anchors, and the headings as GitHub names them.
  package var fragments: Set<String> {
    let slugs = prose.filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" }.dropFirst().lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
        .replacing(" ", with: "-")
    }
    return Set(slugs + anchors)
  }

  /// The tests that it names, each with its file.
  package var tests: [(file: String, name: String)] {
    prose.compactMap { line in
      line.firstMatch(of: /`(Tests\/[^`]+\.swift)`, "(.+)"/).map {
        (String($0.1), String($0.2))
      }
    }
  }

  /// What stands between backticks outside fences, each with the number of its line.
  package var codes: [(line: Int, code: String)] {
    numberedProse.flatMap { line, text in
      text.matches(of: /`([^`]+)`/).map { (line, String($0.1)) }
    }
  }

  /// The targets of links that are not addresses, each with the number of its line.
  package var links: [(line: Int, target: String)] {
    numberedProse.flatMap { line, text in
      text.matches(of: /\]\(([^)\s]+)\)/).map { (line, String($0.1)) }
        .filter { !$0.1.contains(":") }
    }
  }
}
