import Injection
import Synchronization

/// Requests that come at once, each of which prepares a key of its own that needs another one.
func registerServerPreparations(in benchmarks: inout Benchmarks) {
  let hundred = "server preparations: 100 requests at once"
  benchmarks.addRequestsAtOnce(hundred, count: 100, inScope)
  benchmarks.addRequestsAtOnce(
    "server preparations: 1,000 requests at once", count: 1_000, floor: hundred, goal: .atMost(4),
    inScope)
  let hundredSessions = "server preparations: 100 requests at once, of sessions"
  benchmarks.addRequestsAtOnce(hundredSessions, count: 100, inSession)
  benchmarks.addRequestsAtOnce(
    "server preparations: 1,000 requests at once, of sessions", count: 1_000,
    floor: hundredSessions, goal: .atMost(4), inSession)
}

@Sendable private func inScope(user: String) async {
  await withInjectedValues {
    $0.serverUser = user
  } operation: {
    await prepare(DeskKey.self)
  }
}

@Sendable private func inSession(user: String) async {
  let session = InjectedSession { $0.serverUser = user }
  await session.run { await prepare(TransactionKey.self) }
  await session.end()
}

private func prepare(_ key: (some AsyncInjectedKey<String>).Type) async {
  do { try await InjectedValues.prepare(key) } catch { fatalError("\(error)") }
  blackHole(injected { $0[key] })
}

/// Where requests wait until all have come.
private final class Arrivals: Sendable {
  private struct State {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(missing: count)) }

  func pass() async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.missing -= 1
        state.waiting.append(continuation)
        return state.missing == 0 ? state.waiting : []
      }
      for continuation in ready { continuation.resume() }
    }
  }
}

private enum ArrivalsKey: InjectedKey {
  static let liveValue = Arrivals(1)
}

/// What a request's user may do; found for each request.
private enum RightsKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    let user = injected(\.serverUser)
    await injected { $0[ArrivalsKey.self] }.pass()
    return user
  }
}

private enum DeskKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    try await InjectedValues.prepare(RightsKey.self)
    return injected { $0[RightsKey.self] }
  }
}

private enum TransactionKey: AsyncInjectedKey {
  static var lifetime: InjectedLifetime { .session }

  static func liveValue() async throws -> String { try await DeskKey.liveValue() }
}

extension Benchmarks {
  /// Adds the time that a request takes of those that are handled at once, on all threads.
  fileprivate mutating func addRequestsAtOnce(
    _ name: String, count: Int, floor: String? = nil, goal: Benchmark.Goal? = nil,
    _ handle: @escaping @Sendable (_ user: String) async -> Void
  ) {
    add(name, unit: .nanoseconds, floor: floor, goal: goal) {
      await Task.detached {
        InjectedValues.current.readAll()
        let rounds = 2_000 / count
        let taken = await ProcessorTime.nanosecondsOfProcess {
          for _ in 0..<rounds { await handleAtOnce(count, handle) }
        }
        return Double(taken) / Double(rounds * count)
      }.value
    }
  }
}

private func handleAtOnce(
  _ count: Int, _ handle: @escaping @Sendable (_ user: String) async -> Void
) async {
  let arrivals = Arrivals(count)
  await withInjectedValues {
    $0[ArrivalsKey.self] = arrivals
  } operation: {
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask { await handle("\(number)") }
      }
    }
  }
}
