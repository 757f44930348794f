package import Foundation

/// What the command line of `compare` asks for.
package enum CompareArguments: Sendable, Hashable {
  /// To print how the program is used.
  case help
  /// To run, on the landmarks at an address, or on the bundled ones where it is nil.
  case run(data: URL?)

  /// The line that sums up how the program is used.
  package static let usage = "usage: compare [--data FILE|URL] [--help]"

  /// How the program is used, in full.
  package static let helpText = """
    \(usage)

    Loads landmarks through the live service, runs the same code in different scopes and
    tasks, and prints what it saw of the services in each.

      --data FILE|URL  read the landmarks there, not the bundled ones: a file's path, or an
                       http or https address
      -h, --help       print this text
    """

  /// Reads a command line.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  /// - Returns: What they ask for.
  /// - Throws: ``CompareUsageError`` for the first argument that has no meaning.
  package static func parse(_ arguments: [String]) throws(CompareUsageError) -> CompareArguments {
    var data: URL?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch (parts.first.map(String.init) ?? "", parts.count) {
      case ("--help", 1), ("-h", 1):
        return .help
      case ("--data", let count):
        let value: String?
        if count == 2 {
          value = String(parts[1])
        } else {
          value = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
          if value != nil { rest.removeFirst() }
        }
        guard data == nil else { throw .repeated(option: "--data") }
        guard let value, !value.isEmpty else { throw .missingValue(option: "--data") }
        guard let url = location(value) else { throw .badAddress(value) }
        data = url
      default:
        throw argument.hasPrefix("-") ? .unknownOption(argument) : .unexpectedArgument(argument)
      }
    }
    return .run(data: data)
  }

  // Whatever has a scheme and `://` is an address; all else, also `C:\file`, is a path.
  private static func location(_ text: String) -> URL? {
    if let separator = text.range(of: "://") {
      let scheme = text[..<separator.lowerBound]
      let isScheme =
        scheme.first?.isASCII == true && scheme.first?.isLetter == true
        && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      if isScheme { return URL(string: text) }
    }
    return URL(fileURLWithPath: text)
  }
}
