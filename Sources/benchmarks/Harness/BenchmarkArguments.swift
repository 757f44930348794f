/// What the command line of `benchmarks` asks for.
enum BenchmarkArguments {
  /// To print how the program is used.
  case help
  /// To print the names that contain the text.
  case list(filter: String)
  /// To measure the cases whose names contain the text.
  case run(filter: String, samples: Int, format: BenchmarkReport.Format, isCheck: Bool)

  /// The line that sums up how the program is used.
  static let usage =
    "usage: benchmarks [--filter TEXT] [--samples N] [--format text|markdown|json] [--check] "
    + "[--list] [--help]"

  /// How the program is used, in full.
  static let helpText = """
    \(usage)

    Measures the cost of the libraries' operations, each beside the one that it is compared
    with: medians of samples taken in turns, with the smallest and the largest. Release builds only:

      swift run -c release benchmarks --filter container

      --filter TEXT    only what has TEXT in its name, and what that is compared with; without it,
                       all but 'build', which builds packages and takes minutes
      --samples N      how often each case is measured, \(defaultSamples) times unless told
      --format FORMAT  text (unless told), markdown or json
      --check          exit with 1 where a goal is missed by more than the noise that was measured
      --list           print the names, and measure nothing
      -h, --help       print this text
    """

  static let defaultSamples = 15

  /// Reads a command line, without the program's name.
  static func parse(_ arguments: [String]) throws(BenchmarkUsageError) -> BenchmarkArguments {
    var filter = ""
    var samples = defaultSamples
    var isList = false
    var isCheck = false
    var format = BenchmarkReport.Format.text
    var given: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = parts.first.map(String.init) ?? ""
      switch (option, parts.count) {
      case ("--help", 1), ("-h", 1):
        return .help
      case ("--list", 1):
        isList = true
      case ("--check", 1):
        isCheck = true
      case ("--filter", let count), ("--samples", let count), ("--format", let count):
        let value = count == 2 ? String(parts[1]) : rest.popFirst()
        guard let value, !value.isEmpty, count == 2 || !value.hasPrefix("--") else {
          throw .missingValue(option: option)
        }
        if option == "--filter" {
          filter = value
        } else if option == "--format" {
          guard let known = BenchmarkReport.Format(rawValue: value) else {
            throw .unknownFormat(value)
          }
          format = known
        } else if let number = Int(value), number > 0 {
          samples = number
        } else {
          throw .badNumber(value, option: option)
        }
      default:
        throw argument.hasPrefix("-") ? .unknownOption(argument) : .unexpectedArgument(argument)
      }
      guard given.insert(option).inserted else { throw .repeated(option: option) }
    }
    if isList, let option = given.subtracting(["--list", "--filter"]).min() {
      throw .notForList(option: option)
    }
    return isList
      ? .list(filter: filter)
      : .run(filter: filter, samples: samples, format: format, isCheck: isCheck)
  }
}

/// Why a command line of `benchmarks` has no meaning.
enum BenchmarkUsageError: Error, CustomStringConvertible {
  case unknownOption(String)
  case unexpectedArgument(String)
  case missingValue(option: String)
  case badNumber(String, option: String)
  case unknownFormat(String)
  case repeated(option: String)
  case notForList(option: String)

  /// The program's exit status: `EX_USAGE` of `sysexits.h`.
  static let exitStatus: Int32 = 64

  var description: String {
    let text =
      switch self {
      case .unknownOption(let option): "unknown option '\(option)'"
      case .unexpectedArgument(let argument): "unexpected argument '\(argument)'"
      case .missingValue(let option): "option '\(option)' needs a value"
      case .badNumber(let value, let option):
        "option '\(option)' takes a number from 1, not '\(value)'"
      case .unknownFormat(let value):
        "option '--format' takes text, markdown or json, not '\(value)'"
      case .repeated(let option): "option '\(option)' is given twice"
      case .notForList(let option): "option '\(option)' does not go with '--list'"
      }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
