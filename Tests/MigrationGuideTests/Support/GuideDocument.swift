import Foundation

/// A document of the package, line by line.
struct GuideDocument {
  let lines: [String]

  init(_ path: String) throws {
    let file = Self.root.appending(path: path)
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The fences, each with its first line, which names its language.
  var fences: [[String]] {
    var found: [[String]] = []
    var open: [String]?
    for line in lines {
      if let fence = open {
        if line == "```" {
          found.append(fence)
          open = nil
        } else {
          open?.append(line)
        }
      } else if line.hasPrefix("```") {
        open = [line]
      }
    }
    return found
  }

  /// The lines that stand outside fences.
  var prose: [String] {
    var isFence = false
    return lines.filter { line in
      if line.hasPrefix("```") {
        isFence.toggle()
        return false
      }
      return !isFence
    }
  }

  /// The levels of the headings, in order.
  var headings: [Int] {
    prose.compactMap { line in
      let marks = line.prefix { $0 == "#" }.count
      return marks > 0 && line.dropFirst(marks).hasPrefix(" ") ? marks : nil
    }
  }

  /// The anchors, in order.
  var anchors: [String] {
    prose.compactMap { $0.wholeMatch(of: /<a id="(.+)"><\/a>/).map { String($0.1) } }
  }

  /// What a link's fragment may name: the anchors, and the headings as GitHub names them.
  var fragments: Set<String> {
    let slugs = prose.filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" }.dropFirst().lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
        .replacing(" ", with: "-")
    }
    return Set(slugs + anchors)
  }

  /// The tests that it names, each with its file.
  var tests: [(file: String, name: String)] {
    prose.compactMap { line in
      line.firstMatch(of: /`(Tests\/[^`]+\.swift)`, "(.+)"/).map {
        (String($0.1), String($0.2))
      }
    }
  }

  /// What stands between backticks outside fences, sorted.
  var codes: [String] {
    prose.flatMap { line in line.matches(of: /`[^`]+`/).map { String($0.0) } }.sorted()
  }

  /// The targets of links that are not addresses.
  var links: [String] {
    prose.flatMap { line in
      line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains(":") }
    }
  }
}
