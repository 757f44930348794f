internal import EnvironmentTree
internal import Foundation
internal import Injection
internal import InjectionTree

extension Probe {
  /// What an override reaches.
  static let reachOfOverrides: [Probe] = [
    childrenAndSiblings, subtree, nested, cachedService, modelMadeBefore, sheet, twoAtOnce,
    parallelTests,
  ]

  private static let mock: Measure = .text("mock")

  static let childrenAndSiblings = Probe(
    "override-children", "Children and siblings of the place of an override", recipe: 3,
    asks: [
      Question("child", .equal(mock)), Question("grandchild", .equal(mock)),
      Question("sibling", .equal(.text("default"))),
    ],
    container: Trial("child tasks inside the scope, and one started outside") { _ in
      async let sibling = probedByContainer()
      let (child, grandchild) = await withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        async let child = probedByContainer()
        async let grandchild = Task { await Task { probedByContainer() }.value }.value
        return await (child, grandchild)
      }
      return await [
        "child": .text(child), "grandchild": .text(grandchild), "sibling": .text(sibling),
      ]
    },
    environment: Trial("views below the modifier, and one beside it") { _ in
      let seen = texts {
        Group {
          ProbedView()
          Group { Group { ProbedView() } }
        }.environment(\.probed, ProbedService("mock"))
        ProbedView()
      }
      return ["child": .text(seen[0]), "grandchild": .text(seen[1]), "sibling": .text(seen[2])]
    })

  static let subtree = Probe(
    "override-subtree", "An override for a part of a view tree", recipe: 3,
    asks: [
      Question("in the part", .equal(mock)), Question("in the rest", .equal(.text("default"))),
    ],
    container: Trial(".injectedValues on a subtree") { _ in
      let seen = texts {
        Group { InjectedProbedView() }.injectedValues { $0.probed = ProbedService("mock") }
        InjectedProbedView()
      }
      return ["in the part": .text(seen[0]), "in the rest": .text(seen[1])]
    },
    environment: Trial(".environment on a subtree") { _ in
      let seen = texts {
        Group { ProbedView() }.environment(\.probed, ProbedService("mock"))
        ProbedView()
      }
      return ["in the part": .text(seen[0]), "in the rest": .text(seen[1])]
    })

  static let nested = Probe(
    "override-nested", "An override inside another", recipe: 3,
    asks: [
      Question("inner", .equal(.text("inner"))), Question("outer", .equal(.text("outer"))),
      Question("another key, set outside", .equal(mock)),
    ],
    container: Trial("withInjectedValues in withInjectedValues") { _ in
      withInjectedValues {
        $0.probed = ProbedService("outer")
        $0.otherProbed = ProbedService("mock")
      } operation: {
        let inner = withInjectedValues {
          $0.probed = ProbedService("inner")
        } operation: {
          (probedByContainer(), injected(\.otherProbed).name)
        }
        return [
          "inner": .text(inner.0), "outer": .text(probedByContainer()),
          "another key, set outside": .text(inner.1),
        ]
      }
    },
    environment: Trial(".environment below .environment") { _ in
      let seen = texts {
        Group {
          Group {
            ProbedView()
            OtherProbedView()
          }.environment(\.probed, ProbedService("inner"))
          ProbedView()
        }
        .environment(\.probed, ProbedService("outer"))
        .environment(\.otherProbed, ProbedService("mock"))
      }
      return [
        "inner": .text(seen[0]), "outer": .text(seen[2]),
        "another key, set outside": .text(seen[1]),
      ]
    })

  private static let empty = NetworkClient { _ in Data("[]".utf8) }

  static let cachedService = Probe(
    "override-cached", "A service that was built before what it uses is overridden", recipe: 2,
    asks: [
      Question("orders before", .equal(.count(2))), Question("orders inside", .equal(.count(0))),
      Question("orders inside, built by its accessor", .equal(.count(0))),
      Question("orders afterwards", .equal(.count(2))),
    ],
    container: Trial(
      "the live order service is used, then its network client is overridden; then an accessor that builds"
    ) { _ in
      try await InjectedSession {
        $0.context = .live
        $0.networkClient = .bundled
      }.run {
        let before = try await injected(\.orderService).fetchOrders().count
        let inside = try await withInjectedValues {
          $0.networkClient = empty
        } operation: {
          (
            try await injected(\.orderService).fetchOrders().count,
            try await injected(\.builtOrderService).fetchOrders().count
          )
        }
        let after = try await injected(\.orderService).fetchOrders().count
        return [
          "orders before": .count(before), "orders inside": .count(inside.0),
          "orders inside, built by its accessor": .count(inside.1),
          "orders afterwards": .count(after),
        ]
      }
    },
    environment: Trial(
      "the same with .environment: a stored default; then an accessor that builds at each read"
    ) { _ in
      var services: [any OrderService] = []
      let host = TreeHost {
        ProbeBody(\.orderService) { services.append($0) }
        Group {
          ProbeBody(\.orderService) { services.append($0) }
          ProbeBody(\.builtOrderService) { services.append($0) }
        }.environment(\.networkClient, empty)
        ProbeBody(\.orderService) { services.append($0) }
      }
      await host.settle()
      var counts: [Measure] = []
      for service in services { counts.append(.count(try await service.fetchOrders().count)) }
      return [
        "orders before": counts[0], "orders inside": counts[1],
        "orders inside, built by its accessor": counts[2], "orders afterwards": counts[3],
      ]
    })

  static let modelMadeBefore = Probe(
    "override-model", "A model that was made before the override", recipe: 14,
    asks: [
      Question("before", .equal(.text("default"))), Question("inside the override", .equal(mock)),
      Question("afterwards", .equal(.text("default"))),
    ],
    container: Trial("a model with @Injected is made, then used in withInjectedValues") { _ in
      let model = ContainerModel()
      let before = model.read()
      let inside = withInjectedValues {
        $0.probed = ProbedService("mock")
      } operation: {
        model.read()
      }
      return [
        "before": .text(before), "inside the override": .text(inside),
        "afterwards": .text(model.read()),
      ]
    },
    environment: Trial("a model is made from the environment, then that is overridden") { _ in
      let box = ModelBox<CapturingModel>()
      let host = TreeHost(OverridingView(box: box))
      await host.settle()
      let before = box.model?.probed.name ?? "no model"
      host.tap("override")
      await host.settle()
      let inside = box.model?.probed.name ?? "no model"
      host.tap("override")
      await host.settle()
      return [
        "before": .text(before), "inside the override": .text(inside),
        "afterwards": .text(box.model?.probed.name ?? "no model"),
      ]
    })

  static let sheet = Probe(
    "override-sheet", "What a view below an override presents", recipe: 15,
    asks: [Question("the sheet sees", .equal(mock))],
    container: Trial("a sheet with @InjectedEnvironment below .injectedValues") { _ in
      let host = TreeHost(
        SheetView { InjectedProbedView() }.injectedValues { $0.probed = ProbedService("mock") })
      host.tap("present")
      return ["the sheet sees": .text(presented(host))]
    },
    environment: Trial("a sheet with @Environment below .environment") { _ in
      let host = TreeHost(
        SheetView { ProbedView() }.environment(\.probed, ProbedService("mock")))
      host.tap("present")
      return ["the sheet sees": .text(presented(host))]
    })

  static let twoAtOnce = Probe(
    "two-at-once", "Two configurations at the same time", recipe: 17,
    asks: [
      Question("first", .equal(.text("first"))), Question("second", .equal(.text("second"))),
    ],
    container: Trial("two subtrees with .injectedValues in one tree") { _ in
      let seen = texts {
        InjectedProbedView().injectedValues { $0.probed = ProbedService("first") }
        InjectedProbedView().injectedValues { $0.probed = ProbedService("second") }
      }
      return ["first": .text(seen[0]), "second": .text(seen[1])]
    },
    environment: Trial("two subtrees with .environment in one tree") { _ in
      let seen = texts {
        ProbedView().environment(\.probed, ProbedService("first"))
        ProbedView().environment(\.probed, ProbedService("second"))
      }
      return ["first": .text(seen[0]), "second": .text(seen[1])]
    })

  @MainActor private static func presented(_ host: TreeHost) -> String {
    firstText(of: host.presented.map(\.outline).joined())
  }
}

