package import Foundation

/// The modules that these tests were built with.
package struct BuiltModules {
  /// Where those of Swift are.
  package let folder: URL
  /// What lets the compiler find those of C that they import.
  package let options: [String]

  /// Finds them, as SwiftPM's own build system leaves them, or as Swift Build does.
  ///
  /// - Throws: A `Failure` of `ChildProcess` that says where they were looked for.
  package init() throws {
    if let module = try? ChildProcess.product("Modules/Injection.swiftmodule") {
      folder = module.deletingLastPathComponent()
      let maps = try Self.files(in: folder.deletingLastPathComponent())
        .map { $0.appending(path: "module.modulemap") }
      options = Self.options(for: maps.filter { FileManager.default.fileExists(atPath: $0.path) })
    } else {
      folder = try ChildProcess.product("Injection.swiftmodule").deletingLastPathComponent()
      let build = folder.deletingLastPathComponent().deletingLastPathComponent()
      let maps = try Self.files(in: build.appending(path: "Intermediates.noindex"))
        .filter { $0.lastPathComponent.hasPrefix("GeneratedModuleMaps") }
        .flatMap { try Self.files(in: $0) }
        .filter { $0.pathExtension == "modulemap" }
      // It describes the modules of Swift as well, to C.
      options = Self.options(
        for: try maps.filter { try !String(contentsOf: $0, encoding: .utf8).contains("-Swift.h") })
    }
  }

  private static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }

  private static func options(for maps: [URL]) -> [String] {
    maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }
}
