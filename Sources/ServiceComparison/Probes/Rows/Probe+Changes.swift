internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  /// Who is evaluated again after a change.
  static let changes: [Probe] = [valueChange, equalChange, modelChange]

  static let valueChange = Probe(
    "value-change", "A service in the tree is exchanged", recipe: 19,
    asks: [
      Question("evaluations of its reader", .equal(.count(1))),
      Question("evaluations of another service's reader", .equal(.count(0))),
    ],
    container: Trial("two services by .injectedValues, one is exchanged") { _ in
      let host = await containerHost(after: "exchange")
      return [
        "evaluations of its reader": .count(host.evaluations["InjectedProbedView"]),
        "evaluations of another service's reader": .count(
          host.evaluations["InjectedOtherProbedView"]),
      ]
    },
    environment: Trial("two services by .environment, one is exchanged") { _ in
      let host = await environmentHost(after: "exchange")
      return [
        "evaluations of its reader": .count(host.evaluations["ProbedView"]),
        "evaluations of another service's reader": .count(host.evaluations["OtherProbedView"]),
      ]
    })

  static let equalChange = Probe(
    "equal-change", "The same service is set again", recipe: 10,
    asks: [Question("evaluations of its reader", .equal(.count(0)))],
    container: Trial(".injectedValues runs again with the same instance") { _ in
      let host = await containerHost(after: "again")
      return ["evaluations of its reader": .count(host.evaluations["InjectedProbedView"])]
    },
    environment: Trial(".environment runs again with the same instance") { _ in
      let host = await environmentHost(after: "again")
      return ["evaluations of its reader": .count(host.evaluations["ProbedView"])]
    })

  static let modelChange = Probe(
    "model-change", "A property of a model in the tree changes", recipe: 5,
    asks: [
      Question("evaluations for a property that the body reads", .equal(.count(1))),
      Question("evaluations for one that it does not", .equal(.count(0))),
    ],
    container: Trial("an @InjectedModel") { _ in
      let box = ModelBox<ProbedObject>()
      let host = TreeHost(ObjectContainerView(box: box).injectedModel { ProbedObject() })
      return await evaluations(of: "ObjectContainerView", in: host, reading: box.model)
    },
    environment: Trial("an object by .environment") { _ in
      let object = ProbedObject()
      let host = TreeHost(ProbedObjectView().environment(object))
      return await evaluations(of: "ProbedObjectView", in: host, reading: object)
    })

  @MainActor private static func containerHost(after label: String) async -> TreeHost {
    await host(after: label) { service in
      Group {
        InjectedProbedView()
        InjectedOtherProbedView()
      }
      .injectedValues {
        $0.probed = service
        $0.otherProbed = probedServices[0]
      }
    }
  }

  @MainActor private static func environmentHost(after label: String) async -> TreeHost {
    await host(after: label) { service in
      Group {
        ProbedView()
        OtherProbedView()
      }
      .environment(\.probed, service)
      .environment(\.otherProbed, probedServices[0])
    }
  }

  @MainActor private static func host<Content: View>(
    after label: String, @ViewBuilder content: @escaping (ProbedService) -> Content
  ) async -> TreeHost {
    let host = TreeHost(ExchangingView(content: content))
    host.resetEvaluations()
    host.tap(label)
    await host.settle()
    return host
  }

  @MainActor private static func evaluations(
    of view: String, in host: TreeHost, reading object: ProbedObject?
  ) async -> [String: Measure] {
    host.resetEvaluations()
    object?.unused += 1
    await host.settle()
    let unused = host.evaluations[view]
    object?.name = "changed"
    await host.settle()
    return [
      "evaluations for one that it does not": .count(unused),
      "evaluations for a property that the body reads": .count(host.evaluations[view] - unused),
    ]
  }
}

// MARK: What the runs are made of

private let probedServices = [ProbedService("first"), ProbedService("second")]

private struct ExchangingView<Content: View>: View {
  @ViewBuilder let content: (ProbedService) -> Content
  @State private var index = 0
  @State private var turn = 0
  var body: some View {
    Button("exchange") { index = 1 - index }
    Button("again") { turn += 1 }
    Text("\(turn)")
    content(probedServices[index])
  }
}

private struct ObjectContainerView: View {
  let box: ModelBox<ProbedObject>
  @InjectedModel private var model: ProbedObject
  var body: some View {
    let _ = box.keep(model)
    Text(model.name)
  }
}
