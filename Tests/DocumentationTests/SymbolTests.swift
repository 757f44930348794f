import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("Symbols that the documentation names")
struct SymbolTests {
  @Test("What looks like an interface between backticks is one")
  func symbols() async throws {
    let graph = try await SymbolGraph.ofLibraries()
    let words = try Self.wordsOfCode().union(Self.foreign).union(SymbolGraph.libraries)
    var count = 0
    for document in try Document.all() {
      for (line, code) in document.codes {
        guard let span = CodeSpan(code) else { continue }
        count += 1
        if let unknown = span.unknown(in: graph, or: words) {
          Issue.record("\(document.place(line)): `\(code)`: there is no \(unknown)")
        }
      }
    }
    #expect(count > 500)
  }

  @Test("A foreign name is one that a document needs, and that no code has")
  func foreignNames() throws {
    let codes = try Document.all().flatMap(\.codes).compactMap { CodeSpan($0.code)?.names }
    let named = Set(codes.joined())
    let words = try Self.wordsOfCode(outside: "Tests/DocumentationTests")
    for name in Self.foreign.sorted() {
      #expect(named.contains(name) && !words.contains(name), "\(name)")
    }
  }

  @Test(
    "Names are told from paths, files, commands and words",
    arguments: [
      ("InjectedValues", ["InjectedValues"]), ("@Injected", ["Injected"]),
      ("@Injected(\\.api)", ["Injected"]), ("\\.date.now", ["date", "now"]),
      (".injected(.exhaustive) { }", ["injected"]), ("host.settle()", ["host", "settle"]),
      ("InjectedValues.run { }", ["InjectedValues", "run"]), ("explain(_:)", ["explain"]),
      ("liveValue", ["liveValue"]), ("swift", nil), ("README.md", nil), (".ci/run", nil),
      ("a + b", nil), ("--only", nil), ("NO_COLOR", nil), ("T", ["T"]), ("A → B", nil),
    ] as [(String, [String]?)])
  func spans(code: String, names: [String]?) {
    #expect(CodeSpan(code)?.names == names)
  }

  @Test("A name that is nowhere, and a member of another type, are found out")
  func unknown() {
    let graph = SymbolGraph(paths: [["Box"], ["Box", "open(_:)"], ["Door"], ["Door", "shut()"]])
    #expect(CodeSpan("Box.open(3)")?.unknown(in: graph, or: []) == nil)
    #expect(CodeSpan("Box.shut()")?.unknown(in: graph, or: []) == "Box.shut")
    #expect(CodeSpan("Box.open.wide")?.unknown(in: graph, or: ["wide"]) == nil)
    #expect(CodeSpan("Window")?.unknown(in: graph, or: []) == "Window")
    #expect(CodeSpan("Window")?.unknown(in: graph, or: ["Window"]) == nil)
  }

  /// The words of the package's code: no comments, no strings.
  private static func wordsOfCode(outside folder: String? = nil) throws -> Set<String> {
    var words: Set<String> = []
    for path in try ["Sources", "Tests"].flatMap({ try Document.files(in: $0, endingIn: ".swift") })
    where !(folder.map { path.hasPrefix($0) } ?? false) {
      let source = try Document(path).lines.joined(separator: "\n")
      words.formUnion(SwiftLexer.tokens(of: source).words)
    }
    return words
  }

  /// Names of other packages, of SwiftUI, of the runtime and of what the compiler writes.
  private static let foreign: Set<String> = [
    "Assembler", "Assembly", "AutoRegister", "AutoRegistering", "BootstrapComponent", "Component",
    "DependencyClient", "DependencyEntry",
    "DynamicInjected", "Factory", "InferSendableFromCaptures", "Inject",
    "InjectedObservable", "InjectedType", "LazyInjected", "LockIsolated", "MyContainer",
    "ObjectScope", "OptionalInjected", "PluginExtension", "PluginizedComponent", "Query",
    "Resolver", "ResolverScopeCache", "SafeInject",
    "UnifiedDI", "WeakLazyInjected", "application", "assertSnapshot", "autoGraph",
    "bootstrap", "bootstrapAsync", "bootstrapInTask", "continuousClock", "currentValue",
    "decorator", "defaultScope",
    "getMainExecutor", "implements", "initCompleted", "isIsolatingCurrentContext", "mainQueue",
    "megaYield", "mockComponentPathBuilder",
    "onArg", "onDebug", "onDevice", "onPreview", "onSimulator", "onTest", "prepareDependencies",
    "previewDependencies", "promised",
    "registerAllServices", "registerProviderFactories", "registerScoped", "releaseAll",
    "reportIssue", "requireResolve", "reset", "resetForTesting", "resetObjectScope",
    "resolveProperties", "scopeOnParameters", "singleton", "swift_createExecutors",
    "swift_task_localValueGet", "synchronize", "timeToLive", "unique",
    "withEscapedDependencies", "withMainSerialExecutor",
  ]
}
