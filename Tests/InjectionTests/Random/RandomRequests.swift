import Injection
import InjectionTesting
import TestSupport

/// A request of a server: tasks in its session, which prepare and read, are cancelled, open scopes and
/// sessions, and end what they run in, all at once.
///
/// Whoever has prepared a key reads it, also after the end; while nothing has ended, it is one object, made
/// from what the reader's scope overrides. What a session keeps is torn down once. Nothing is left over.
/// What happens when depends on the machine: a seed gives a like program, not the same one.
final class RandomRequest: Sendable {
  private let random: Guarded<SplitMix>
  private let failures = RandomFailures()
  /// What the session surely keeps.
  private let kept = Guarded<[RequestNode]>([])
  private let made = Counter()
  private let gone = Counter()

  init(seed: UInt64) { random = Guarded(SplitMix(state: seed)) }

  /// Gives what went wrong.
  func run() async -> [String] {
    let session = InjectedSession {
      $0.request = self
      $0[RequestTagKey.self] = 1
    }
    session.onEnd(RequestPageKey.self) { await self.close($0) }
    session.onEnd(RequestUserKey.self) { await self.close($0) }
    let tasks = (0..<below(4) + 1).map { _ in
      Task { await session.run { await work(2, in: session, isOutermost: true) } }
    }
    await pause()
    if below(2) == 0 { tasks[0].cancel() }
    await pause()
    if below(2) == 0 { await end(session) }
    for task in tasks { await task.value }
    await end(session)
    for node in kept.withLock({ $0.map(\.self) }) where node.closings.value != 1 {
      failures.note("\(node.name) of the session was torn down \(node.closings.value) times")
    }
    kept.withLock { $0 = [] }
    for _ in 0..<100_000 where made.value > gone.value { await Task.yield() }
    let left = made.value - gone.value
    return left == 0 ? failures.all : failures.all + ["\(left) services outlive their session"]
  }

  /// Prepares and reads, here and in scopes inside.
  private func work(
    _ depth: Int, in session: InjectedSession, tag: Int = 1, isOutermost: Bool = false
  ) async {
    for _ in 0...below(3) {
      await prepareAndRead(in: session, tag: tag, isOutermost: isOutermost)
      guard depth > 0 else { continue }
      switch below(6) {
      case 0:
        // Fails now and then; what is made from it is the scope's own.
        await withInjectedValues {
          $0[RequestIsFailingKey.self] = true
        } operation: {
          await work(depth - 1, in: session, tag: tag)
        }
      case 1:
        await withInjectedValues {
          $0[RequestTagKey.self] = tag + 1
        } operation: {
          await work(depth - 1, in: session, tag: tag + 1)
        }
      case 2:
        let inner = InjectedSession { $0[RequestTagKey.self] = tag + 10 }
        inner.onEnd(RequestPageKey.self) { await self.close($0) }
        await inner.run { await work(depth - 1, in: inner, tag: tag + 10) }
        if below(3) > 0 { await end(inner) }
      default: break
      }
    }
  }

  private func prepareAndRead(
    in session: InjectedSession, tag: Int, isOutermost: Bool
  ) async {
    let name = RequestName.allCases[below(RequestName.allCases.count)]
    do {
      if below(3) == 0 {
        let task = Task { try await name.prepare() }
        if below(2) == 0 { task.cancel() }
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      } else {
        try await name.prepare()
      }
      let node = name.read()
      await pause()
      let again = name.read()
      let isRunning = !session.isEnded
      if node.tag != tag || again.tag != tag { failures.note("\(name) is of another scope") }
      if isRunning, node !== again { failures.note("\(name) was made twice") }
      if isRunning, isOutermost, name == .page || name == .user {
        kept.withLock { $0.append(node) }
      }
      if node.lazy().tag != tag { failures.note("\(name) reads in another scope") }
      if below(8) == 0 { await end(session) }
    } catch {
      if !(error is CancellationError || error is RequestError) { failures.note("\(error)") }
    }
  }

  private func end(_ session: InjectedSession) async {
    await session.end(drain: below(2) == 0 ? .zero : .seconds(3_600))
  }

