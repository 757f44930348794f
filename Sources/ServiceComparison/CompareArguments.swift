package import Foundation

/// What the command line of `compare` asks for.
package enum CompareArguments: Sendable, Hashable {
  /// To print how the program is used.
  case help
  /// To run, on the landmarks at an address, or on the bundled ones where it is nil.
  ///
  /// Where a graph file is named, the graph of the services is written to it.
  case run(data: URL?, graph: GraphFile? = nil)

  /// The line that sums up how the program is used.
  package static let usage = "usage: compare [--data FILE|URL] [--graph FILE] [--help]"

  /// How the program is used, in full.
  package static let helpText = """
    \(usage)

    Loads landmarks through the live service, runs the same code in different scopes and
    tasks, and prints what it saw of the services in each.

      --data FILE|URL  read the landmarks there, not the bundled ones: a file's path, or an
                       http or https address
      --graph FILE     write which services are built from which, and which scope owns them:
                       as Mermaid (.mmd, .mermaid), DOT (.dot) or JSON (.json)
      -h, --help       print this text
    """

  /// Reads a command line.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  /// - Returns: What they ask for.
  /// - Throws: ``CompareUsageError`` for the first argument that has no meaning.
  package static func parse(_ arguments: [String]) throws(CompareUsageError) -> CompareArguments {
    var data: URL?
    var graph: GraphFile?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch (parts.first.map(String.init) ?? "", parts.count) {
      case ("--help", 1), ("-h", 1):
        return .help
      case ("--data", let count):
        let value = count == 2 ? String(parts[1]) : takeValue(from: &rest)
        guard data == nil else { throw .repeated(option: "--data") }
        guard let value, !value.isEmpty else { throw .missingValue(option: "--data") }
        guard let url = location(value) else { throw .badAddress(value) }
        data = url
      case ("--graph", let count):
        let value = count == 2 ? String(parts[1]) : takeValue(from: &rest)
        guard graph == nil else { throw .repeated(option: "--graph") }
        guard let value, !value.isEmpty else { throw .missingValue(option: "--graph") }
        guard let file = GraphFile(path: value) else { throw .unknownGraphFormat(value) }
        graph = file
      default:
        throw argument.hasPrefix("-") ? .unknownOption(argument) : .unexpectedArgument(argument)
      }
    }
    return .run(data: data, graph: graph)
  }

  private static func takeValue(from rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, !next.hasPrefix("--") else { return nil }
    rest.removeFirst()
    return next
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
