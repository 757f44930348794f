internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  /// How long services live, and how they are made and ended.
  static let lifetimes: [Probe] = [defaultLifetime, teardown, release, asyncService, mainActor]

  static let defaultLifetime = Probe(
    "default-lifetime", "How often a computed default is built for three reads", recipe: 2,
    asks: [Question("times built", .equal(.count(1)))],
    container: Trial("liveValue and testValue make a value and count it") { _ in
      let tally = Tally()
      CountedKey.$tally.withValue(tally) {
        // With a value of its own: that of the process may have been built before.
        InjectedSession { $0.renew(CountedKey.self) }.run {
          for _ in 0..<3 { _ = injected { $0[CountedKey.self] } }
        }
      }
      return ["times built": .count(tally.count)]
    },
    environment: Trial("defaultValue makes a value and counts it, as one of @Entry does") { _ in
      let tally = Tally()
      EntryKey.$tally.withValue(tally) {
        let values = EnvironmentValues()
        for _ in 0..<3 { _ = values[EntryKey.self] }
      }
      return ["times built": .count(tally.count)]
    })

  static let teardown = Probe(
    "teardown", "Ending a service with what it belongs to", recipe: 9,
    asks: [
      Question("closed by the end of its owner", .equal(.flag(true))),
      Question("closed before the end returns", .equal(.flag(true))),
    ],
    container: Trial("InjectedSession with onEnd, then end()") { _ in
      let tally = Tally()
      let session = InjectedSession { $0.probed = ProbedService("session") }
      session.run {
        session.onEnd(ProbedKey.self) { _ in
          await Task.yield()
          tally.add()
        }
        _ = injected(\.probed)
      }
      await session.end()
      return [
        "closed by the end of its owner": .flag(tally.count == 1),
        "closed before the end returns": .flag(tally.count == 1),
      ]
    },
    environment: Trial("a view with onDisappear that starts closing, then unmount") { _ in
      let tally = Tally()
      let host = TreeHost(
        ProbedView().environment(\.probed, ProbedService("tree"))
          .onDisappear {
            Task {
              await Task.yield()
              tally.add()
            }
          })
      host.unmount()
      let atReturn = tally.count
      await host.finish()
      return [
        "closed by the end of its owner": .flag(tally.count == 1),
        "closed before the end returns": .flag(atReturn == 1),
      ]
    })

  static let release = Probe(
    "release", "Releasing an overriding service", recipe: 7,
    asks: [
      Question("alive inside", .equal(.flag(true))),
      Question("released afterwards", .equal(.flag(true))),
    ],
    container: Trial("a scope is left; nothing else holds the service") { _ in
      weak var service: ProbedService?
      var isAlive = false
      withInjectedValues {
        let made = ProbedService("mock")
        service = made
        $0.probed = made
      } operation: {
        isAlive = injected(\.probed) === service && service != nil
      }
      return ["alive inside": .flag(isAlive), "released afterwards": .flag(service == nil)]
    },
    environment: Trial("a tree is unmounted and let go") { _ in
      let service = WeakService()
      let isAlive = mountAndUnmount(noting: service)
      return ["alive inside": .flag(isAlive), "released afterwards": .flag(service.value == nil)]
    })

  @MainActor private static func mountAndUnmount(noting service: WeakService) -> Bool {
    let made = ProbedService("mock")
    service.value = made
    let host = TreeHost(ProbedView().environment(\.probed, made))
    let isAlive = host.outline == "Text \"mock\"" && service.value != nil
    host.unmount()
    return isAlive
  }

  static let asyncService = Probe(
    "async-service", "A service that takes time to be made", recipe: 9,
    asks: [
      Question("a placeholder meanwhile", .equal(.flag(true))),
      Question("the service afterwards", .equal(.text("ready"))),
      Question("read without await, by itself", .equal(.text("ready"))),
      Question("read without await, handed over", .equal(.text("ready"))),
    ],
    container: Trial(
      "PreparedInjectedValues, then an @Injected read; then one of values in a detached task"
    ) { _ in
      let box = ModelBox<PreparedModel>()
      let host = TreeHost(
        PreparedInjectedValues {
          try await InjectedValues.prepare(ProbedAsyncKey.self)
        } content: {
          PreparedView()
          PreparedModelView(box: box)
        } placeholder: {
          ProgressView()
        } failure: { error in
          Text("\(error)")
        })
      let meanwhile = host.outline
      await host.finish()
      let afterwards = firstText(of: host.outline)
      let values = box.model?.values
      let given = await Task.detached { values?[ProbedAsyncKey.self].name }.value
      return [
        "a placeholder meanwhile": .flag(meanwhile.hasSuffix("ProgressView")),
        "the service afterwards": .text(afterwards),
        "read without await, by itself": .text(box.model?.read() ?? "no model"),
        "read without await, handed over": .text(given ?? "no model"),
      ]
    },
    environment: Trial(
      "@State, .task and .environment by hand; then a body passes what it has to a function"
    ) { _ in
      var given = "nothing"
      let host = TreeHost(LoadingView { given = probedByEnvironment($0) })
      let meanwhile = host.outline
      await host.finish()
      return [
        "a placeholder meanwhile": .flag(meanwhile.hasSuffix("ProgressView")),
        "the service afterwards": .text(firstText(of: host.outline)),
        "read without await, by itself": .text(probedByEnvironment()),
        "read without await, handed over": .text(given),
      ]
    })

  static let mainActor = Probe(
    "main-actor", "A service that is not Sendable and belongs to the main actor", recipe: 13,
    asks: [
      Question("two reads give one instance", .equal(.flag(true))),
      Question("an override reaches a read", .equal(.text("mock"))),
    ],
    container: Trial("a MainActorInjectedKey") { _ in
      let isOne = injected(\.player) === injected(\.player)
      let name = withInjectedValues {
        $0.player = Player("mock")
      } operation: {
        injected(\.player).name
      }
      return [
        "two reads give one instance": .flag(isOne), "an override reaches a read": .text(name),
      ]
    },
    environment: Trial("an EnvironmentKey, whose default has to be computed") { _ in
      let values = EnvironmentValues()
      let isOne = values.player === values.player
      var name = "nothing"
      _ = TreeHost(
        ProbeBody(\.player) { name = $0.name }.environment(\.player, Player("mock")))
      return [
        "two reads give one instance": .flag(isOne), "an override reaches a read": .text(name),
      ]
    })
}