  private func close(_ node: RequestNode) async {
    if node.closings.increment() > 1 { failures.note("\(node.name) was torn down twice") }
    await pause()
  }

  func pause() async {
    for _ in 0..<below(6) { await Task.yield() }
  }

  func below(_ count: Int) -> Int { random.withLock { .random(in: 0..<count, using: &$0) } }

  func noteMade() { made.increment() }

  func noteGone() { gone.increment() }
}

/// What a request's services are, each of which needs those before it.
private enum RequestName: CaseIterable {
  case database, user, page, feed

  func prepare() async throws {
    switch self {
    case .database: try await InjectedValues.prepare(RequestDatabaseKey.self)
    case .user: try await InjectedValues.prepare(RequestUserKey.self)
    case .page: try await InjectedValues.prepare(RequestPageKey.self)
    case .feed: try await InjectedValues.prepare(RequestFeedKey.self, RequestUserKey.self)
    }
  }

  func read() -> RequestNode {
    switch self {
    case .database: injected { $0[RequestDatabaseKey.self] }
    case .user: injected { $0[RequestUserKey.self] }
    case .page: injected { $0[RequestPageKey.self] }
    case .feed: injected { $0[RequestFeedKey.self] }
    }
  }
}

final class RequestNode: Sendable {
  let name: String
  let closings = Counter()
  let tag = injected { $0[RequestTagKey.self] }
  fileprivate let lazy = Injected(\.requestLog)
  private let request = injected(\.request)
  private let needs: [RequestNode]

  fileprivate init(_ name: String, needs: [RequestNode] = []) {
    self.name = name
    self.needs = needs
    request?.noteMade()
  }

  deinit { request?.noteGone() }
}

private struct RequestError: Error {}

private enum RequestKey: InjectedInterfaceKey {
  static var testValue: RandomRequest? { nil }
}

private enum RequestTagKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum RequestIsFailingKey: InjectedInterfaceKey {
  static var testValue: Bool { false }
}

private enum RequestLogKey: InjectedInterfaceKey {
  static var testValue: RequestNode { RequestNode("log") }
}

extension InjectedValues {
  fileprivate var request: RandomRequest? {
    get { self[RequestKey.self] }
    set { self[RequestKey.self] = newValue }
  }
  fileprivate var requestLog: RequestNode { self[RequestLogKey.self] }
}

private protocol RequestPreparedKey: AsyncInjectedKey where Value == RequestNode {}

extension RequestPreparedKey {
  static func liveValue() async throws -> RequestNode { try await testValue() }

  fileprivate static func pause() async { await injected(\.request)?.pause() }
}

private enum RequestDatabaseKey: RequestPreparedKey {
  static func testValue() async throws -> RequestNode {
    await pause()
    return RequestNode("database")
  }
}

/// Fails now and then, where a scope says so.
private enum RequestUserKey: RequestPreparedKey {
  static func testValue() async throws -> RequestNode {
    try await InjectedValues.prepare(RequestDatabaseKey.self)
    await pause()
    if injected({ $0[RequestIsFailingKey.self] }), injected(\.request)?.below(3) == 0 {
      throw RequestError()
    }
    return RequestNode("user", needs: [RequestName.database.read()])
  }
}

/// Prepares beside itself.
private enum RequestPageKey: RequestPreparedKey {
  static func testValue() async throws -> RequestNode {
    async let database: Void = InjectedValues.prepare(RequestDatabaseKey.self)
    async let user: Void = InjectedValues.prepare(RequestUserKey.self)
    _ = try await (database, user)
    await pause()
    return RequestNode("page", needs: [RequestName.database.read(), RequestName.user.read()])
  }
  static var lifetime: InjectedLifetime { .session }
}

/// Prepares in a scope of its own.
private enum RequestFeedKey: RequestPreparedKey {
  static func testValue() async throws -> RequestNode {
    let author = try await withInjectedValues {
      $0[RequestTagKey.self] = 100
    } operation: {
      try await InjectedValues.prepare(RequestUserKey.self)
      await pause()
      return RequestName.user.read()
    }
    try await InjectedValues.prepare(RequestPageKey.self)
    return RequestNode("feed", needs: [author, RequestName.page.read()])
  }
}
