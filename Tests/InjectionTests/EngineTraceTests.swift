import Injection
import TestSupport
import Testing

/// What decides which instance serves whom.
@Suite("Rule 4: traces decide")
struct EngineTraceTests {
  @Test("An outer decorator runs once, whoever reads first", arguments: [false, true])
  func decorations(innerFirst: Bool) {
    let runs = Counter()
    withInjectedValues {
      $0.engineAPI = 1
      $0.decorate(EngineStoreKey.self) {
        runs.increment()
        return EngineStore(api: $0.api * 10)
      }
    } operation: {
      let outer = innerFirst ? nil : injected(\.engineStore)
      for _ in 0..<3 {
        withInjectedValues {
          $0.decorate(EngineStoreKey.self) { EngineStore(api: $0.api + 1) }
        } operation: {
          #expect(injected(\.engineStore).api == 11)
        }
      }
      #expect(injected(\.engineStore).api == 10)
      if let outer { #expect(injected(\.engineStore) === outer) }
      withInjectedValues {
        $0.engineAPI = 3
      } operation: {
        #expect(injected(\.engineStore).api == 30)
      }
    }
    #expect(runs.value == 2)
  }

  @Test("A contribution in whose place another one stands is not made")
  func replaced() {
    let made = Counter()
    withInjectedValues {
      $0.contribute(EngineListKey.self, id: "a") {
        made.increment()
        return 1
      }
      $0.contribute(EngineListKey.self, id: "b") { 2 }
    } operation: {
      withInjectedValues {
        $0.contribute(EngineListKey.self, id: "a") { 3 }
      } operation: {
        #expect(injected { $0[EngineListKey.self] } == [3, 2])
        #expect(made.value == 0)
      }
      #expect(injected { $0[EngineListKey.self] } == [1, 2])
    }
    #expect(made.value == 1)
  }

  @Test("`peek` records nothing")
  func peek() {
    let services = (1...3).map { id in
      withInjectedValues {
        $0.engineFlag = id
      } operation: {
        injected(\.enginePeeking)
      }
    }
    #expect(services.allSatisfy { $0 === services[0] })
    #expect(services[0].seen == 1)
    let graph = InjectedValues.recordGraph { _ = InjectedValues.peek(\.engineFlag) }
    #expect(graph.nodes.isEmpty)
  }

  @Test("What is made for a peek reads on where it was made")
  func peekedTransient() {
    let keeper = withInjectedValues {
      $0.engineFlag = 1
    } operation: {
      injected { $0[PeekingKeeperKey.self] }
    }
    #expect(injected { $0[PeekingKeeperKey.self] } === keeper)
    #expect(keeper.log.flag == 1)
    #expect(keeper.log.later() == 1)
  }

  @Test("`renew` gives a scope its own, with what is built from it, and keeps it")
  func renew() {
    let outer = (injected(\.enginePlain), injected(\.engineOnPlain))
    withInjectedValues {
      $0.renew(EnginePlainKey.self)
    } operation: {
      let own = injected(\.enginePlain)
      #expect(own !== outer.0 && injected(\.enginePlain) === own)
      #expect(injected(\.engineOnPlain).plain === own)
      withInjectedValues {
        $0.engineFlag = 1
      } operation: {
        #expect(injected(\.enginePlain) === own)
      }
    }
    #expect(injected(\.engineOnPlain) === outer.1)
  }

  @Test("A scope that is opened in a build is the build's own affair")
  func inner() {
    let shared = injected(\.engineOpening)
    withInjectedValues {
      $0.engineAPI = 8
    } operation: {
      #expect(injected(\.engineOpening) === shared)
      #expect(shared.values.run { injected(\.engineStore) }.api == 77)
      #expect(shared.values.run { injected(\.engineFlag) } == 0)
    }
  }

  @Test("What the process keeps reads as the process, whoever read it first")
  func processes() {
    let other = withInjectedValues {
      $0.engineFlag = 1
    } operation: {
      injected(\.engineLazyFlag)
    }
    #expect(other.flag() == 0)
    #expect(injected(\.engineLazyFlag) === other)
  }

  @Test("48 first readers in many orders get one instance each, and leave nothing")
  func firstReaders() async {
    weak var store: EngineStore?
    await withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      let order = Counter()
      let read = await readInTasks(48) {
        if order.increment() % 2 == 0 { _ = injected(\.engineBoth) }
        return injected(\.engineStore)
      }
      #expect(read.allSatisfy { $0 === read[0] })
      store = read[0]
    }
    #expect(store == nil)
  }

  @Test("A session ends under its readers")
  func endsUnderReaders() async {
    for _ in 0..<50 {
      let session = InjectedSession { $0.engineAPI = 3 }
      let model = session.run { EngineModel() }
      _ = await collectingIssues {
        async let read = readInTasks(4) { (0..<20).map { _ in model.store.api } }
        await session.end()
        let all = await read
        #expect(all.allSatisfy { $0.allSatisfy { $0 == 3 } })
      }
    }
  }

  @Test("What a thread reads that a default has started is no part of the default's trace")
  func threadOfBuild() async {
    await withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      let values = InjectedValues.current
      let first = await onThread { values.run { injected { $0[ThreadStarterKey.self] } } }
      withInjectedValues {
        $0.engineFlag = 2
      } operation: {
        #expect(injected { $0[ThreadStarterKey.self] } === first)
      }
    }
  }
}

private final class FlagLog: Sendable {
  let flag = injected(\.engineFlag)
  let later = Injected(\.engineFlag)
}

private enum FlagLogKey: InjectedKey {
  static var liveValue: FlagLog { FlagLog() }
  static var testValue: FlagLog { FlagLog() }
  static var lifetime: InjectedLifetime { .transient }
}

private final class PeekingKeeper: Sendable {
  let log = InjectedValues.peek { $0[FlagLogKey.self] }
}

private enum PeekingKeeperKey: InjectedKey {
  static var liveValue: PeekingKeeper { PeekingKeeper() }
  static var testValue: PeekingKeeper { PeekingKeeper() }
}

/// Built from the API, while a thread reads the flag in the build's scope.
private final class ThreadStarter: Sendable {
  let api = injected(\.engineAPI)

  init() {
    let values = InjectedValues.current
    onThreadInPlace { _ = values.run { injected(\.engineFlag) } }
  }
}

private enum ThreadStarterKey: InjectedInterfaceKey {
  static var testValue: ThreadStarter { ThreadStarter() }
}
