/// Rows of text, in columns that line up.
package struct TextTable: Sendable, Hashable {
  /// The titles of the columns.
  package var header: [String]
  /// The cells of each row; a short row has empty cells at its end.
  package var rows: [[String]]

  package init(header: [String], rows: [[String]]) {
    self.header = header
    self.rows = rows
  }

  /// The table as text: the titles, a rule, a line for each row; no line ends in spaces.
  ///
  /// - Complexity: O(*n*) in the length of all cells.
  package var text: String { text(width: .max) }

  /// The table as text that fits a width: cells are broken between words, and where the columns have
  /// not the room for their longest words, each row becomes a paragraph with a line for each cell.
  ///
  /// No line is wider, or ends in spaces.
  package func text(width: Int) -> String {
    let gaps = 2 * (header.count - 1)
    let lines = ([header] + rows).map { row in row.map(\.onOneLine) }
    func widest(_ column: Int, _ measure: (String) -> Int) -> Int {
      lines.map { $0.indices.contains(column) ? measure($0[column]) : 0 }.max() ?? 0
    }
    var widths = header.indices.map { widest($0, \.displayWidth) }
    let least = header.indices.map { column in
      widest(column) { $0.split(separator: " ").map { String($0).displayWidth }.max() ?? 0 }
    }
    let isTooWide = widths.reduce(gaps, +) > width
    if isTooWide, least.reduce(gaps, +) > width { return paragraphs(lines, width: width) }
    // The widest column that can still be narrower is, until all fit.
    while widths.reduce(gaps, +) > width {
      guard
        let column = widths.indices.filter({ widths[$0] > least[$0] })
          .max(by: { widths[$0] < widths[$1] })
      else { break }
      widths[column] -= 1
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    let table = lines.map { isTooWide ? Self.broken($0, widths: widths) : [$0] }
    return (table[0] + [rule] + table.dropFirst().joined())
      .map { Self.line(of: $0, widths: widths) }.joined(separator: "\n")
  }

  /// A row as so many rows as its highest cell has lines.
  static func broken(_ row: [String], widths: [Int]) -> [[String]] {
    let cells = zip(row, widths).map { $0.wrapped(to: $1) }
    return (0..<(cells.map(\.count).max() ?? 0)).map { index in
      cells.map { $0.indices.contains(index) ? $0[index] : "" }
    }
  }

  private func paragraphs(_ lines: [[String]], width: Int) -> String {
    lines.dropFirst().map { row in
      let cells = zip(lines[0], row).enumerated().filter { !$0.element.1.isEmpty }
      return cells.flatMap { index, cell in
        let text = index == 0 ? cell.1 : "\(cell.0): \(cell.1)"
        return text.wrapped(to: width - (index == 0 ? 0 : 2)).map { index == 0 ? $0 : "  " + $0 }
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  static func line(of cells: [String], widths: [Int]) -> String {
    var line = ""
    var missing = 0
    for (cell, width) in zip(cells, widths) where width > 0 {
      if !cell.isEmpty {
        line += String(repeating: " ", count: missing) + cell
        missing = 0
      }
      missing += width - (cell.isEmpty ? 0 : cell.displayWidth) + 2
    }
    return line
  }
}

extension String {
  /// How many columns of a terminal the text takes: two for each wide East Asian character.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var displayWidth: Int {
    reduce(0) { width, character in
      width + (character.unicodeScalars.first.map { $0.isWide ? 2 : 1 } ?? 0)
    }
  }

  /// As much of its beginning as takes no more than so many columns.
  ///
  /// - Complexity: O(*n*) in the length of the result.
  package func prefix(columns: Int) -> Substring {
    var width = 0
    return prefix { character in
      width += String(character).displayWidth
      return width <= columns
    }
  }
}

extension Unicode.Scalar {
  // The blocks whose characters have the East Asian Width property W or F.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FC, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
