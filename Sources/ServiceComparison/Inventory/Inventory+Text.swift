internal import Foundation

extension Inventory {
  /// The inventory as lines: what each file has, how much belongs to each section of the guide, and
  /// what is not sure.
  package var text: String {
    var lines: [String] = []
    for file in Self.grouped(findings) {
      lines.append(file.name)
      let kinds = file.findings.map(\.kind.rawValue.count).max() ?? 0
      let names = file.findings.map(\.name.count).max() ?? 0
      for finding in file.findings {
        let line = String(finding.line)
        let section = finding.kind.section.map { "MigrationGuide.md#\($0)" } ?? "stays"
        lines.append(
          "  " + String(repeating: " ", count: max(0, 5 - line.count)) + line + "  "
            + Self.padded(finding.kind.rawValue, kinds) + "  " + Self.padded(finding.name, names)
            + "  " + (finding.doubt == nil ? section : "not sure: see below"))
      }
      lines.append("")
    }
    lines.append(summary)
    for (section, count) in sections {
      lines.append(
        "  " + Self.padded(String(count), 5) + "  Docs/MigrationGuide.md#\(section)")
    }
    if !doubts.isEmpty {
      lines += ["", "Not sure:"]
      lines += doubts.map {
        "  \($0.file):\($0.line): \($0.kind.rawValue) \($0.name): \($0.doubt ?? "")"
      }
    }
    if !gaps.isEmpty { lines += ["", "Not read to the end:"] + gaps.map { "  \($0)" } }
    return lines.map(\.onOneLine).joined(separator: "\n") + "\n"
  }

  /// The inventory as a Markdown table, with links into the guide beside it.
  package var markdown: String {
    var lines = ["| place | what | name | recipe |", "|---|---|---|---|"]
    for finding in findings {
      let recipe = finding.kind.section.map { "[\($0)](MigrationGuide.md#\($0))" } ?? "stays"
      let doubt = finding.doubt.map { " (not sure: \($0))" } ?? ""
      let cells = [
        "\(finding.file):\(finding.line)", finding.kind.rawValue, "`\(finding.name)`",
        recipe + doubt,
      ]
      lines.append(
        "| " + cells.map { $0.onOneLine.replacing("|", with: "\\|") }.joined(separator: " | ")
          + " |")
    }
    lines += ["", summary] + gaps.map { "- not read to the end: \($0.onOneLine)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let files = Set(findings.map(\.file)).count
    return "\(findings.count) places in \(files) of \(fileCount) Swift files"
  }

  private static func grouped(
    _ findings: [InventoryFinding]
  ) -> [(name: String, findings: [InventoryFinding])] {
    Dictionary(grouping: findings, by: \.file).sorted { $0.key < $1.key }
      .map { (name: $0.key, findings: $0.value) }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
