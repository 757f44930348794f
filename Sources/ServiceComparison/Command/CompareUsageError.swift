/// Why a command line of `compare` has no meaning.
package enum CompareUsageError: Error, Hashable, CustomStringConvertible {
  /// There is no such option.
  case unknownOption(String)
  /// The program takes options only.
  case unexpectedArgument(String)
  /// The option needs a value, and none follows it.
  case missingValue(option: String)
  /// The option was given before.
  case repeated(option: String)
  /// The value has a scheme, but is not an address.
  case badAddress(String)
  /// The file's extension names no format of a graph.
  case unknownGraphFormat(String)
  /// A format of the report that there is not.
  case unknownFormat(String)
  /// A row that there is not.
  case unknownRow(String)
  /// The option says how rows are run, and an inventory runs none.
  case notForInventory(option: String)
  /// A format that an inventory has not.
  case noInventoryFormat(String)

  /// The program's exit status: `EX_USAGE` of `sysexits.h`.
  package static let exitStatus: Int32 = 64

  /// One line that names the argument.
  package var description: String {
    let text =
      switch self {
      case .unknownOption(let option): "unknown option '\(option)'"
      case .unexpectedArgument(let argument): "unexpected argument '\(argument)'"
      case .missingValue(let option): "option '\(option)' needs a value"
      case .repeated(let option): "option '\(option)' is given twice"
      case .badAddress(let value): "'\(value)' is not an address"
      case .unknownGraphFormat(let path):
        "'\(path)' names no graph format: it takes .mmd, .mermaid, .dot or .json"
      case .unknownFormat(let name):
        "'\(name)' is no format: it takes text, markdown, json or html"
      case .notForInventory(let option): "option '\(option)' does not go with '--inventory'"
      case .noInventoryFormat(let name):
        "an inventory is not written as \(name): it takes text, markdown or json"
      case .unknownRow(let name): "there is no row '\(name)': --list prints their names"
      }
    return text.onOneLine
  }
}
