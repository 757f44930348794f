import TestSupport
import Testing

/// What a document shows and the compiler rejects, with the diagnostic, and what stands in its place.
private struct Mistake: Sendable {
  let name: String
  let wrong: String
  let message: String
  let right: String

  init(_ name: String, _ wrong: String, _ message: String, right: String) {
    self.name = name
    self.wrong = wrong
    self.message = message
    self.right = right
  }
}

private let prelude = """
  import EnvironmentTree; import Foundation; import Injection; import ModelObservation; import Observation
  import ServiceComparison

  """

private let mistakes = [
  Mistake(
    "@Injected in an @Observable class",
    "@Observable final class M { @Injected(\\.userService) var userService }",
    "property wrapper cannot be applied to a computed property",
    right: """
      @Observable final class M { @ObservationIgnored @Injected(\\.userService) var userService }
      @MainActor final class N: ObservableModel {
        @Injected(\\.userService) var userService
        @Observed var user: User?
      }
      """),
  Mistake(
    "static var liveValue = …",
    """
    enum K: InjectedKey {
      static var liveValue: any ProductService = MockProductService()
    }
    """, "not concurrency-safe",
    right: """
      enum K: InjectedKey {
        static let liveValue: any ProductService = MockProductService()
        static var testValue: any ProductService { liveValue }
      }
      """),
  Mistake(
    "A throw in .task that nobody catches",
    """
    struct V: View {
      @Environment(\\.orderService) var service
      @State var orders: [Order] = []
      var body: some View { Text("a").task { orders = try await service.fetchOrders() } }
    }
    """, "invalid conversion from throwing function",
    right: """
      struct V: View {
        @Environment(\\.orderService) var service
        @State var orders: [Order] = []
        var body: some View {
          Text("a").task { do { orders = try await service.fetchOrders() } catch { print(error) } }
        }
      }
      """),
  Mistake(
    "A test that reads a model of the main actor",
    """
    @MainActor final class M: ObservableModel { @Observed var user: User? }
    func test(_ model: M) -> Bool { model.user == nil }
    """, "main actor-isolated property 'user'",
    right: """
      @MainActor final class M: ObservableModel { @Observed var user: User? }
      @MainActor func test(_ model: M) -> Bool { model.user == nil }
      """),
  Mistake(
    "A nonisolated factory of a store on the main actor",
    """
    @MainActor final class Store { init() {} }
    struct S: Sendable { let store: Store; static func live() -> S { S(store: Store()) } }
    """, "main actor-isolated initializer",
    right: """
      @MainActor final class Store { nonisolated init() {} }
      struct S: Sendable { let store: Store; static func live() -> S { S(store: Store()) } }
      """),
  Mistake(
    "A store that is a plain class",
    """
    final class Store { var landmarks: [Landmark] = [] }
    struct S: Sendable { let store: Store }
    """, "non-Sendable type 'Store'",
    right: "struct S: Sendable { let store: LandmarkStore }"),
  Mistake(
    "A store that is an actor, read on the main actor",
    """
    actor Store { var names: [String] = [] }
    @MainActor func title(_ store: Store) -> String { store.names[0] }
    """, "actor-isolated property 'names'",
    right:
      "struct V: View { let store: LandmarkStore; var body: some View { Text(store.landmarks[0].name) } }"
  ),
  Mistake(
    "A key path that was never declared",
    "func f(_ view: Text) { _ = view.environment(\\.analyticsService, .mock()) }",
    "has no member 'analyticsService'",
    right: """
      @MainActor func f(_ view: Text) {
        _ = view.services(.mock()).environment(\\.analytics, .mock())
      }
      """),
  Mistake(
    "A key path to a subscript on the main actor",
    """
    extension EnvironmentValues { @MainActor subscript(service name: String) -> String { name } }
    func f() -> KeyPath<EnvironmentValues, String> { \\.[service: "a"] }
    """, "cannot form key path to main actor-isolated subscript",
    right: "func f() -> KeyPath<EnvironmentValues, WebSearch> { \\.webSearch }"),
  Mistake(
    "An endpoint that captures the environment",
    """
    func fetch(_ values: EnvironmentValues) -> @Sendable () async throws -> Data {
      { try await values.webSearch.fetch("a") }
    }
    """, "non-Sendable type 'EnvironmentValues'",
    right: """
      func fetch(_ values: EnvironmentValues) -> @Sendable () async throws -> Data {
        let search = values.webSearch
        return { try await search.fetch("a") }
      }
      """),
  Mistake(
    "A default of a protocol that is not Sendable",
    """
    protocol P {}
    struct Live: P {}
    struct K: EnvironmentKey { static let defaultValue: any P = Live() }
    """, "not concurrency-safe",
    right: """
      protocol P: Sendable {}
      struct Live: P {}
      struct K: EnvironmentKey { static let defaultValue: any P = Live() }
      """),
  Mistake(
    "A function that does not handle what it tries",
    "func loadItems(_ s: any ProductService) async { _ = try await s.fetchProducts() }",
    "errors thrown from here are not handled",
    right:
      "func loadItems(_ s: any ProductService) async throws { _ = try await s.fetchProducts() }"),
  Mistake(
    "A model of no actor, loaded from a view's task",
    """
    @Observable class M { var item: Int?; func load() async { item = 1 } }
    struct V: View {
      @State var model = M()
      var body: some View { Text("a").task { await model.load() } }
    }
    """, "risks causing data races",
    right: """
      @MainActor @Observable class M { var item: Int?; func load() async { item = 1 } }
      struct V: View {
        @State var model = M()
        var body: some View { Text("a").task { await model.load() } }
      }
      """),
]

@Suite("Seeds: what the compiler rejects")
struct SeedCompileTests {
  @Test("Each is rejected as it is shown, and accepted as it is to be")
  func verdicts() async throws {
    let said = try await Compiler.diagnostics(
      of: mistakes.flatMap { [prelude + $0.wrong, prelude + $0.right] })
    for (index, mistake) in mistakes.enumerated() {
      let (wrong, right) = (said[2 * index], said[2 * index + 1])
      #expect(
        wrong.contains { $0.isError && $0.message.contains(mistake.message) }, "\(mistake.name)")
      #expect(right.filter(\.isError) == [], "\(mistake.name)")
    }
  }
}
