/// Why a command line of `compare` has no meaning.
package enum CompareUsageError: Error, Hashable, CustomStringConvertible {
  case unknownOption(String)
  /// The program takes options only.
  case unexpectedArgument(String)
  case missingValue(option: String)
  case repeated(option: String)
  /// What is written would be written over what is read, or over what is written as well.
  case sameFile(String, options: [String])
  /// The value has a scheme, but is not an address.
  case badAddress(String)
  /// The file's extension names no format of a graph.
  case unknownGraphFormat(String)
  case unknownFormat(String)
  case unknownRow(String)
  /// The option says how rows are run, and a list of their names runs none.
  case notForList(option: String)
  case noListFormat(String)
  /// The option says how rows are run, and an inventory runs none.
  case notForInventory(option: String)
  case noInventoryFormat(String)
  /// A plan would be written over a file that it may be made of.
  case swiftFile(String)

  /// The program's exit status: `EX_USAGE` of `sysexits.h`.
  package static let exitStatus: Int32 = 64

  package var description: String {
    let text =
      switch self {
      case .unknownOption(let option):
        "unknown option '\(option)'" + Self.suggestion(for: option, among: Self.options)
      case .unexpectedArgument(let argument): "unexpected argument '\(argument)'"
      case .missingValue(let option): "option '\(option)' needs a value"
      case .repeated(let option): "option '\(option)' is given twice"
      case .sameFile(let path, let options):
        options.map { "'\($0)'" }.joined(separator: " and ") + " both name '\(path)'"
      case .badAddress(let value): "'\(value)' is not an address"
      case .unknownGraphFormat(let path):
        "'\(path)' names no graph format: it takes .mmd, .mermaid, .dot or .json"
      case .unknownFormat(let name):
        "'\(name)' is no format: it takes text, markdown, json or html"
          + Self.suggestion(for: name, among: ReportFormat.allCases.map(\.rawValue))
      case .notForInventory(let option): "option '\(option)' does not go with '--inventory'"
      case .noInventoryFormat(let name):
        "an inventory is not written as \(name): it takes text, markdown or json"
      case .swiftFile(let path): "a plan is not written over a file of Swift, as '\(path)' is"
      case .notForList(let option): "option '\(option)' does not go with '--list'"
      case .noListFormat(let name): "a list is not written as \(name): it takes text or json"
      case .unknownRow(let name):
        "there is no row '\(name)': --list prints their names"
          + Self.suggestion(for: name, among: Probe.all.map(\.id))
      }
    return text.onOneLine
  }

  private static let options = [
    "--format", "--only", "--output", "--list", "--data", "--graph", "--inventory", "--help",
  ]

  /// What was meant, if a name is like one that there is: a few letters wrong, or its beginning.
  private static func suggestion(for name: String, among names: [String]) -> String {
    let distances = names.map { ($0, $0.distance(to: name)) }
    let near = distances.filter { $1 <= max(1, name.count / 3) }.min { $0.1 < $1.1 }?.0
    guard let meant = near ?? names.first(where: { name.count > 2 && $0.hasPrefix(name) }) else {
      return ""
    }
    return "; did you mean '\(meant)'?"
  }
}

extension String {
  /// How many characters have to be put in, taken out, exchanged or swapped with the next to make
  /// another text of this one.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both.
  fileprivate func distance(to other: String) -> Int {
    let (from, to) = (Array(self), Array(other))
    var before: [Int] = []
    var last = Array(0...to.count)
    for (i, character) in from.enumerated() {
      var row = [i + 1]
      for (j, wanted) in to.enumerated() {
        var least = Swift.min(last[j] + (character == wanted ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, character == to[j - 1], from[i - 1] == wanted {
          least = Swift.min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[to.count]
  }
}
