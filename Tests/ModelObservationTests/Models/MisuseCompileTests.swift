import TestSupport
import Testing

/// What must not compile, checked by the compiler that builds the tests.
@Suite("Misuse does not compile") struct MisuseCompileTests {
  private static let snippets = [
    Snippet(
      "A model is not Sendable",
      """
      final class Model: ObservableModel { @Observed var count = 0 }
      func send<T: Sendable>(_ value: T) {}
      func run(_ model: Model) {
        send(model) // expected-error {{type 'Model' does not conform to the 'Sendable' protocol}}
      }
      """),
    Snippet(
      "A model that is in use cannot be used from another task",
      """
      final class Model: ObservableModel { @Observed var count = 0 }
      func run() {
        let model = Model()
        let token = observe { print(model.count) }
        Task.detached { model.count = 1 } // expected-error {{sending value of non-Sendable type '() async -> ()' risks causing data races}}
        token.cancel()
      }
      """),
    Snippet(
      "A model of the main actor is not written from elsewhere",
      """
      @MainActor final class Model: ObservableModel { @Observed var count = 0 }
      nonisolated func run(_ model: Model) {
        model.count = 1 // expected-error {{main actor-isolated property 'count' can not be mutated from a nonisolated context}}
      }
      """),
    Snippet(
      "A token is not Sendable",
      """
      func send<T: Sendable>(_ value: T) {}
      func run(_ token: ObservationToken) {
        send(token) // expected-error {{conformance of 'ObservationToken' to 'Sendable' is unavailable}}
      }
      """),
    Snippet(
      "A Sendable class cannot have observed properties",
      """
      final class Model: ObservableModel, Sendable {
        @Observed var count = 0 // expected-error {{stored property '_count' of 'Sendable'-conforming class 'Model' is mutable}}
      }
      """),
    Snippet(
      "A structure cannot be observed",
      """
      struct Model {
        @Observed var count = 0 // expected-error {{'wrappedValue' is unavailable: @Observed belongs in a class that is an ObservableModel}}
      }
      """),
    Snippet(
      "A private setter is private",
      """
      struct Scope {
        final class Model: ObservableModel { @Observed private(set) var count = 0 }
      }
      func run(_ model: Scope.Model) {
        model.count = 1 // expected-error {{cannot assign to property: 'count' setter is inaccessible}}
      }
      """),
    Snippet(
      "A handle of a property with a private setter does not write",
      """
      struct Scope {
        final class Model: ObservableModel { @Observed private(set) var count = 0 }
      }
      func run(_ model: Scope.Model) {
        print(model.$count.value)
        model.$count.value = 1 // expected-error {{cannot assign to property: '$count' is immutable}}
        model.$count.set(1) // expected-error {{cannot use mutating member on immutable value: '$count' is immutable}}
        _ = model.$count.binding // expected-error {{cannot use mutating getter on immutable value: '$count' is immutable}}
      }
      """),
    Snippet(
      "A derived property cannot be written",
      """
      final class Model: ObservableModel {
        @Observed var count = 0
        var double: Int { count * 2 }
        @Derived(\\Model.double) var derived: Int
      }
      func run(_ model: Model) {
        model.derived = 1 // expected-error {{cannot assign to property: 'derived' is a get-only property}}
      }
      """),
    Snippet(
      "A derived property needs a class that is a model",
      """
      final class Model {
        var double: Int { 2 }
        @Derived(\\Model.double) var derived: Int // expected-error {{requires that 'Model' conform to 'ObservableModel'}}
      }
      struct Value {
        var double: Int { 2 }
        @Derived(\\Value.double) var derived: Int // expected-error {{requires that 'Value' conform to 'ObservableModel'}}
      }
      """),
    Snippet(
      "A derived property has the type of what it is derived from",
      """
      final class Model: ObservableModel {
        var double: Int { 2 }
        @Derived(\\Model.double) var derived: String // expected-error {{key path value type 'Int' cannot be converted to contextual type 'String'}}
      }
      """),
    Snippet(
      "A derived property names its class",
      """
      final class Model: ObservableModel {
        var double: Int { 2 }
        @Derived(\\.double) var derived: Int // expected-error {{consider explicitly specifying a root type}} expected-error {{generic parameter 'Model' could not be inferred}}
        @Derived({ $0.double }) var closure: Int // expected-error {{cannot infer type of closure parameter '$0'}}
      }
      """),
    Snippet(
      "Correct code compiles",
      """
      @MainActor final class Model: ObservableModel { @Observed var count = 0 }
      @MainActor func run(_ model: Model) {
        let token = observe { print(model.count) }
        Task { model.count = 1 }
        token.cancel()
      }
      """),
  ]

  @Test("Misuse is an error, the one that is expected, and correct code is none")
  func misuse() async throws {
    try await Snippet.expect(Self.snippets, after: "import ModelObservation")
  }

  @Test("A derived property of a foreign class is one error, which names both classes")
  func foreignClass() async {
    let source = """
      import ModelObservation
      final class Shop: ObservableModel {
        var sum: Int { 1 }
      }
      final class Cart: ObservableModel {
        @Derived(\\Shop.sum) var total: Int
      }
      """
    let errors = await errorsWithoutLine(of: source)
    #expect(errors.count == 1)
    #expect(errors.first?.hasSuffix("requires the types 'Shop' and 'Cart' be equivalent") == true)
  }

  @Test("An observed property of a class that is no model is an error, which names the class")
  func noModel() async {
    let source = """
      import ModelObservation
      final class Cart {
        @Observed var sum = 1
      }
      """
    let errors = await errorsWithoutLine(of: source)
    #expect(!errors.isEmpty)
    #expect(
      errors.allSatisfy { $0.hasSuffix("requires that 'Cart' conform to 'ObservableModel'") })
  }

  /// The errors in what the compiler makes of a wrapper, which have no line.
  private func errorsWithoutLine(of source: String) async -> [Substring] {
    let failure = await #expect(throws: ChildProcess.Failure.self) {
      try await Compiler.diagnostics(of: [source])
    }
    let lines = failure?.description.split(separator: "\n") ?? []
    return lines.filter { $0.contains("<unknown>:0: error: ") }
  }

  @Test("The standard @Observable takes no other property wrapper")
  func wrapperUnderObservable() async throws {
    let source = """
      import Observation
      @propertyWrapper struct Wrapped { var wrappedValue: Int }
      @Observable final class Model {
        @Wrapped var count = 0
      }
      """
    // Most of the errors are in the macro's own code.
    let errors = try await Compiler.diagnostics(of: [source])[0].map(\.message)
    #expect(errors.contains("property wrapper cannot be applied to a computed property"))
  }
}