// MARK: What the runs are made of

@MainActor private final class WeakService {
  weak var value: ProbedService?
}

private enum CountedKey: InjectedKey {
  @TaskLocal static var tally: Tally?
  static var liveValue: ProbedService {
    tally?.add()
    return ProbedService("default")
  }
  static var testValue: ProbedService { liveValue }
}

private enum EntryKey: EnvironmentKey {
  @TaskLocal static var tally: Tally?
  static var defaultValue: ProbedService {
    tally?.add()
    return ProbedService("default")
  }
}

private struct PreparedView: View {
  @InjectedEnvironment(\.probedAsync) private var service
  var body: some View { Text(service.name) }
}

@MainActor private final class PreparedModel {
  @Injected(\.probedAsync) private var service
  let values = InjectedValues.current
  func read() -> String { service.name }
}

private struct PreparedModelView: View {
  let box: ModelBox<PreparedModel>
  @InjectedModel({ PreparedModel() }) private var model
  var body: some View {
    let _ = box.keep(model)
    EmptyView()
  }
}

private struct LoadingView: View {
  let take: (EnvironmentValues) -> Void
  @State private var service: ProbedService?

  init(_ take: @escaping (EnvironmentValues) -> Void) {
    self.take = take
  }

  var body: some View {
    if let service {
      Group {
        ProbedView()
        ProbeBody(\.self, take: take)
      }.environment(\.probed, service)
    } else {
      ProgressView().task { service = await load() }
    }
  }

  private func load() async -> ProbedService {
    await Task.yield()
    return ProbedService("ready")
  }
}

/// Not Sendable.
final class Player {
  let name: String
  init(_ name: String) {
    self.name = name
  }
}

private enum PlayerKey: MainActorInjectedKey {
  @MainActor static var liveValue: Player { Player("live") }
  @MainActor static var testValue: Player { Player("test") }
}

private enum PlayerEnvironmentKey: EnvironmentKey {
  static var defaultValue: Player { Player("default") }
}

extension InjectedValues {
  @MainActor var player: Player {
    get { self[PlayerKey.self] }
    set { self[PlayerKey.self] = newValue }
  }
}

extension EnvironmentValues {
  var player: Player {
    get { self[PlayerEnvironmentKey.self] }
    set { self[PlayerEnvironmentKey.self] = newValue }
  }
}
