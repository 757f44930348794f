import Foundation
import Testing

/// Type-checks snippets against the modules that this test was built with.
///
/// The compiler verifies the snippets' own `// expected-error {{...}}` comments: a diagnostic that
/// is not expected is a failure, and so is one that is expected and does not appear.
enum CompilerDiagnostics {
  /// What a compiler said of a snippet.
  struct Verdict: Sendable {
    let isAsExpected: Bool
    let output: String
  }

  enum Failure: Error, CustomStringConvertible {
    case noModules(searched: [String])
    case noCompiler(path: String)

    var description: String {
      switch self {
      case .noModules(let searched):
        "Injection.swiftmodule is not beside the test executable: searched above \(searched)"
      case .noCompiler(let path):
        "swiftc is in no folder of PATH: \(path)"
      }
    }
  }

  private static let features = [
    "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures",
  ]

  /// Type-checks a snippet that begins after `import Injection`.
  static func verify(_ snippet: String) async throws -> Verdict {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("injection-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("Snippet.swift")
    try Data("import Injection\n\n\(snippet)\n".utf8).write(to: source)

    let modules = try modules()
    let cache = modules.deletingLastPathComponent().appendingPathComponent("ModuleCache")
    let process = Process()
    process.executableURL = try compiler()
    process.arguments = [
      // Notes that point into the module's own sources are none of the snippet's.
      "-typecheck", "-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated",
      "-swift-version", "6", "-parse-as-library", "-module-name", "Snippet",
      "-I", modules.path, "-module-cache-path", cache.path,
    ]
    process.arguments? += features.flatMap { ["-enable-upcoming-feature", $0] }
    process.arguments?.append(source.path)
    let output = folder.appendingPathComponent("output.txt")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try await run(process)
    try handle.close()
    return Verdict(
      isAsExpected: process.terminationStatus == 0,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }

  private static func run(_ process: Process) async throws {
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }

  /// The folder of the modules that the test executable, or its bundle, was linked from.
  private static func modules() throws -> URL {
    let executables =
      ["/proc/self/exe"].compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: $0)
      }
      + CommandLine.arguments.filter { $0.hasPrefix("/") }
    for executable in executables {
      var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
      while folder.path != "/" {
        let modules = folder.appendingPathComponent("Modules")
        let module = modules.appendingPathComponent("Injection.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return modules }
        folder.deleteLastPathComponent()
      }
    }
    throw Failure.noModules(searched: executables)
  }

  /// The first `swiftc` in `PATH`.
  private static func compiler() throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let candidate = URL(fileURLWithPath: String(folder)).appendingPathComponent("swiftc")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw Failure.noCompiler(path: path)
  }
}
