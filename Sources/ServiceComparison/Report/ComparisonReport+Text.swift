internal import Foundation

extension ComparisonReport {
  /// The report as a table for a terminal: no line is wider than one of 40 columns or more.
  package func text(width: Int, isColored: Bool) -> String {
    let wide = max(width, 40)
    var lines: [String] = []
    for result in results {
      let title = "\(result.probe.title) (\(result.probe.id))"
      lines += title.wrapped(to: wide).map { isColored ? "\u{1B}[1m\($0)\u{1B}[0m" : $0 }
      // A question and two answers, which have room for a long name where the question has enough.
      let answer = max((wide - 6) / 3, min(20, (wide - 18) / 2))
      let columns = [wide - 6 - 2 * answer, answer, answer]
      lines += row(["", "InjectedValues", "EnvironmentValues"], columns)
      for answer in result.rows {
        lines += row(
          [
            answer.question, marked(answer.container, isMet: answer.isMetByContainer),
            marked(answer.environment, isMet: answer.isMetByEnvironment),
          ], columns)
      }
      lines += row(
        ["ran", result.probe.container.summary, result.probe.environment.summary], columns)
      lines += "  = \(result.verdict)".wrapped(to: wide).map {
        isColored ? result.verdict.color + $0 + "\u{1B}[0m" : $0
      }
      lines += "  \(result.probe.recipeLink)".wrapped(to: wide)
      lines.append("")
    }
    if let note = timesNote {
      lines += note.wrapped(to: wide) + [""]
    }
    return (lines + closing(width: wide, isColored: isColored)).joined(separator: "\n")
  }

  /// What stands above the next prompt: which to choose, and the totals.
  private func closing(width: Int, isColored: Bool) -> [String] {
    let advice = TextTable(
      header: ["for", "choose", "because of"],
      rows: conclusion.map { advice in
        [
          advice.situation, advice.choice,
          advice.results.map(\.probe.id).joined(separator: ", "),
        ]
      })
    let title = "Which to choose, as the rows came out"
    let head = advice.rows.isEmpty ? [] : [isColored ? "\u{1B}[1m\(title)\u{1B}[0m" : title]
    let table = advice.rows.isEmpty ? [] : advice.text(width: width).components(separatedBy: "\n")
    return head + table + [""] + totalsText.wrapped(to: width) + [""]
  }

  private func marked(_ measure: Measure, isMet: Bool) -> String {
    if measure.isNotRun || measure.nanoseconds != nil { return measure.text }
    return (isMet ? "✓ " : "✗ ") + measure.text
  }

  /// What to know of the times that it has; nil where it has none, and in a release build.
  var timesNote: String? { results.contains(where: \.isTimed) ? Self.buildNote : nil }

  /// What to know of times that a debug build has measured; nil in a release build.
  static var buildNote: String? {
    var isDebug = false
    // Evaluated in debug builds only.
    assert({ isDebug = true }() == ())
    return isDebug
      ? "Times are those of a debug build: `swift run -c release compare` has an app's." : nil
  }

  private func row(_ cells: [String], _ widths: [Int]) -> [String] {
    TextTable.broken(cells, widths: widths).map { "  " + TextTable.line(of: $0, widths: widths) }
  }
}

extension ProbeResult {
  /// Whether a time was measured.
  fileprivate var isTimed: Bool { rows.contains { $0.container.nanoseconds != nil } }
}

extension ProbeResult.Verdict {
  fileprivate var color: String {
    switch self {
    case .met, .bounded: winner == nil ? "\u{1B}[32m" : "\u{1B}[33m"
    case .ratio: "\u{1B}[36m"
    case .notRun: "\u{1B}[31m"
    }
  }
}

extension String {
  /// Breaks a text into lines of at most a width, between words where that can be.
  func wrapped(to width: Int) -> [String] {
    let text = onOneLine
    let indent = String(text.prefix { $0 == " " })
    var lines: [String] = []
    var line = indent
    for word in text.split(separator: " ") {
      let isFirst = line == indent || line.isEmpty
      if !isFirst, line.displayWidth + 1 + String(word).displayWidth > width {
        lines.append(line)
        line = String(word)
      } else {
        line += isFirst ? String(word) : " \(word)"
      }
      while line.displayWidth > width {
        let head = line.prefix(columns: width)
        guard !head.isEmpty else { break }
        lines.append(String(head))
        line = String(line[head.endIndex...])
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
