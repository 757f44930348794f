package import Foundation

/// What the command line asks for.
package enum CompareArguments: Sendable, Hashable {
  package struct Run: Sendable, Hashable {
    /// Where the landmarks are; nil for the bundled ones.
    package var data: URL?
    package var graph: GraphFile?
    package var format = ReportFormat.text
    /// The names of the rows to run; all where none is named.
    package var only: [String] = []
    /// Where the report is written; nil for standard output.
    package var output: URL?

    package init(data: URL? = nil, graph: GraphFile? = nil) {
      self.data = data
      self.graph = graph
    }

    /// The probes to run, in the order of the report.
    package var probes: [Probe] {
      only.isEmpty ? Probe.all : Probe.all.filter { only.contains($0.id) }
    }
  }

  /// What an inventory is to be made of.
  package struct InventoryRun: Sendable, Hashable {
    package var folder: URL
    /// How the inventory is written; never HTML.
    package var format: ReportFormat
    /// Where it is written; nil for standard output.
    package var output: URL?

    package init(folder: URL, format: ReportFormat, output: URL?) {
      self.folder = folder
      self.format = format
      self.output = output
    }
  }

  case help
  /// Print the names of the rows, as text or as JSON.
  case list(ReportFormat)
  case run(Run)
  /// List what a folder has to migrate.
  case inventory(InventoryRun)

  package static let usage =
    "usage: compare [--format FORMAT] [--only ROW]... [--output FILE] [--data FILE|URL] "
    + "[--graph FILE] [--inventory DIR] [--list] [--help]"

  package static let helpText = """
    \(usage)

    Runs the same services with InjectedValues and with EnvironmentValues, row by row, and
    prints what came out. Nothing in the report is written down beforehand.

      --format FORMAT  text (the default), markdown, json or html
      --only ROW       run this row only; may be given several times
      --output FILE    write the report there, not to standard output
      --list           print the names of the rows; as text or json
      --data FILE|URL  read the landmarks there, not the bundled ones: a file's path, or an
                       http or https address
      --graph FILE     write which services the process, a scope with an override and a session
                       build, each in its own box, from what, and why anew: as Mermaid (.mmd,
                       .mermaid), DOT (.dot) or JSON (.json)
      --inventory DIR  run nothing: read the Swift files of a folder for what is written for
                       SwiftUI's environment, swift-dependencies, Factory, Swinject and WeaveDI,
                       and print a plan: by service, in an order that can be followed, each place
                       with its recipe; as text, markdown or json. Left out are links, hidden
                       folders, and Carthage, DerivedData, Pods and SourcePackages
      -h, --help       print this text

    Without --only, a report as text begins with what the live service loaded, and what the
    same code saw of the services in different scopes and tasks. Which row is being run, or
    file read, is shown on standard error where that is a terminal, each in place of the one
    before, and nowhere else. NO_COLOR turns colours off, and TERM=dumb both. Tables fit the
    terminal, or the columns that COLUMNS says, down to 60.

    Rows name recipes of Docs/MigrationGuide.md. In markdown they are links to the file
    MigrationGuide.md beside the report; a page has no links but to itself.
    """

  /// Reads the arguments without the program's name; throws for the first that has no meaning.
  package static func parse(_ arguments: [String]) throws(CompareUsageError) -> CompareArguments {
    var run = Run()
    var seen: Set<String> = []
    var isList = false
    var folder: URL?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      switch (name, parts.count) {
      case ("--help", 1), ("-h", 1):
        return .help
      case ("--list", 1):
        isList = true
      case ("--data", let count), ("--graph", let count), ("--format", let count),
        ("--only", let count), ("--output", let count), ("--inventory", let count):
        let value = count == 2 ? String(parts[1]) : takeValue(from: &rest)
        guard seen.insert(name).inserted || name == "--only" else {
          throw .repeated(option: name)
        }
        guard let value, !value.isEmpty else { throw .missingValue(option: name) }
        if name == "--inventory" {
          folder = URL(fileURLWithPath: value)
        } else {
          try set(name, value, in: &run)
        }
      default:
        throw argument.hasPrefix("-") ? .unknownOption(argument) : .unexpectedArgument(argument)
      }
    }
    try checkFiles(of: run)
    guard let folder else {
      guard isList else { return .run(run) }
      if let other = seen.subtracting(["--format"]).sorted().first {
        throw .notForList(option: other)
      }
      guard [.text, .json].contains(run.format) else { throw .noListFormat(run.format.rawValue) }
      return .list(run.format)
    }
    if isList { seen.insert("--list") }
    if let other = seen.subtracting(["--inventory", "--format", "--output"]).sorted().first {
      throw .notForInventory(option: other)
    }
    guard run.format != .html else { throw .noInventoryFormat(run.format.rawValue) }
    if let output = run.output, output.isSwiftFile { throw .swiftFile(output.displayText) }
    return .inventory(InventoryRun(folder: folder, format: run.format, output: run.output))
  }

  /// Throws where a file that is written is one that is read, or is written twice.
  private static func checkFiles(of run: Run) throws(CompareUsageError) {
    let files = [("--data", run.data), ("--output", run.output), ("--graph", run.graph?.url)]
      .compactMap { option, url in url.map { (option: option, url: $0) } }
    for (index, second) in files.enumerated() {
      for first in files[..<index] where first.url.isSameFile(as: second.url) {
        throw .sameFile(second.url.displayText, options: [first.option, second.option])
      }
    }
  }

  private static func set(
    _ name: String, _ value: String, in run: inout Run
  ) throws(CompareUsageError) {
    switch name {
    case "--data":
      guard let url = location(value) else { throw .badAddress(value) }
      run.data = url
    case "--graph":
      guard let file = GraphFile(path: value) else { throw .unknownGraphFormat(value) }
      run.graph = file
    case "--format":
      guard let format = ReportFormat(rawValue: value) else { throw .unknownFormat(value) }
      run.format = format
    case "--only":
      guard Probe.all.contains(where: { $0.id == value }) else { throw .unknownRow(value) }
      run.only.append(value)
    default:
      run.output = URL(fileURLWithPath: value)
    }
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
