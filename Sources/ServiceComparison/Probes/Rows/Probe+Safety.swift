internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  /// What is found when: by the compiler, by a trap, or not at all.
  static let safety: [Probe] = [compileTime, missingObject, missingService, provenance, previews]

  static let compileTime = Probe(
    "compile-time", "What the compiler rejects", recipe: 1,
    asks: [
      Question("a value of another type", .equal(.flag(true))),
      Question("a service that nobody declared", .equal(.flag(true))),
      Question("a key without a default", .equal(.flag(true))),
      Question("a value that is not Sendable, shared", .equal(.flag(true))),
    ],
    container: Trial("each mistake is given to swiftc") { context in
      try await rejected(
        by: context,
        [
          "import ServiceComparison; import Injection; class Box {}",
          "func a(_ v: inout InjectedValues) { v.productService = 1 }",
          "func b() { _ = injected(\\.nobodyDeclaredThis) }",
          "enum C: InjectedKey { typealias Value = Int }",
          "enum D: InjectedKey { static let liveValue = Box() }",
        ])
    },
    environment: Trial("each mistake is given to swiftc") { context in
      try await rejected(
        by: context,
        [
          "import ServiceComparison; import EnvironmentTree; class Box {}",
          "func a(_ v: inout EnvironmentValues) { v.productService = 1 }",
          "func b() { _ = Environment(\\.nobodyDeclaredThis) }",
          "enum C: EnvironmentKey { typealias Value = Int }",
          "enum D: EnvironmentKey { static let defaultValue = Box() }",
        ])
    })

  private static func rejected(
    by context: ProbeContext, _ lines: [String]
  ) async throws -> [String: Measure] {
    let errors = try await context.linesWithErrors(in: lines.joined(separator: "\n"))
    // An error in the first line would be none of the mistakes.
    guard !errors.contains(1) else {
      throw ProbeContext.Failure(description: "the modules cannot be imported")
    }
    return [
      "a value of another type": .flag(errors.contains(2)),
      "a service that nobody declared": .flag(errors.contains(3)),
      "a key without a default": .flag(errors.contains(4)),
      "a value that is not Sendable, shared": .flag(errors.contains(5)),
    ]
  }

  static let missingObject = Probe(
    "missing-object", "Something without a default, that nobody supplied", recipe: 5,
    asks: [
      Question("the process ends", .equal(.flag(true))),
      Question("the message names it", .equal(.flag(true))),
      Question("the message says what to do", .equal(.flag(true))),
    ],
    container: Trial("a child process reads a key that was never registered") { context in
      let (isWell, output) = try await context.child(.readUnregisteredKey)
      return [
        "the process ends": .flag(!isWell),
        "the message names it": .flag(output.contains("UnregisteredKey")),
        "the message says what to do": .flag(output.contains("register")),
      ]
    },
    environment: Trial("a child process reads an object that was never put there") { context in
      let (isWell, output) = try await context.child(.readMissingObject)
      return [
        "the process ends": .flag(!isWell),
        "the message names it": .flag(output.contains("ProbedObject")),
        "the message says what to do": .flag(output.contains(".environment(")),
      ]
    })

  static let missingService = Probe(
    "missing-service", "A service that has to be made ready first, and was not", recipe: 9,
    asks: [
      Question("a read is reported", .equal(.flag(true))),
      Question("the message names what is missing", .equal(.flag(true))),
    ],
    container: Trial("a child process reads an AsyncInjectedKey before prepare") { context in
      let (isWell, output) = try await context.child(.readBeforePreparing)
      return [
        "a read is reported": .flag(!isWell),
        "the message names what is missing": .flag(output.contains("ProbedAsyncKey")),
      ]
    },
    environment: Trial("a child process mounts a view whose key nobody has set") { context in
      let (isWell, output) = try await context.child(.readUnsetEnvironmentKey)
      return [
        "a read is reported": .flag(!isWell),
        "the message names what is missing": .flag(output.contains("ProbedKey")),
      ]
    })

  static let provenance = Probe(
    "provenance", "Where a value came from", recipe: 18,
    asks: [Question("the file of the override is named", .equal(.flag(true)))],
    container: Trial("InjectedValues.explain in a scope") { _ in
      withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        let place = InjectedValues.explain(ProbedKey.self).source.place
        return [
          "the file of the override is named": .flag(place?.contains("Probe+Safety.swift") == true)
        ]
      }
    },
    environment: Trial("what a dump of EnvironmentValues holds, below an override") { _ in
      var text = ""
      _ = TreeHost(
        ProbeBody(\.self) { dump($0, to: &text) }.environment(\.probed, ProbedService("mock")))
      return ["the file of the override is named": .flag(text.contains("Probe+Safety.swift"))]
    })

  static let previews = Probe(
    "previews", "A preview that names no service", recipe: 10,
    asks: [
      Question("the service is that for previews", .equal(.text("preview"))),
      Question("with one override", .equal(.text("mock"))),
    ],
    container: Trial("Preview(traits: .injectedValues())") { _ in
      let plain = Preview(traits: .injectedValues()) { InjectedProbedView() }
      let other = Preview(traits: .injectedValues { $0.probed = ProbedService("mock") }) {
        InjectedProbedView()
      }
      return [
        "the service is that for previews": .text(await text(of: plain)),
        "with one override": .text(await text(of: other)),
      ]
    },
    environment: Trial("Preview, without and with .environment") { _ in
      let plain = Preview { ProbedView() }
      let other = Preview { ProbedView().environment(\.probed, ProbedService("mock")) }
      return [
        "the service is that for previews": .text(await text(of: plain)),
        "with one override": .text(await text(of: other)),
      ]
    })

  @MainActor private static func text(of preview: Preview) async -> String {
    let host = TreeHost(preview)
    await host.settle()
    return firstText(of: host.outline)
  }
}
