extension ComparisonReport {
  /// The report as Markdown: times as ratios only, so that it is the same on every machine but for
  /// figures; its links lead to `MigrationGuide.md` beside it.
  package var markdown: String {
    var lines: [String] = []
    if !conclusion.isEmpty {
      lines += ["| for | choose | because of |", "|---|---|---|"]
      lines += conclusion.map { advice in
        let rows = advice.results.map { "`\($0.probe.id)`: \($0.verdict)" }.joined(separator: "; ")
        return "| \(advice.situation) | \(advice.choice.inMarkdown) | \(rows.inMarkdown) |"
      }
      lines += [""]
    }
    lines += [
      "\(totalsText).", "",
      "| row | question | `InjectedValues` | `EnvironmentValues` | verdict | recipe |",
      "|---|---|---|---|---|---|",
    ]
    for result in results {
      for (index, row) in result.rows.enumerated() {
        let isFirst = index == 0
        let cells = [
          isFirst ? "**\(result.probe.title)** (`\(result.probe.id)`)" : "",
          row.question, Self.cell(row.container, against: row.environment),
          Self.cell(row.environment, against: row.environment),
          isFirst ? result.verdict.description : "",
          isFirst ? "[recipe \(result.probe.recipe)](\(result.probe.recipeLink))" : "",
        ]
        lines.append("| " + cells.map(\.inMarkdown).joined(separator: " | ") + " |")
      }
    }
    if let note = timesNote { lines += ["", note] }
    lines += [
      "", "| row | `InjectedValues`: what was run | `EnvironmentValues` |", "|---|---|---|",
    ]
    for result in results {
      let summaries = [result.probe.container.summary, result.probe.environment.summary]
      lines.append(
        "| `\(result.probe.id)` | \(summaries.map(\.inMarkdown).joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ measure: Measure, against base: Measure) -> String {
    guard let time = measure.nanoseconds, let unit = base.nanoseconds, unit > 0 else {
      return measure.text
    }
    return "×\(Measure.figure(time / unit))"
  }

  /// A text without its figures, by which two reports of different machines are compared.
  ///
  /// - Parameter text: A report as Markdown.
  /// - Returns: The text, in which a mark stands for each figure of a measured time, and for the
  ///   verdict that follows from it; without the note of a debug build.
  package static func withoutFigures(_ text: String) -> String {
    var result = ""
    let text = buildNote.map { text.replacing($0 + "\n\n", with: "") } ?? text
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isMeasured = line.contains("×")
      result += (isMeasured ? String(line).replacingFigures : String(line)) + "\n"
    }
    return result
  }
}

extension String {
  /// The text, for a cell or an item of Markdown.
  fileprivate var inMarkdown: String {
    let parts = onOneLine.replacing("|", with: "\\|")
      .split(separator: "`", omittingEmptySubsequences: false)
    // Every second part is code, where nothing but a table's border is escaped.
    return parts.map(String.init).enumerated().map { index, part in
      index.isMultiple(of: 2)
        ? part.replacing(/\\(?!\|)/, with: "\\\\").replacing("<", with: "&lt;") : part
    }.joined(separator: "`")
  }

  fileprivate var replacingFigures: String {
    replacing(/×[0-9]+(\.[0-9]+)?/, with: "×#")
      .replacing(/(×# \| ×# \| )[^|]+ \|/) { "\($0.1)# |" }
  }
}
