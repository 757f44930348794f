internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  /// What reads, overrides and objects cost, and how that grows.
  static let costs: [Probe] = [
    costOfRead, costOfReadInBody, costOfOverride, costOfObject, growthWithKeys, growthWithDepth,
  ]

  static let costOfRead = Probe(
    "cost-read", "The cost of a read that is overridden", recipe: 4,
    asks: [Question("a read", .little)],
    container: Trial("injected(\\.probed) in a scope") { _ in
      withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        ["a read": .nanoseconds(nanoseconds { take(injected(\.probed)) })]
      }
    },
    environment: Trial("the key of an EnvironmentValues in which it is set") { _ in
      var values = EnvironmentValues()
      values.probed = ProbedService("mock")
      return ["a read": .nanoseconds(nanoseconds { take(values.probed) })]
    })

  static let costOfReadInBody = Probe(
    "cost-read-body", "The cost of a read through a wrapper in a body", recipe: 3,
    asks: [Question("a read", .little)],
    container: Trial("@InjectedEnvironment, in a loop in a body") { _ in
      var time = 0.0
      _ = TreeHost(
        InjectedCostView { time = $0 }.injectedValues { $0.probed = ProbedService("mock") })
      return ["a read": .nanoseconds(time)]
    },
    environment: Trial("@Environment, in a loop in a body") { _ in
      var time = 0.0
      _ = TreeHost(
        EnvironmentCostView { time = $0 }.environment(\.probed, ProbedService("mock")))
      return ["a read": .nanoseconds(time)]
    })

  static let costOfOverride = Probe(
    "cost-override", "The cost of overriding one service", recipe: 3,
    asks: [Question("an override and a read", .little)],
    container: Trial("withInjectedValues around a read") { _ in
      let service = ProbedService("mock")
      return [
        "an override and a read": .nanoseconds(
          nanoseconds {
            withInjectedValues {
              $0.probed = service
            } operation: {
              take(injected(\.probed))
            }
          })
      ]
    },
    environment: Trial("a copy of EnvironmentValues with one key set, and a read") { _ in
      let service = ProbedService("mock")
      let values = EnvironmentValues()
      return [
        "an override and a read": .nanoseconds(
          nanoseconds {
            var copy = values
            copy.probed = service
            take(copy.probed)
          })
      ]
    })

  static let costOfObject = Probe(
    "cost-object", "The cost of making an object with three services", recipe: 4,
    asks: [Question("an object", .little)],
    container: Trial("a class with three @Injected properties") { _ in
      ["an object": .nanoseconds(nanoseconds { take(InjectedObject()) })]
    },
    environment: Trial("a class that takes three services from EnvironmentValues") { _ in
      let values = EnvironmentValues()
      return ["an object": .nanoseconds(nanoseconds { take(TakingObject(values)) })]
    })

  static let growthWithKeys = Probe(
    "growth-keys", "How a read grows when 63 other services are overridden too", recipe: 18,
    asks: [Question("as many times as with one", .atMost(8))],
    container: Trial("injected(\\.probed) with 1 and with 64 keys overridden") { _ in
      func time(_ keys: [any NumberedKey.Type]) -> Double {
        withInjectedValues {
          $0.probed = ProbedService("mock")
          for key in keys { set(key, in: &$0) }
        } operation: {
          nanoseconds { take(injected(\.probed)) }
        }
      }
      return ["as many times as with one": .factor(time(NumberedKeys.all) / time([]))]
    },
    environment: Trial("the key of an EnvironmentValues with 1 and with 64 keys set") { _ in
      func time(_ keys: [any NumberedKey.Type]) -> Double {
        var values = EnvironmentValues()
        values.probed = ProbedService("mock")
        for key in keys { set(key, in: &values) }
        let made = values
        return nanoseconds { take(made.probed) }
      }
      return ["as many times as with one": .factor(time(NumberedKeys.all) / time([]))]
    })

  static let growthWithDepth = Probe(
    "growth-depth", "How a read grows 64 overrides deep", recipe: 3,
    asks: [Question("as many times as one deep", .atMost(8))],
    container: Trial("injected(\\.probed), overridden outermost, in 64 nested scopes") { _ in
      @MainActor func time(_ depth: Int) -> Double {
        guard depth > 0 else { return nanoseconds { take(injected(\.probed)) } }
        return withInjectedValues {
          $0.otherProbed = probedServices[depth % 2]
        } operation: {
          time(depth - 1)
        }
      }
      return withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        ["as many times as one deep": .factor(time(64) / time(0))]
      }
    },
    environment: Trial("@Environment in a body below 64 .environment modifiers") { _ in
      @MainActor func time(_ depth: Int) -> Double {
        var result = 0.0
        var view = AnyView(EnvironmentCostView { result = $0 })
        for level in 0..<depth {
          view = AnyView(view.environment(\.otherProbed, probedServices[level % 2]))
        }
        _ = TreeHost(view.environment(\.probed, ProbedService("mock")))
        return result
      }
      return ["as many times as one deep": .factor(time(64) / time(0))]
    })

  private static func set<Key: NumberedKey>(_ key: Key.Type, in values: inout InjectedValues) {
    values[key] = 1
  }

  private static func set<Key: NumberedKey>(_ key: Key.Type, in values: inout EnvironmentValues) {
    values[key] = 1
  }
}

