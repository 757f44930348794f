import Foundation

/// The executable `compare`, run as a child process.
enum CompareProcess {
  struct Output: Sendable {
    var status: Int32
    var output: String
    var error: String

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

  /// The products of one build lie in one folder, beside the test bundle on an Apple platform and
  /// beside the test executable elsewhere.
  static var executable: URL {
    let tests =
      Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }?.bundleURL
      ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("compare")
  }

  /// Runs the program to its end, without what a test process's environment tells a container.
  static func run(_ arguments: String...) async throws -> Output {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !["INJECTION_", "XCTest", "SWIFT_TESTING"].contains { name.hasPrefix($0) }
    }
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    // What the program prints fits into a pipe's buffer, so it can be read when the program is done.
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    return Output(
      status: process.terminationStatus,
      output: String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self),
      error: String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
  }
}
