import Foundation
import TestSupport

/// The executable `compare`, run as a child process.
enum CompareProcess {
  struct Output: Sendable {
    let result: ChildProcess.Output

    var status: Int32 { result.status }
    var output: String { result.output }
    var error: String { result.error }

    /// The lines of standard error.
    var errorLines: [Substring] { error.split(separator: "\n") }

    /// The printed table: for each row, the cells by the column's title.
    var rows: [[String: String]] {
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      guard let rule = lines.firstIndex(where: { $0.hasPrefix("---") }), rule > 0 else { return [] }
      var columns: [(title: String, start: Int)] = []
      var start = 0
      for dashes in lines[rule].split(separator: " ", omittingEmptySubsequences: true) {
        columns.append((cell(of: lines[rule - 1], at: start, width: dashes.count), start))
        start += dashes.count + 2
      }
      return lines[(rule + 1)...].prefix { !$0.isEmpty }.map { line in
        var row: [String: String] = [:]
        for (index, column) in columns.enumerated() {
          let end = index + 1 < columns.count ? columns[index + 1].start : line.count
          row[column.title] = cell(of: line, at: column.start, width: max(0, end - column.start))
        }
        return row
      }
    }

    /// Finds the row of a place.
    func row(at place: String) -> [String: String]? { rows.first { $0["where"] == place } }

    private func cell(of line: Substring, at start: Int, width: Int) -> String {
      line.dropFirst(start).prefix(width).trimmingCharacters(in: .whitespaces)
    }
  }

  static func executable() throws -> URL { try ChildProcess.product("compare") }

  /// Runs the program to its end.
  static func run(_ arguments: String...) async throws -> Output {
    try await run(arguments)
  }

  /// Runs the program to its end, with as many columns as a table may need, unless told otherwise.
  static func run(_ arguments: [String], columns: Int = 200) async throws -> Output {
    let environment = ["COLUMNS=\(columns)", try executable().path]
    let result = try await ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/env"), environment + arguments)
    return Output(result: result)
  }
}