// MARK: What the runs are made of

/// Measures a body: the best of several rounds, since what disturbs a round only makes it longer.
func nanoseconds(_ body: () -> Void) -> Double {
  let iterations = 500
  var best = Duration.seconds(60)
  for _ in 0..<15 {
    let time = ContinuousClock().measure {
      for _ in 0..<iterations { body() }
    }
    best = min(best, time)
  }
  // No clock is finer than this, and a ratio needs a divisor.
  return max(Double(best.components.attoseconds) / 1e9 / Double(iterations), 0.01)
}

/// Keeps a value from being optimised away.
@inline(never) func take(_ value: AnyObject) {}

private let probedServices = [ProbedService("even"), ProbedService("odd")]

private struct InjectedCostView: View {
  @InjectedEnvironment(\.probed) private var probed
  let done: (Double) -> Void
  init(_ done: @escaping (Double) -> Void) {
    self.done = done
  }
  var body: some View {
    let _ = done(nanoseconds { take(probed) })
    EmptyView()
  }
}

private struct EnvironmentCostView: View {
  @Environment(\.probed) private var probed
  let done: (Double) -> Void
  init(_ done: @escaping (Double) -> Void) {
    self.done = done
  }
  var body: some View {
    let _ = done(nanoseconds { take(probed) })
    EmptyView()
  }
}

private final class InjectedObject {
  @Injected(\.probed) var first
  @Injected(\.otherProbed) var second
  @Injected(\.probed) var third
}

private final class TakingObject {
  let first: ProbedService
  let second: ProbedService
  let third: ProbedService
  init(_ values: EnvironmentValues) {
    first = values.probed
    second = values.otherProbed
    third = values.probed
  }
}

protocol NumberedKey: InjectedKey, EnvironmentKey where Value == Int {}

private enum Zero {}
private enum One {}

/// 64 different keys: six digits of a binary number.
private enum Number<A, B, C, D, E, F>: NumberedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
  static var defaultValue: Int { 0 }
}

private enum NumberedKeys {
  static let all: [any NumberedKey.Type] = first(Zero.self) + first(One.self)

  private static func first<A>(_: A.Type) -> [any NumberedKey.Type] {
    second(A.self, Zero.self) + second(A.self, One.self)
  }
  private static func second<A, B>(_: A.Type, _: B.Type) -> [any NumberedKey.Type] {
    third(A.self, B.self, Zero.self) + third(A.self, B.self, One.self)
  }
  private static func third<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> [any NumberedKey.Type] {
    fourth(A.self, B.self, C.self, Zero.self) + fourth(A.self, B.self, C.self, One.self)
  }
  private static func fourth<A, B, C, D>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> [any NumberedKey.Type] {
    [
      Number<A, B, C, D, Zero, Zero>.self, Number<A, B, C, D, Zero, One>.self,
      Number<A, B, C, D, One, Zero>.self, Number<A, B, C, D, One, One>.self,
    ]
  }
}