// MARK: What the runs are made of

@MainActor final class CapturingModel {
  let probed: ProbedService
  init(_ probed: ProbedService) {
    self.probed = probed
  }
}

/// An order service of the place that reads it, built from that place's client.
private func makeOrderService(with client: NetworkClient) -> any OrderService {
  let locations = ServiceLocations()
  return LiveOrderService(
    client: client, ordersURL: locations.orders, folder: locations.storage)
}

extension EnvironmentValues {
  fileprivate var builtOrderService: any OrderService { makeOrderService(with: networkClient) }
}

extension InjectedValues {
  fileprivate var builtOrderService: any OrderService { makeOrderService(with: networkClient) }
}

private struct OverridingView: View {
  let box: ModelBox<CapturingModel>
  @State private var isOverridden = false
  var body: some View {
    Button("override") { isOverridden.toggle() }
    ProbeBody(\.probed) { if box.model == nil { box.model = CapturingModel($0) } }
      .environment(\.probed, isOverridden ? ProbedService("mock") : ProbedKey.liveValue)
  }
}

private struct SheetView<Content: View>: View {
  struct Item: Identifiable {
    let id = 0
  }
  @ViewBuilder let content: () -> Content
  @State private var item: Item?
  var body: some View {
    Button("present") { item = Item() }
      .sheet(item: $item) { _ in content() }
  }
}
