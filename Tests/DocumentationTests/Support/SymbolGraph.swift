import Foundation
import TestSupport

/// The public symbols of the libraries, as the compiler extracts them from the modules of this build.
struct SymbolGraph: Sendable {
  private struct File: Decodable {
    struct Symbol: Decodable {
      let pathComponents: [String]
    }
    let symbols: [Symbol]
  }

  /// The names of all symbols, without arguments.
  let names: Set<String>
  /// The names of the members of each type, by the type's name.
  let members: [String: Set<String>]

  /// The libraries of this package; InjectionUI is InjectionTree's files, and empty on Linux.
  static let libraries = [
    "Injection", "InjectionEssentials", "InjectionNetworking", "InjectionTesting",
    "ModelObservation", "EnvironmentTree", "InjectionTree", "InjectionUI", "ServiceComparison",
  ]

  /// Extracts the symbols.
  static func ofLibraries() async throws -> SymbolGraph {
    let modules = try BuiltModules()
    let headers = ["CInjectionTesting", "CInjectionTestingClocks", "CModelObservation"].flatMap {
      ["-I", Document.root.appending(path: "Sources/\($0)/include").path]
    }
    let information = try await ChildProcess.run(
      ChildProcess.tool("swiftc"), ["-print-target-info"])
    guard let triple = information.output.firstMatch(of: /"triple": "([^"]+)"/)?.1 else {
      throw ChildProcess.Failure(description: "swiftc names no target: \(information)")
    }
    return try await ChildProcess.withTemporaryFolder { folder in
      for library in libraries {
        let result = try await ChildProcess.run(
          ChildProcess.tool("swift-symbolgraph-extract"),
          [
            "-module-name", library, "-I", modules.folder.path, "-target", String(triple),
            "-minimum-access-level", "public", "-output-dir", folder.path,
          ] + modules.options + headers)
        guard result.status == 0 else { throw ChildProcess.Failure(description: result.error) }
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let paths = try files.flatMap { name in
        let data = try Data(contentsOf: folder.appending(path: name))
        return try JSONDecoder().decode(File.self, from: data).symbols.map(\.pathComponents)
      }
      return SymbolGraph(paths: paths)
    }
  }

  /// - Parameter paths: The names of each symbol and the types around it, outermost first.
  init(paths: [[String]]) {
    var names: Set<String> = []
    var members: [String: Set<String>] = [:]
    for path in paths {
      let path = path.map { String($0.prefix { $0 != "(" }) }
      names.formUnion(path)
      for (type, member) in zip(path, path.dropFirst()) {
        members[type, default: []].insert(member)
      }
    }
    self.names = names
    self.members = members
  }
}
