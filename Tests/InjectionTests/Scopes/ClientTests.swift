import Injection
import TestSupport
import Testing

/// What programs of other settings write, which takes what `TaskLocal.withValue` takes.
@Suite("Clients: asynchronous scopes take what task-locals take, whatever the module's settings")
struct ClientTests {
  enum Client: String, CaseIterable, CustomTestStringConvertible {
    case swift6 = "-swift-version 6"
    case swift5 = "-swift-version 5 -strict-concurrency=complete"
    case callersIsolation = "-enable-upcoming-feature NonisolatedNonsendingByDefault"
    case mainActor = "-default-isolation MainActor"

    var options: [String] { rawValue.split(separator: " ").map(String.init) }
    var testDescription: String { rawValue }
  }

  @Test("Compile: ordinary code is accepted without a warning", arguments: Client.allCases)
  func accepted(_ client: Client) async throws {
    try await Snippet.expect(Self.snippets, after: Self.prelude, options: client.options)
  }

  private static let prelude = """
    import Injection
    nonisolated enum CountKey: InjectedKey { static let liveValue = 0 }
    extension InjectedValues {
      nonisolated var count: Int { get { self[CountKey.self] } set { self[CountKey.self] = newValue } }
    }
    struct Failure: Error {}
    final class Model {
      @Injected(\\.count) var count
      var loaded = 0
      func load() async { loaded += 1 }
      func loadOrFail() async throws(Failure) { throw Failure() }
    }
    protocol Writer { mutating func write(_ text: String) async throws }
    func fetchCount() async -> Int { 1 }
    func fetchOrFail() async throws -> Int { throw Failure() }
    """

  /// The ways into a scope, each to be followed by an operation.
  private static let forms = [
    "withInjectedValues { $0.count = 1 } operation:",
    "withInjectedValues { $0.count = await fetchCount() } operation:",
    "withInjectedValues(.exhaustive) { $0.count = 1 } operation:",
    "withInjectedValues(from: owner) { $0.count = 1 } operation:",
    "withInjectedValues(from: owner) operation:",
    "InjectedValues.current.run",
    "InjectedSession().run",
  ]

  private static let snippets: [Snippet] =
    forms.flatMap { form -> [Snippet] in
      let call = form.replacing("(from: owner) operation:", with: "(from: owner, operation: ")
      let close = call == form ? "" : ")"
      return [
        Snippet(
          "a model, \(form)",
          """
          func show(_ model: Model, _ owner: Model) async -> Int {
            await \(call) { await model.load() }\(close)
            model.loaded += 1
            return await \(call) { await model.load(); return model.loaded }\(close)
          }
          """),
        Snippet(
          "a model that is made and returned, \(form)",
          """
          func make(_ owner: Model) async -> Model {
            await \(call) { let model = Model(); await model.load(); return model }\(close)
          }
          """),
        Snippet(
          "an inout parameter, \(form)",
          """
          func respond(to writer: inout any Writer, _ owner: Model) async throws {
            try await \(call) { try await writer.write("text") }\(close)
          }
          """),
        Snippet(
          "typed errors, \(form)",
          """
          func fail(_ model: Model, _ owner: Model) async throws(Failure) {
            try await \(call) { () async throws(Failure) in try await model.loadOrFail() }\(close)
          }
          """),
        Snippet(
          "main-actor state, \(form)",
          """
          @MainActor final class Screen {
            var count = 0
            let owner = Model()
            func show() async {
              await \(call) { count += await fetchCount() }\(close)
              count += 1
            }
          }
          """),
        Snippet(
          "an actor's state, \(form)",
          """
          actor Store {
            var count = 0
            let owner = Model()
            func show() async {
              await \(call) { count += await fetchCount() }\(close)
              count += 1
            }
          }
          """),
      ]
    } + [
      Snippet(
        "an update that throws, and a graph",
        """
        func show(_ model: Model, _ owner: Model) async throws {
          try await withInjectedValues { $0.count = try await fetchOrFail() } operation: {
            await model.load()
          }
          try await withInjectedValues(from: owner) { $0.count = try await fetchOrFail() } operation: {
            await model.load()
          }
          try await withInjectedValues(.exhaustive) { $0.count = try await fetchOrFail() } operation: {
            await model.load()
          }
          _ = await InjectedValues.recordGraph { await model.load() }
        }
        """)
    ]

  @Test("The operation of an actor's method runs on the actor, and its scope is there")
  func actorsIsolation() async throws {
    actor Store {
      let session = InjectedSession { $0.number = 4 }
      var seen: [Int] = []

      func note() {
        assertIsolated()
        seen.append(injected(\.number))
      }

      func show() async -> [Int] {
        await withInjectedValues {
          note()
          $0.number = 2
          await Task.yield()
        } operation: {
          note()
          await Task.yield()
          note()
        }
        await InjectedValues.current.overriding { $0.number = 3 }.run {
          await Task.yield()
          note()
        }
        await session.run {
          await Task.yield()
          note()
        }
        return seen
      }
    }
    let seen = await withInjectedValues {
      $0.number = 1
    } operation: {
      await Store().show()
    }
    #expect(seen == [1, 2, 2, 3, 4])
  }
}
