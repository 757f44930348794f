import Dispatch
import Injection
import TestSupport
import Testing

/// Readers that wait for each other's builds, of keys that depend on each other.
///
/// Each runs in a process of its own, since what would fail is that the process ends.
@Suite("Rule 3: a wait ends with the build that it waits for")
struct WaitingTests {
  @Test("Two threads that read two keys, one of which is built from the other, go on")
  func twoKeysFromTwoThreads() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<3_000 {
        let pools = await withInjectedValues {
          $0.host = "\(round)"
          $0.meeting = Counter()
        } operation: {
          await readInBoth {
            (injected(\.config), injected(\.pool)).1
          } _: {
            injected(\.pool)
          }
        }
        precondition(pools.0 === pools.1 && pools.0.config.host == "\(round)")
      }
    }
  }

  @Test("Two `async let` that first-read the services of a scope go on, in 20,000 scopes")
  func asyncLetInScope() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<20_000 {
        await withInjectedValues {
          $0.host = "\(round)"
        } operation: {
          async let store = injected(\.store)
          async let config = (injected(\.config), injected(\.pool))
          let (read, others) = await (store, config)
          precondition(read.config === others.0 && read.pool === others.1)
        }
      }
    }
  }

  @Test("Five tasks that start together over three keys, in all orders, go on")
  func fiveTasksOverThreeKeys() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<2_000 {
        let stores = await withInjectedValues {
          $0.host = "\(round)"
        } operation: {
          let order = Counter()
          return await readInTasks(5) {
            switch order.increment() + round {
            case let turn where turn % 3 == 0: _ = (injected(\.config), injected(\.pool))
            case let turn where turn % 3 == 1: _ = (injected(\.pool), injected(\.config))
            default: break
            }
            return injected(\.store)
          }
        }
        precondition(stores.allSatisfy { $0 === stores[0] })
      }
    }
  }

  @Test("No test waits for what another one builds")
  func otherTest() async {
    await #expect(processExitsWith: .success) {
      let worlds = ["one", "other"].map {
        TestWorld(of: TestIdentity(name: $0, record: nil), at: SourcePlace(#fileID, #line))
      }
      async let first = onThread { worlds[0].run { injected { $0[SlowFirstKey.self] } } }
      await SlowFirstKey.started.wait()
      let second = await onThread { worlds[1].run { injected { $0[SlowFirstKey.self] } } }
      SlowFirstKey.mayEnd.signal()
      let builds = await [first, second]
      precondition(builds == [1, 2])
    }
  }
}

private enum SlowFirstKey: InjectedInterfaceKey {
  static let builds = Counter()
  static let started = Gate()
  static let mayEnd = DispatchSemaphore(value: 0)

  static var testValue: Int {
    let build = builds.increment()
    if build == 1 {
      started.open()
      precondition(mayEnd.wait(timeout: .now() + 600) == .success, "The other one has waited.")
    }
    return build
  }
}

/// What two tasks read, which meet before.
private func readInBoth<R: Sendable>(
  _ first: @escaping @Sendable () -> R, _ second: @escaping @Sendable () -> R
) async -> (R, R) {
  let arrived = Counter()
  async let one = {
    arrived.meet()
    return first()
  }()
  async let two = {
    arrived.meet()
    return second()
  }()
  return await (one, two)
}

extension Counter {
  /// Waits for another one; not for long, in case that there is one thread only.
  fileprivate func meet() {
    increment()
    for _ in 0..<10_000 where value < 2 {}
  }
}

private final class Config: Sendable {
  let host = injected(\.host)

  init() {
    // Until the other thread waits for this, or a little longer than it takes to.
    guard let meeting = injected(\.meeting) else { return }
    meeting.meet()
    for _ in 0..<2_000 where meeting.value < .max {}
  }
}

private final class Pool: Sendable {
  let config: Config

  init() {
    injected(\.meeting)?.increment()
    config = injected(\.config)
  }
}

private final class Store: Sendable {
  let pool = injected(\.pool)
  let config = injected(\.config)
}

private enum HostKey: InjectedInterfaceKey {
  static var testValue: String { "" }
}

private enum MeetingKey: InjectedInterfaceKey {
  static var testValue: Counter? { nil }
}

private enum ConfigKey: InjectedInterfaceKey {
  static var testValue: Config { Config() }
}

private enum PoolKey: InjectedInterfaceKey {
  static var testValue: Pool { Pool() }
}

private enum StoreKey: InjectedInterfaceKey {
  static var testValue: Store { Store() }
}

extension InjectedValues {
  fileprivate var host: String {
    get { self[HostKey.self] }
    set { self[HostKey.self] = newValue }
  }

  fileprivate var meeting: Counter? {
    get { self[MeetingKey.self] }
    set { self[MeetingKey.self] = newValue }
  }

  fileprivate var config: Config { self[ConfigKey.self] }
  fileprivate var pool: Pool { self[PoolKey.self] }
  fileprivate var store: Store { self[StoreKey.self] }
}
