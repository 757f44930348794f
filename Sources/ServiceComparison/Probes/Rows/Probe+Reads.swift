internal import EnvironmentTree
internal import Foundation
internal import Injection
internal import InjectionTree
internal import ModelObservation

extension Probe {
  /// Where a service can be read.
  static let reachOfReads: [Probe] = [
    scope, readInBody, readInModel, readInFunction, readInTaskOfView, readInDetachedTask,
    readInCallback, serverRequests,
  ]

  private static let mock: Measure = .text("mock")
  private static let unaffected: Measure = .text("default")

  static let scope = Probe(
    "scope", "What an override covers", recipe: 3,
    asks: [
      Question("inside", .equal(mock)), Question("beside", .equal(unaffected)),
      Question("afterwards", .equal(unaffected)),
    ],
    container: Trial("withInjectedValues around a read, another task beside it, a read after it") {
      _ in
      let meeting = Rendezvous(expected: 2)
      async let beside = {
        _ = await meeting.arrive()
        return probedByContainer()
      }()
      let inside = await withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        _ = await meeting.arrive()
        return probedByContainer()
      }
      return await [
        "inside": .text(inside), "beside": .text(beside), "afterwards": .text(probedByContainer()),
      ]
    },
    environment: Trial(".environment on one of three views") { _ in
      let seen = texts {
        ProbedView().environment(\.probed, ProbedService("mock"))
        ProbedView()
      }
      let later = texts { ProbedView() }
      return ["inside": .text(seen[0]), "beside": .text(seen[1]), "afterwards": .text(later[0])]
    })

  static let readInBody = Probe(
    "read-body", "A read in a view's body", recipe: 3,
    asks: [
      Question("overridden above", .equal(mock)), Question("not overridden", .equal(unaffected)),
    ],
    container: Trial("@InjectedEnvironment below .injectedValues") { _ in
      let seen = texts {
        InjectedProbedView().injectedValues { $0.probed = ProbedService("mock") }
        InjectedProbedView()
      }
      return ["overridden above": .text(seen[0]), "not overridden": .text(seen[1])]
    },
    environment: Trial("@Environment below .environment") { _ in
      let seen = texts {
        ProbedView().environment(\.probed, ProbedService("mock"))
        ProbedView()
      }
      return ["overridden above": .text(seen[0]), "not overridden": .text(seen[1])]
    })

  static let readInModel = Probe(
    "read-model", "A read in a model's method, later", recipe: 4,
    asks: [
      Question("by itself", .equal(mock)), Question("handed over", .equal(mock)),
    ],
    container: Trial(
      "@Injected in a model that a view made below .injectedValues; then a service, given to one"
    ) { _ in
      let box = ModelBox<ContainerModel>()
      let host = TreeHost(
        ContainerModelView(box: box).injectedValues { $0.probed = ProbedService("mock") })
      await host.settle()
      let given = withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        CapturingModel(injected(\.probed))
      }
      return [
        "by itself": .text(box.model?.read() ?? "no model"),
        "handed over": .text(given.probed.name),
      ]
    },
    environment: Trial(
      "the environment that a model can make; then a service in the model's initialiser"
    ) { _ in
      let box = ModelBox<EnvironmentModel>()
      let given = ModelBox<CapturingModel>()
      let host = TreeHost(
        Group {
          EnvironmentModelView(box: box)
          ProbeBody(\.probed) { given.keep(CapturingModel($0)) }
        }.environment(\.probed, ProbedService("mock")))
      await host.settle()
      return [
        "by itself": .text(box.model?.read() ?? "no model"),
        "handed over": .text(given.model?.probed.name ?? "no model"),
      ]
    })

  static let readInFunction = Probe(
    "read-function", "A read in a function that is given nothing", recipe: 4,
    asks: [
      Question("called inside", .equal(mock)), Question("five calls deep", .equal(mock)),
    ],
    container: Trial("a function called in withInjectedValues") { _ in
      withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        [
          "called inside": .text(probedByContainer()),
          "five calls deep": .text(deep(5) { probedByContainer() }),
        ]
      }
    },
    environment: Trial("a function called by a body below .environment") { _ in
      var seen: [String] = []
      _ = TreeHost(
        ProbeBody(\.probed) { _ in
          seen = [probedByEnvironment(), deep(5) { probedByEnvironment() }]
        }.environment(\.probed, ProbedService("mock")))
      return ["called inside": .text(seen[0]), "five calls deep": .text(seen[1])]
    })

  static let readInTaskOfView = Probe(
    "read-view-task", "A read by a function that a view's task calls", recipe: 8,
    asks: [Question("the task sees", .equal(mock))],
    container: Trial(".task of a view below .injectedValues") { _ in
      let log = ModelBox<TextBox>()
      let host = TreeHost(
        ProbeTask { log.model = TextBox(probedByContainer()) }
          .injectedValues { $0.probed = ProbedService("mock") })
      await host.settle()
      return ["the task sees": .text(log.model?.text ?? "nothing")]
    },
    environment: Trial(".task of a view below .environment") { _ in
      let log = ModelBox<TextBox>()
      let host = TreeHost(
        ProbeTask { log.model = TextBox(probedByEnvironment()) }
          .environment(\.probed, ProbedService("mock")))
      await host.settle()
      return ["the task sees": .text(log.model?.text ?? "nothing")]
    })

  static let readInDetachedTask = Probe(
    "read-detached", "A read in a detached task", recipe: 16,
    asks: [
      Question("by itself", .equal(mock)), Question("carried over", .equal(mock)),
    ],
    container: Trial("Task.detached in a scope, then with InjectedValues.current.run") { _ in
      await withInjectedValues(.allowsLostReads) {
        $0.probed = ProbedService("mock")
      } operation: {
        let values = InjectedValues.current
        return [
          "by itself": .text(await Task.detached { probedByContainer() }.value),
          "carried over": .text(await Task.detached { values.run { probedByContainer() } }.value),
        ]
      }
    },
    environment: Trial("Task.detached from a body, then with the service captured") { _ in
      var service: ProbedService?
      _ = TreeHost(
        ProbeBody(\.probed) { service = $0 }.environment(\.probed, ProbedService("mock")))
      let captured = service
      return [
        "by itself": .text(await Task.detached { probedByEnvironment() }.value),
        "carried over": .text(await Task.detached { captured?.name ?? "nothing" }.value),
      ]
    })

  static let readInCallback = Probe(
    "read-callback", "A read in a callback from a dispatch queue", recipe: 16,
    asks: [
      Question("by itself", .equal(mock)), Question("carried over", .equal(mock)),
    ],
    container: Trial("DispatchQueue.async in a scope, then with propagating") { _ in
      await withInjectedValues(.allowsLostReads) {
        $0.probed = ProbedService("mock")
      } operation: {
        let carried = InjectedValues.propagating { () -> String in probedByContainer() }
        return [
          "by itself": .text(await onQueue { probedByContainer() }),
          "carried over": .text(await onQueue(carried)),
        ]
      }
    },
    environment: Trial("DispatchQueue.async from a body, then with the service captured") { _ in
      var service: ProbedService?
      _ = TreeHost(
        ProbeBody(\.probed) { service = $0 }.environment(\.probed, ProbedService("mock")))
      let captured = service
      return [
        "by itself": .text(await onQueue { probedByEnvironment() }),
        "carried over": .text(await onQueue { captured?.name ?? "nothing" }),
      ]
    })

  static let serverRequests = Probe(
    "server-request", "Two requests of a server at once, each with its own user", recipe: 16,
    asks: [
      Question("by itself", .equal(.text("first, second"))),
      Question("handed over", .equal(.text("first, second"))),
    ],
    container: Trial(
      "withInjectedValues around each handler, both open together; then a service that is passed"
    ) { _ in
      let meeting = Rendezvous(expected: 2)
      async let first = handle("first", meeting)
      async let second = handle("second", meeting)
      return answers(await [first, second])
    },
    environment: Trial(
      "no tree stands around a handler: the environment that it can make; then one that is passed"
    ) { _ in
      let meeting = Rendezvous(expected: 2)
      async let first = handleInEnvironment("first", meeting)
      async let second = handleInEnvironment("second", meeting)
      return answers(await [first, second])
    })

  /// What a handler has seen of its own.
  private typealias Seen = (alone: String, given: String)

  private static func answers(_ seen: [Seen]) -> [String: Measure] {
    [
      "by itself": .text(seen.map(\.alone).joined(separator: ", ")),
      "handed over": .text(seen.map(\.given).joined(separator: ", ")),
    ]
  }

  private static func handle(_ name: String, _ meeting: Rendezvous) async -> Seen {
    await withInjectedValues {
      $0.probed = ProbedService(name)
    } operation: {
      _ = await meeting.arrive()
      let given = injected(\.probed)
      return (deep(3) { probedByContainer() }, deep(3) { given.name })
    }
  }

  private static func handleInEnvironment(_ name: String, _ meeting: Rendezvous) async -> Seen {
    _ = await meeting.arrive()
    var values = EnvironmentValues()
    values.probed = ProbedService(name)
    return (deep(3) { probedByEnvironment() }, deep(3) { probedByEnvironment(values) })
  }

  private static func deep(_ level: Int, _ read: () -> String) -> String {
    level == 0 ? read() : deep(level - 1, read)
  }

  private static func onQueue(_ read: @escaping @Sendable () -> String) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: read()) }
    }
  }
}

// MARK: What the runs are made of

@MainActor final class ModelBox<Model: AnyObject> {
  var model: Model?

  func keep(_ model: Model) { self.model = model }
}

final class TextBox {
  let text: String
  init(_ text: String) {
    self.text = text
  }
}

@MainActor final class ContainerModel: ObservableModel {
  @Injected(\.probed) var probed
  func read() -> String { probed.name }
}

@MainActor final class EnvironmentModel: ObservableModel {
  func read() -> String { probedByEnvironment() }
}

struct ContainerModelView: View {
  let box: ModelBox<ContainerModel>
  @InjectedModel({ ContainerModel() }) private var model
  var body: some View {
    let _ = box.keep(model)
    EmptyView()
  }
}

struct EnvironmentModelView: View {
  let box: ModelBox<EnvironmentModel>
  @State private var model = EnvironmentModel()
  var body: some View {
    let _ = box.keep(model)
    EmptyView()
  }
}
