internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  /// What reads, overrides and objects cost, and how that grows.
  static let costs: [Probe] =
    [costOfRead, costOfReadInBody, costOfOverride, costOfAsyncOverride, costOfObject]
    + growth

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
        CostView<ContainerReader> { time = $0 }.injectedValues { $0.probed = ProbedService("mock") }
      )
      return ["a read": .nanoseconds(time)]
    },
    environment: Trial("@Environment, in a loop in a body") { _ in
      var time = 0.0
      _ = TreeHost(
        CostView<EnvironmentReader> { time = $0 }.environment(\.probed, ProbedService("mock")))
      return ["a read": .nanoseconds(time)]
    })

  static let costOfOverride = Probe(
    "cost-override", "The cost of overriding one service", recipe: 3,
    asks: [Question("an override and a read", .little)],
    container: Trial(Step.override.container) { _ in
      ["an override and a read": .nanoseconds(Step.override.timeInScope())]
    },
    environment: Trial(Step.override.environment) { _ in
      [
        "an override and a read": .nanoseconds(
          Step.override.timeWithValues(EnvironmentValues()))
      ]
    })

  static let costOfAsyncOverride = Probe(
    "cost-override-async", "The cost of overriding one service for an asynchronous function",
    recipe: 12,
    asks: [Question("an override and a read", .little)],
    container: Trial("await withInjectedValues around a function that reads") { _ in
      let service = ProbedService("mock")
      let time = await nanoseconds { () async in
        await withInjectedValues {
          $0.probed = service
        } operation: {
          await readLater(\.probed)
        }
      }
      return ["an override and a read": .nanoseconds(time)]
    },
    environment: Trial("a copy of EnvironmentValues with one key set, given to a function") { _ in
      let service = ProbedService("mock")
      let values = EnvironmentValues()
      let time = await nanoseconds { () async in
        var copy = values
        copy.probed = service
        await readLater(copy)
      }
      return ["an override and a read": .nanoseconds(time)]
    })

  static let costOfObject = Probe(
    "cost-object", "The cost of making an object and reading its three services", recipe: 4,
    asks: [Question("an object and three reads", .little)],
    container: Trial(Step.object.container) { _ in
      ["an object and three reads": .nanoseconds(Step.object.timeInScope())]
    },
    environment: Trial(Step.object.environment) { _ in
      [
        "an object and three reads": .nanoseconds(
          Step.object.timeWithValues(EnvironmentValues()))
      ]
    })
}

// MARK: What the runs are made of

/// Keeps a value from being optimised away.
@inline(never) func take(_ value: AnyObject) {}

@inline(never) nonisolated(nonsending) private func readLater(
  _ accessor: (InjectedValues) -> ProbedService
) async {
  take(injected(accessor))
}

@inline(never) nonisolated(nonsending) private func readLater(_ values: EnvironmentValues) async {
  take(values.probed)
}

/// What reads a service in a body.
private protocol ProbedReader: DynamicProperty {
  init()
  var probed: ProbedService { get }
}

private struct ContainerReader: ProbedReader {
  @InjectedEnvironment(\.probed) var probed
}

private struct EnvironmentReader: ProbedReader {
  @Environment(\.probed) var probed
}

private struct CostView<Reader: ProbedReader>: View {
  private let reader = Reader()
  let done: (Double) -> Void

  init(_ done: @escaping (Double) -> Void) {
    self.done = done
  }

  var body: some View {
    let _ = done(nanoseconds { take(reader.probed) })
    EmptyView()
  }
}

/// Finds its services when they are read.
final class InjectedObject {
  @Injected(\.probed) var first
  @Injected(\.otherProbed) var second
  @Injected(\.probed) var third
}

/// Is given its services.
final class TakingObject {
  let first: ProbedService
  let second: ProbedService
  let third: ProbedService

  init(_ values: EnvironmentValues) {
    first = values.probed
    second = values.otherProbed
    third = values.probed
  }
}
