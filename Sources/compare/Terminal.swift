internal import Foundation
internal import ServiceComparison

/// What is known of the terminal that the program writes to.
struct Terminal {
  /// How many columns the lines of a file may have.
  static let widthOfFiles = 100

  /// How many columns it has; those of a file where standard output is none.
  let width: Int
  /// Whether texts on standard output may have colours.
  let hasColors: Bool
  /// Whether progress is shown on standard error: nowhere but on a terminal, where each step is
  /// written over the one before.
  let hasProgress: Bool

  /// That of this process.
  static var standard: Terminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let environment = ProcessInfo.processInfo.environment
    // Whether a line can be written anew, and coloured.
    let isCapable = environment["TERM"] != "dumb"
    var size = winsize()
    let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    let columns = min(environment["COLUMNS"].flatMap(Int.init) ?? 0, 10_000)
    return Terminal(
      width: columns > 0 ? columns : isKnown && size.ws_col > 0 ? Int(size.ws_col) : widthOfFiles,
      hasColors: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && isCapable,
      hasProgress: isatty(STDERR_FILENO) == 1 && isCapable)
  }

  /// Writes to standard error; where that is closed, or full, there is nobody to tell.
  static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Shows what is being done, in place of what was shown before.
  ///
  /// - Parameter text: What is being done, cut where it would go on in a second line of 60 columns,
  ///   which would stay; nil to remove it.
  func showProgress(_ text: String?) {
    guard hasProgress else { return }
    Self.writeError("\r\u{1B}[K\((text ?? "").onOneLine.prefix(columns: 59))")
  }
}
