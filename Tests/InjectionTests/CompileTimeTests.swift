import Testing

@Suite("Compile time: what the compiler rejects, and what it must not reject")
struct CompileTimeTests {
  @Test("Rejected, with the diagnostic", arguments: rejected)
  func rejects(snippet: Snippet) async throws {
    let verdict = try await CompilerDiagnostics.verify(snippet.source)
    #expect(verdict.isAsExpected, "\(verdict.output)")
  }

  @Test("Accepted, without a warning", arguments: accepted)
  func accepts(snippet: Snippet) async throws {
    let verdict = try await CompilerDiagnostics.verify(service + snippet.source)
    #expect(verdict.isAsExpected, "\(verdict.output)")
  }

  @Test("The checker fails where an expected diagnostic does not appear")
  func control() async throws {
    let verdict = try await CompilerDiagnostics.verify(
      service + "func read() -> String { injected(\\.name) } // expected-error {{no such error}}")
    #expect(!verdict.isAsExpected)
    #expect(verdict.output.contains("expected error not produced"))
  }

  @Test("The checker fails where a diagnostic appears that is not expected")
  func controlUnexpected() async throws {
    let verdict = try await CompilerDiagnostics.verify("let name: String = 1")
    #expect(!verdict.isAsExpected)
    #expect(verdict.output.contains("unexpected error produced"))
  }

  // MARK: Rejected

  static let rejected = [
    Snippet(
      "A computed key of a service that is not Sendable",
      """
      final class Service { var count = 0 } // expected-note {{does not conform to the 'Sendable'}}
      enum ServiceKey: InjectedKey { // expected-error {{type 'Service' does not conform to the 'Sendable' protocol}}
        static var liveValue: Service { Service() }
      }
      """),
    Snippet(
      "A live value in a variable",
      """
      enum CountKey: InjectedKey {
        static var liveValue = 1 // expected-error {{static property 'liveValue' is not concurrency-safe}} expected-note 3 {{}}
      }
      """),
    Snippet(
      "A value of the wrong type",
      service + """
        func run() {
          withInjectedValues {
            $0.name = 1 // expected-error {{cannot assign value of type 'Int' to type 'String'}}
          } operation: {
          }
        }
        """),
    Snippet(
      "A key without a conformance",
      """
      enum NoKey {}
      func read(_ values: InjectedValues) {
        _ = values[NoKey.self] // expected-error {{requires that 'NoKey' conform to 'InjectedInterfaceKey'}}
      }
      """),
    Snippet(
      "A wrapper in a Sendable class",
      service + """
        final class Model: Sendable {
          @Injected(\\.name) var name // expected-error {{stored property '_name' of 'Sendable'-conforming class 'Model' is mutable}}
        }
        """),
    Snippet(
      "A static wrapper",
      service + """
        enum Model {
          @Injected(\\.name) static var name // expected-error {{static property 'name' is not concurrency-safe}} expected-note 3 {{}}
        }
        """),
  ]

  // MARK: Accepted

  static let accepted = [
    Snippet(
      "Scopes around main-actor code that captures what is not Sendable",
      """
      @MainActor final class Model {
        var count = 0
        func run() {
          withInjectedValues { $0.name = String(count) } operation: { count += 1 }
        }
        func runAsync() async {
          await withInjectedValues {
            $0.name = String(count)
          } operation: {
            count += 1
            await Task.yield()
          }
        }
        func runThrowing() async throws {
          count = try await withInjectedValues {
            $0.name = try make()
          } operation: {
            try await load()
          }
        }
        func make() throws -> String { "" }
        func load() async throws -> Int { count }
      }
      """),
    Snippet(
      "A synchronous scope in an asynchronous function",
      "func run() async -> Int { withInjectedValues { $0.name = \"a\" } operation: { 1 } }"),
    Snippet(
      "A typed throw keeps its type",
      """
      struct Failure: Error {}
      func run() throws(Failure) -> Int {
        try withInjectedValues {
          $0.name = "a"
        } operation: { () throws(Failure) -> Int in
          throw Failure()
        }
      }
      """),
    Snippet(
      "Transforms and combinations",
      """
      func run() -> Int {
        injected { $0.name.count + $0.context.rawValue.count } + injected(\\.name.count)
      }
      struct Reader {
        @Injected(\\.name.count) var count
        @Injected(NameKey.self) var name
        let stored = Injected(\\.name)
      }
      """),
  ]
}

/// A key that the snippets use.
private let service = """
  enum NameKey: InjectedKey {
    static let liveValue = "live"
    static let testValue = "test"
  }
  extension InjectedValues {
    var name: String {
      get { self[NameKey.self] }
      set { self[NameKey.self] = newValue }
    }
  }

  """

struct Snippet: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String

  init(_ testDescription: String, _ source: String) {
    self.testDescription = testDescription
    self.source = source
  }
}
