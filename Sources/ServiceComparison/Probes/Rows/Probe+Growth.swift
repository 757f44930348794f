internal import EnvironmentTree
internal import Injection

extension Probe {
  /// How what is read, overridden and made grows with what is overridden around it.
  static let growth: [Probe] = [
    growth(of: .read, with: .keys, recipe: 18), growth(of: .read, with: .depth, recipe: 3),
    growth(of: .override, with: .keys, recipe: 18), growth(of: .override, with: .depth, recipe: 3),
    growth(of: .object, with: .keys, recipe: 18), growth(of: .object, with: .depth, recipe: 14),
  ]

  private static func growth(of step: Step, with kind: Surroundings, recipe: Int) -> Probe {
    Probe(
      "growth-\(step.id)-\(kind.id)", "How \(step.title) grows \(kind.title)", recipe: recipe,
      asks: [Question("as many times as without", .atMost(8))],
      container: Trial("\(step.container), \(kind.container)") { _ in
        ["as many times as without": best { kind.inScopes(step.timeInScope) }]
      },
      environment: Trial("\(step.environment), \(kind.environment)") { _ in
        ["as many times as without": best { kind.inTrees(step.timeWithValues) }]
      })
  }

  // In turns, and the best of each: what keeps the machine busy for a while is no growth.
  @MainActor private static func best(of measure: () -> (plain: Double, grown: Double)) -> Measure {
    let times = (0..<3).map { _ in measure() }
    let plain = times.map(\.plain).min() ?? .nan
    return .factor((times.map(\.grown).min() ?? .nan) / plain)
  }
}

/// What is done once for each time that is measured.
struct Step: Sendable {
  let id: String
  let title: String
  let container: String
  let environment: String
  let timeInScope: @Sendable () -> Double
  let timeWithValues: @Sendable (EnvironmentValues) -> Double

  static let read = Step(
    id: "read", title: "a read", container: "injected(\\.probed)",
    environment: "the key of an EnvironmentValues"
  ) {
    nanoseconds { take(injected(\.probed)) }
  } timeWithValues: { values in
    nanoseconds { take(values.probed) }
  }

  static let override = Step(
    id: "override", title: "an override", container: "withInjectedValues around a read",
    environment: "a copy of EnvironmentValues with one key set, and a read"
  ) {
    let service = ProbedService("inner")
    return nanoseconds {
      withInjectedValues {
        $0.probed = service
      } operation: {
        take(injected(\.probed))
      }
    }
  } timeWithValues: { values in
    let service = ProbedService("inner")
    return nanoseconds {
      var copy = values
      copy.probed = service
      take(copy.probed)
    }
  }

  static let object = Step(
    id: "object", title: "making and reading an object",
    container: "a class with three @Injected properties, each read once",
    environment: "a class that takes three services from EnvironmentValues, each read once"
  ) {
    nanoseconds {
      let object = InjectedObject()
      take(object)
      take(object.first)
      take(object.second)
      take(object.third)
    }
  } timeWithValues: { values in
    nanoseconds {
      let object = TakingObject(values)
      take(object)
      take(object.first)
      take(object.second)
      take(object.third)
    }
  }
}

/// What is overridden around it, in both.
private struct Surroundings: Sendable {
  let id: String
  let title: String
  let container: String
  let environment: String
  /// Does something in a scope that overrides one service, and with the rest around it.
  let inScopes: @MainActor @Sendable (() -> Double) -> (plain: Double, grown: Double)
  /// Does something with what a body below reads, of a tree that sets one service, and with the rest.
  let inTrees:
    @MainActor @Sendable ((EnvironmentValues) -> Double) -> (plain: Double, grown: Double)

  static let keys = Surroundings(
    id: "keys", title: "when 64 other services are overridden too",
    container: "in a scope with 1 and with 65 keys",
    environment: "in a body below 1 and below 65 keys"
  ) { time in
    inScope {
      (time(), withInjectedValues({ NumberedKeys.set(in: &$0) }, operation: time))
    }
  } inTrees: { time in
    (
      inBody(of: { $0 }, time),
      inBody(of: { AnyView($0.transformEnvironment(\.self) { NumberedKeys.set(in: &$0) }) }, time)
    )
  }

  static let depth = Surroundings(
    id: "depth", title: "64 overrides deep",
    container: "in 1 and in 65 scopes, one in another",
    environment: "in a body below 1 and below 65 modifiers"
  ) { time in
    func deep(_ depth: Int) -> Double {
      guard depth > 0 else { return time() }
      return withInjectedValues {
        $0.otherProbed = otherServices[depth % 2]
      } operation: {
        deep(depth - 1)
      }
    }
    return inScope { (time(), deep(64)) }
  } inTrees: { time in
    (
      inBody(of: { $0 }, time),
      inBody(
        of: { view in
          (0..<64).reduce(view) { view, level in
            AnyView(view.environment(\.otherProbed, otherServices[level % 2]))
          }
        }, time)
    )
  }

  private static func inScope<Result>(_ body: () -> Result) -> Result {
    withInjectedValues {
      $0.probed = ProbedService("mock")
    } operation: {
      body()
    }
  }

  @MainActor private static func inBody(
    of surround: (AnyView) -> AnyView, _ time: (EnvironmentValues) -> Double
  ) -> Double {
    var found = EnvironmentValues()
    _ = TreeHost(
      surround(AnyView(ProbeBody(\.self) { found = $0 }))
        .environment(\.probed, ProbedService("mock")))
    return time(found)
  }
}

private let otherServices = [ProbedService("even"), ProbedService("odd")]
