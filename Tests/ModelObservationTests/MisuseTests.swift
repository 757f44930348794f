import Foundation
import TestSupport
import Testing

/// What must not compile, checked by the compiler that builds the tests.
@Suite("Misuse does not compile") struct MisuseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: String
  }

  static let cases = [
    Case(
      testDescription: "A model is not Sendable",
      source: """
        // expected-note@+1 {{class 'Model' does not conform to the 'Sendable' protocol}}
        final class Model: ObservableModel { @Observed var count = 0 }
        func send<T: Sendable>(_ value: T) {}
        func run(_ model: Model) {
          send(model) // expected-error {{type 'Model' does not conform to the 'Sendable' protocol}}
        }
        """),
    Case(
      testDescription: "A model that is in use cannot be used from another task",
      source: """
        final class Model: ObservableModel { @Observed var count = 0 }
        func run() {
          let model = Model()
          let token = observe { print(model.count) }
          Task.detached { model.count = 1 } // expected-error {{sending value of non-Sendable type '() async -> ()' risks causing data races}} expected-note {{}}
          token.cancel() // expected-note {{access can happen concurrently}}
        }
        """),
    Case(
      testDescription: "A model of the main actor is not written from elsewhere",
      source: """
        // expected-note@+1 {{mutation of this property is only permitted within the actor}}
        @MainActor final class Model: ObservableModel { @Observed var count = 0 }
        nonisolated func run(_ model: Model) {
          model.count = 1 // expected-error {{main actor-isolated property 'count' can not be mutated from a nonisolated context}}
        }
        """),
    Case(
      testDescription: "A token is not Sendable",
      source: """
        func send<T: Sendable>(_ value: T) {}
        func run(_ token: ObservationToken) {
          send(token) // expected-error {{conformance of 'ObservationToken' to 'Sendable' is unavailable}}
        }
        """),
    Case(
      testDescription: "A Sendable class cannot have observed properties",
      source: """
        final class Model: ObservableModel, Sendable {
          @Observed var count = 0 // expected-error {{stored property '_count' of 'Sendable'-conforming class 'Model' is mutable}}
        }
        """),
    Case(
      testDescription: "A structure cannot be observed",
      source: """
        struct Model {
          @Observed var count = 0 // expected-error {{'wrappedValue' is unavailable: @Observed belongs in a class that is an ObservableModel}}
        }
        """),
    Case(
      testDescription: "A private setter is private",
      source: """
        struct Scope {
          final class Model: ObservableModel { @Observed private(set) var count = 0 }
        }
        func run(_ model: Scope.Model) {
          model.count = 1 // expected-error {{cannot assign to property: 'count' setter is inaccessible}}
        }
        """),
    Case(
      testDescription: "A derived property cannot be written",
      source: """
        final class Model: ObservableModel {
          @Observed var count = 0
          var double: Int { count * 2 }
          @Derived(\\Model.double) var derived: Int
        }
        func run(_ model: Model) {
          model.derived = 1 // expected-error {{cannot assign to property: 'derived' is a get-only property}}
        }
        """),
    Case(
      testDescription: "Correct code compiles",
      source: """
        @MainActor final class Model: ObservableModel { @Observed var count = 0 }
        @MainActor func run(_ model: Model) {
          let token = observe { print(model.count) }
          Task { model.count = 1 }
          token.cancel()
        }
        """),
  ]

  @Test("Misuse is an error, with the diagnostic that is expected", arguments: cases)
  func misuse(_ entry: Case) async throws {
    let modules = try Self.modules.get()
    try await ChildProcess.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("Misuse.swift")
      try Data("import ModelObservation\n\(entry.source)\n".utf8).write(to: file)
      // Region checks run after type checking, so the whole front end has to.
      let arguments =
        ["-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null"]
        + modules + ["-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated", file.path]
      let result = try await ChildProcess.run(ChildProcess.tool("swiftc"), arguments)
      #expect(result.status == 0, "\(result.output)\(result.error)")
    }
  }

  @Test("The standard @Observable takes no other property wrapper")
  func wrapperUnderObservable() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("Misuse.swift")
      let source = """
        import Observation
        @propertyWrapper struct Wrapped { var wrappedValue: Int }
        @Observable final class Model {
          @Wrapped var count = 0
        }
        """
      try Data(source.utf8).write(to: file)
      // Most of the errors are in the macro's own code, where no comment can expect them.
      let result = try await ChildProcess.run(
        ChildProcess.tool("swiftc"), ["-typecheck", file.path])
      #expect(result.status != 0)
      #expect(result.error.contains("property wrapper cannot be applied to a computed property"))
    }
  }

  /// The arguments that let the compiler find the module that these tests were built with.
  static let modules = Result {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let header = root.appendingPathComponent("Sources/CModelObservation/include")
    let map = try ChildProcess.product("CModelObservation.build/module.modulemap")
    let module = try ChildProcess.product("Modules/ModelObservation.swiftmodule")
    return [
      "-I", module.deletingLastPathComponent().path, "-I", header.path,
      "-Xcc", "-fmodule-map-file=\(map.path)",
    ]
  }
}
