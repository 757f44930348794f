import Foundation
import Injection
import TestSupport

/// Many requests of all kinds, from many connections at the same time.
final class ServerLoad: Sendable {
  let requests: Int
  private let next = Counter()
  private let answers = Counter()
  private let jobs = Counter()
  private let journal = Journal()
  private let wrong = Guarded<[String]>([])

  init(requests: Int) { self.requests = requests }

  /// How many requests were answered as they should be, or left as they should be.
  var answered: Int { answers.value }

  /// What went wrong; the first few.
  var failures: [String] { wrong.withLock { Array($0.prefix(10)) } }

  /// Runs the load; returns when all that was made for it is gone.
  func run() async throws {
    try await withApp(log: journal, LoadRoutes(jobs: jobs).handler) { port in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 { group.addTask { try await self.ask(port) } }
        try await group.waitForAll()
      }
    }
    // Some are let go of by tasks that nobody waits for: hangs where one is never let go of.
    await LiveObjects.shared.allGone()
    check()
  }

  /// Asks one request after the other; most on one connection.
  private func ask(_ port: UInt16) async throws {
    var client = try HTTPClient(port: port)
    while case let number = next.increment(), number <= requests {
      let kind = LoadKind.of(number)
      let (id, user) = ("\(number)", "user\(number % 97)")
      let fields = ["x-request-id": id, "x-user": user, "traceparent": "trace \(number)"]
      guard let pieces = kind.piecesBeforeHangUp else {
        let answer = try await client.get(kind.path, fields)
        expect(answer, of: kind, "\(id) \(user)")
        continue
      }
      try await client.send(HTTPRequest(path: kind.path, fields: fields))
      if pieces > 0 {
        _ = try await client.head()
        let piece = try await client.piece()
        if piece != "\(id) \(user)\n" { fail("\(kind) \(id): \(piece ?? "the end")") }
      }
      client.hangUp()
      client = try HTTPClient(port: port)
      answers.increment()
    }
  }

  private func expect(_ answer: HTTPClient.Answer, of kind: LoadKind, _ stamp: String) {
    let isRight =
      answer.status == kind.status && answer.lines.count == kind.lineCount
      && answer.lines.allSatisfy { $0 == stamp }
    if isRight { answers.increment() } else { fail("\(kind) \(stamp): \(answer)") }
  }

  /// Looks at what has to have happened besides the answers.
  private func check() {
    let kinds = (1...requests).map { (number: $0, kind: LoadKind.of($0)) }
    // A client that has gone before the answer may not even have been heard.
    let certain = Set(
      kinds.filter { $0.kind.hasSession && $0.kind != .sessionUnread }.map { "\($0.number)" })
    let possible = Set(kinds.filter { $0.kind.hasSession }.map { "\($0.number)" })
    let ends = journal.ends
    if Set(ends).count != ends.count { fail("A session was torn down twice.") }
    if !certain.isSubset(of: ends) || !possible.isSuperset(of: ends) {
      fail("\(ends.count) of \(certain.count) to \(possible.count) sessions were torn down.")
    }
    let wanted = kinds.filter { $0.kind == .job }.count
    if jobs.value != wanted { fail("\(jobs.value) of \(wanted) jobs were done.") }
  }

  private func fail(_ text: String) { wrong.withLock { $0.append(text) } }
}

/// What is asked for.
enum LoadKind: CaseIterable {
  case services, tasks, nested, thrown, stream, endless, job
  case sessionServices, sessionThrown, sessionStream, sessionEndless, sessionUnread

  static func of(_ number: Int) -> LoadKind { allCases[number % allCases.count] }

  var path: String { "/\(self)" }

  var hasSession: Bool { "\(self)".hasPrefix("session") }

  var status: Int { self == .thrown || self == .sessionThrown ? 500 : 200 }

  /// How many lines the answer has, each with the request's number and user.
  var lineCount: Int {
    switch self {
    case .services, .sessionServices: 6
    case .tasks: 36
    case .nested: 14
    case .stream, .sessionStream: 12
    case .thrown, .sessionThrown, .job: 1
    case .endless, .sessionEndless, .sessionUnread: 0
    }
  }

  /// After how much of the answer the client goes away, if it does.
  var piecesBeforeHangUp: Int? {
    switch self {
    case .endless, .sessionEndless: 1
    case .sessionUnread: 0
    default: nil
    }
  }
}
