/// Rows of text, in columns that line up.
package struct TextTable: Sendable, Hashable {
  /// The titles of the columns.
  package var header: [String]
  /// The cells of each row; a short row has empty cells at its end.
  package var rows: [[String]]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - header: The titles of the columns.
  ///   - rows: The cells of each row, no more than there are titles.
  package init(header: [String], rows: [[String]]) {
    self.header = header
    self.rows = rows
  }

  /// The table as text: the titles, a rule, a line for each row; no line ends in spaces.
  ///
  /// - Complexity: O(*n*) in the length of all cells.
  package var text: String {
    let lines = ([header] + rows).map { row in row.map(\.onOneLine) }
    let widths = header.indices.map { column in
      lines.map { $0.indices.contains(column) ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    var table = lines
    table.insert(rule, at: 1)
    return table.map { line(of: $0, widths: widths) }.joined(separator: "\n")
  }

  private func line(of cells: [String], widths: [Int]) -> String {
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
}

extension Unicode.Scalar {
  // The blocks whose characters have the East Asian Width property W or F.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
