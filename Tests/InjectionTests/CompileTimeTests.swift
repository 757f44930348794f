import TestSupport
import Testing

/// Snippets that the compiler checks against the built module; see `Compiler`.
@Suite("Compile time: what the compiler rejects, and what it must not reject")
struct CompileTimeTests {
  private static let features = [
    "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures",
  ].flatMap { ["-enable-upcoming-feature", $0] }

  @Test("What is rejected, with the error, and what is accepted, without a warning")
  func verdicts() async throws {
    #expect(Snippet.rejected.filter { !$0.isRejected }.isEmpty)
    #expect(Snippet.accepted.filter(\.isRejected).isEmpty)
    try await Snippet.expect(
      Snippet.rejected + Snippet.accepted, after: Snippet.services, options: Self.features)
  }

  // MARK: The check itself

  @Test("An error that does not come, that nobody expects, and that is another, are found out")
  func surprises() async throws {
    let sources = [
      "let a = 1 // expected-error {{no such error}}",
      "let b: Int = \"text\"",
      "let c: Int = \"text\" // expected-error {{no such error}}",
      "let d: Int = \"text\" // expected-error {{cannot convert value}}",
      "final class Box { var text = \"\" }\nfunc e() {\n  let box = Box()\n"
        + "  Task.detached { box.text = \"a\" }\n  print(box.text)\n}",
    ]
    let said = try await Compiler.diagnostics(of: sources)
    let counts = zip(sources, said).map { Snippet("", $0).surprises(in: $1).count }
    #expect(counts == [1, 1, 2, 0, 1])
    #expect(said[4].first?.message.contains("risks causing data races") == true)
  }

  @Test("Two snippets may declare the same, and what they extend is their own")
  func separate() async throws {
    let sources = ["1", "\"text\""].map {
      "final class Box { var value = \($0) }\nextension Int { var box: Box { Box() } }"
    }
    #expect(try await Compiler.diagnostics(of: sources) == [[], []])
  }

  @Test("A compiler that cannot do its work is an error, not a verdict")
  func failure() async throws {
    await #expect(throws: ChildProcess.Failure.self) {
      try await Compiler.diagnostics(of: ["let a = 1"], options: ["-no-such-option"])
    }
  }
}
