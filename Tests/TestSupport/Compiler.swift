internal import Foundation

/// The compiler, which looks at many sources in one run: what takes its time is to load the modules.
package enum Compiler {
  /// An error or a warning.
  package struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The line that it is about, from 1.
    package let line: Int
    /// What it says.
    package let message: String
    package let isError: Bool

    package var description: String { "\(line): \(isError ? "error" : "warning"): \(message)" }
  }

  /// Compiles sources, each by itself, against the modules that these tests were built with.
  ///
  /// All are files of one module, in which each one's declarations are its own. Data races are looked
  /// for only where nothing else is wrong, so what has no error is compiled again without the rest,
  /// until nothing is found: two or three runs, however many sources there are.
  ///
  /// - Parameters:
  ///   - sources: Their texts.
  ///   - options: Further options of the compiler.
  /// - Returns: What the compiler says of each, in order of its lines.
  /// - Throws: A `Failure` of `ChildProcess` where the compiler cannot do its work.
  package static func diagnostics(
    of sources: [String], options: [String] = []
  ) async throws -> [[Diagnostic]] {
    var found: [[Diagnostic]] = sources.map { _ in [] }
    var rest = Set(sources.indices)
    while !rest.isEmpty {
      let messages = try await compile(rest.sorted().map { ($0, sources[$0]) }, options)
      for (index, diagnostics) in messages { found[index] = diagnostics }
      let rejected = messages.filter { $0.value.contains(where: \.isError) }.keys
      if rejected.isEmpty { break }
      rest.subtract(rejected)
    }
    return found
  }

  private static func compile(
    _ sources: [(index: Int, text: String)], _ options: [String]
  ) async throws -> [Int: [Diagnostic]] {
    try await ChildProcess.withTemporaryFolder { folder in
      let files = try sources.map { index, text in
        let file = folder.appendingPathComponent("Source\(index).swift")
        try Data(separated(text).utf8).write(to: file)
        return file.path
      }
      let result = try await ChildProcess.run(
        ChildProcess.tool("swiftc"),
        [
          "-emit-sil", "-o", "/dev/null", "-wmo", "-module-name", "Sources", "-parse-as-library",
          "-swift-version", "6", "-diagnostic-style=llvm",
        ] + moduleOptions() + options + files)
      var found: [Int: [Diagnostic]] = [:]
      let pattern = #/^.*/Source(\d+)\.swift:(\d+):\d+: (error|warning): (.*)$/#
      for line in result.error.split(separator: "\n") {
        guard let match = line.wholeMatch(of: pattern), let index = Int(match.1),
          let number = Int(match.2)
        else { continue }
        let diagnostic = Diagnostic(
          line: number, message: String(match.4), isError: match.3 == "error")
        if found[index]?.contains(diagnostic) != true {
          found[index, default: []].append(diagnostic)
        }
      }
      let isRejected = found.values.joined().contains(where: \.isError)
      guard (result.status != 0) == isRejected else {
        throw ChildProcess.Failure(description: "swiftc: \(result.error)")
      }
      return found.mapValues { $0.sorted { $0.line < $1.line } }
    }
  }

  /// What lets the compiler find the modules of this build, and those of C that they import.
  private static func moduleOptions() throws -> [String] {
    let modules = try BuiltModules()
    // Not the build's own cache: a module that is found there by another path is one too many.
    let cache = modules.folder.deletingLastPathComponent().appending(path: "SourcesModuleCache")
    return ["-I", modules.folder.path, "-module-cache-path", cache.path] + modules.options
  }

  /// The source with what it declares at its top level seen by its own file only.
  static func separated(_ source: String) -> String {
    // An extension that adds a conformance takes no level of access.
    let declaration =
      #/^((?:@\w+(?:\([^)]*\))? )*)((?:(?:final|indirect|nonisolated) )*(?:class|struct|enum|protocol|actor|func|let|var|typealias) |extension [\w.]+ \{)/#
    return source.components(separatedBy: "\n")
      .map { $0.replacing(declaration) { "\($0.1)fileprivate \($0.2)" } }
      .joined(separator: "\n")
  }
}
