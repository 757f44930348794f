import Foundation
import TestSupport

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

  private static let features = [
    "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures",
  ]

  /// Type-checks a snippet that begins after `import Injection`.
  static func verify(_ snippet: String) async throws -> Verdict {
    try await ChildProcess.withTemporaryFolder { folder in
      let source = folder.appendingPathComponent("Snippet.swift")
      try Data("import Injection\n\n\(snippet)\n".utf8).write(to: source)
      let modules = try ChildProcess.product("Modules/Injection.swiftmodule")
        .deletingLastPathComponent()
      let cache = modules.deletingLastPathComponent().appendingPathComponent("ModuleCache")
      let arguments =
        [
          // Notes that point into the module's own sources are none of the snippet's.
          "-typecheck", "-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated",
          "-swift-version", "6", "-parse-as-library", "-module-name", "Snippet",
          "-I", modules.path, "-module-cache-path", cache.path,
        ] + features.flatMap { ["-enable-upcoming-feature", $0] } + [source.path]
      let result = try await ChildProcess.run(ChildProcess.tool("swiftc"), arguments)
      return Verdict(isAsExpected: result.status == 0, output: result.output + result.error)
    }
  }
}
