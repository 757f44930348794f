package import Foundation

/// What trials may use of the process: its executable, run again where something ends a process, and
/// the compiler.
package struct ProbeContext: Sendable {
  /// The executable `compare`; nil where it cannot be found.
  package let executable: URL?

  package init(executable: URL?) {
    self.executable = executable
  }

  /// Why a trial could not be run.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs `compare` as a child; gives whether it ended by itself, and what it wrote.
  func child(_ act: ChildAct) async throws -> (isWell: Bool, output: String) {
    guard let executable else { throw Failure(description: "compare is not beside this process") }
    return try await run(executable, [], [ChildAct.variable: act.rawValue])
  }

  /// The lines of a source, from 1, that the compiler has an error at.
  func linesWithErrors(in source: String) async throws -> Set<Int> {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let compilers = path.split(separator: ":").map {
      URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc")
    }
    guard
      let compiler = compilers.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path)
      })
    else { throw Failure(description: "no Swift compiler is in PATH") }
    guard let (modules, maps) = try modules() else {
      throw Failure(description: "the compiled modules are not beside the executable")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Probe.swift")
    try Data(source.utf8).write(to: file)
    // Not the build's own cache: a module that is found there by another path is one too many.
    let cache = modules.deletingLastPathComponent().appendingPathComponent("CompareModuleCache")
      .path
    let result = try await run(
      compiler,
      [
        "-c", "-swift-version", "6", "-I", modules.path, "-o",
        folder.appendingPathComponent("o").path,
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
        + ["-module-cache-path", cache, "-parse-as-library", file.path], [:])
    let problems = ["missing required module", "no such module", "failed to build module"]
    if let line = result.output.split(separator: "\n").first(where: { line in
      problems.contains { line.contains($0) }
    }) {
      throw Failure(description: "the modules cannot be read: \(line)")
    }
    let lines: Set<Int> = Set(
      result.output.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count > 4, parts[3] == " error", parts[0].hasSuffix("Probe.swift") else {
          return nil
        }
        return Int(parts[1])
      })
    guard result.isWell || !lines.isEmpty else {
      throw Failure(description: "swiftc failed: \(result.output.prefix(200))")
    }
    return lines
  }

  /// The folder of the compiled modules, and what describes those of C that they import; `nil` where they
  /// are not found.
  private func modules() throws -> (folder: URL, maps: [URL])? {
    guard let products = executable?.resolvingSymlinksInPath().deletingLastPathComponent() else {
      return nil
    }
    let name = "ServiceComparison.swiftmodule"
    func files(in folder: URL) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .sorted { $0.path < $1.path }
    }
    let modules = products.appendingPathComponent("Modules")
    if FileManager.default.fileExists(atPath: modules.appendingPathComponent(name).path) {
      let maps = try files(in: products).filter { $0.pathExtension == "build" }
        .map { $0.appendingPathComponent("module.modulemap") }
      return (modules, maps.filter { FileManager.default.fileExists(atPath: $0.path) })
    }
    // As Swift Build has them, which describes the modules of Swift as well, to C.
    guard FileManager.default.fileExists(atPath: products.appendingPathComponent(name).path) else {
      return nil
    }
    let intermediates = products.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Intermediates.noindex")
    let maps = try files(in: intermediates)
      .filter { $0.lastPathComponent.hasPrefix("GeneratedModuleMaps") }
      .flatMap { try files(in: $0) }
      .filter { $0.pathExtension == "modulemap" }
    return (
      products,
      try maps.filter { try !String(contentsOf: $0, encoding: .utf8).contains("-Swift.h") }
    )
  }

  private func run(
    _ executable: URL, _ arguments: [String], _ additions: [String: String]
  ) async throws -> (isWell: Bool, output: String) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // Without what tells a container that it is in a test: a child is a program of its own.
    var environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !["INJECTION_", "XCTest", "SWIFT_TESTING"].contains { name.hasPrefix($0) }
    }.merging(additions) { $1 }
    // A child may trap, which is its answer. A backtracer would inherit what tells the end of the
    // child, and keep it open for as long as it runs: under the thread sanitizer, for ever.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    try output.close()
    let isWell = process.terminationReason == .exit && process.terminationStatus == 0
    return (isWell, String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }
}
