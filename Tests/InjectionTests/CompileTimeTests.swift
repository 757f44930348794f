import Testing

/// Snippets that the compiler checks against the built module; see `CompilerDiagnostics`.
@Suite("Compile time: what the compiler rejects, and what it must not reject")
struct CompileTimeTests {
  @Test("Rejected, with the diagnostic", arguments: Snippet.rejected)
  func rejects(snippet: Snippet) async throws {
    let verdict = try await CompilerDiagnostics.verify(Snippet.services + snippet.source)
    #expect(verdict.isAsExpected, "\(verdict.output)")
    #expect(snippet.source.contains("expected-error"))
  }

  @Test("Accepted, without a warning", arguments: Snippet.accepted)
  func accepts(snippet: Snippet) async throws {
    let verdict = try await CompilerDiagnostics.verify(Snippet.services + snippet.source)
    #expect(verdict.isAsExpected, "\(verdict.output)")
    #expect(!snippet.source.contains("expected-"))
  }

  // MARK: The checker

  @Test("The checker fails where an expected diagnostic does not appear")
  func missingDiagnostic() async throws {
    let verdict = try await CompilerDiagnostics.verify(
      Snippet.services + "let name = injected(\\.name) // expected-error {{no such error}}")
    #expect(!verdict.isAsExpected)
    #expect(verdict.output.contains("expected error not produced"))
  }

  @Test("The checker fails where a diagnostic appears that is not expected")
  func unexpectedDiagnostic() async throws {
    let verdict = try await CompilerDiagnostics.verify(
      Snippet.services + "let name: Int = injected(\\.name)")
    #expect(!verdict.isAsExpected)
    #expect(verdict.output.contains("unexpected error produced"))
  }

  @Test("The checker fails where the diagnostic is another than expected")
  func otherDiagnostic() async throws {
    let verdict = try await CompilerDiagnostics.verify(
      Snippet.services + "let name: Int = injected(\\.name) // expected-error {{no such error}}")
    #expect(!verdict.isAsExpected)
    #expect(verdict.output.contains("incorrect message found"))
  }
}
