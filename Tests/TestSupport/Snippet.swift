internal import Foundation
package import Testing

/// A piece of a program, with what the compiler is to say of it: `// expected-error {{part}}` at the
/// end of a line is an error there whose message contains that part.
package struct Snippet: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  package let source: String

  package init(_ testDescription: String, _ source: String) {
    self.testDescription = testDescription
    self.source = source
  }

  /// Whether an error is expected.
  package var isRejected: Bool { !expectations.isEmpty }

  /// Compiles snippets in few runs, and expects of each what its comments say, no more and no less.
  ///
  /// - Parameters:
  ///   - snippets: The snippets.
  ///   - prelude: What stands before each.
  ///   - options: Further options of the compiler.
  ///   - sourceLocation: Where what is not as expected is reported.
  /// - Throws: What ``Compiler/diagnostics(of:options:)`` throws.
  package static func expect(
    _ snippets: [Snippet], after prelude: String, options: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let whole = snippets.map { Snippet($0.testDescription, "\(prelude)\n\($0.source)") }
    let diagnostics = try await Compiler.diagnostics(of: whole.map(\.source), options: options)
    for (snippet, said) in zip(whole, diagnostics) {
      let surprises = snippet.surprises(in: said)
      #expect(surprises == [], "\(snippet.testDescription)", sourceLocation: sourceLocation)
    }
  }

  /// What the compiler says that is not expected, and what it does not say that is.
  ///
  /// - Parameter diagnostics: What it says.
  /// - Returns: A line for each.
  package func surprises(in diagnostics: [Compiler.Diagnostic]) -> [String] {
    var missing = expectations
    var surprises: [String] = []
    for diagnostic in diagnostics {
      let index = missing.firstIndex {
        diagnostic.isError && $0.line == diagnostic.line && diagnostic.message.contains($0.part)
      }
      if let index { missing.remove(at: index) } else { surprises.append("\(diagnostic)") }
    }
    return surprises + missing.map { "\($0.line): no error contains '\($0.part)'" }
  }

  private var expectations: [(line: Int, part: String)] {
    source.components(separatedBy: "\n").enumerated().flatMap { index, line in
      line.matches(of: #/expected-error \{\{(.+?)\}\}/#).map { (index + 1, String($0.1)) }
    }
  }
}
