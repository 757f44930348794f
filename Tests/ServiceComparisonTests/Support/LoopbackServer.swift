import Foundation
import Synchronization

/// A small HTTP/1.1 server inside the test process, on a free port of 127.0.0.1.
///
/// It answers one request per connection, by the path alone, from a thread of its own.
final class LoopbackServer: Sendable {
  struct Response: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()
    /// Takes the request and never answers; the connection stays open until the server stops.
    var isSilent = false

    static func json(_ text: String) -> Response {
      Response(headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }
    static func status(_ status: Int) -> Response { Response(status: status) }
    static let silent = Response(isSilent: true)
  }

  /// The server's address, without a path.
  let baseURL: URL
  /// The request lines, such as `GET /landmarks HTTP/1.1`, as they come in.
  let requestLines: AsyncStream<String>

  private let state = Mutex(State())
  private let received: AsyncStream<String>.Continuation
  private let port: UInt16

  private struct State {
    var isStopped = false
    var requestCount = 0
  }

  private init(routes: [String: Response]) throws {
    let (listener, port) = try Socket.boundToLoopback()
    self.port = port
    baseURL = try Socket.url(port: port)
    (requestLines, received) = AsyncStream.makeStream()
    guard listen(listener, 16) == 0 else { throw Socket.Failure(call: "listen", code: errno) }
    let thread = Thread { [self] in serve(on: listener, routes: routes) }
    thread.start()
  }

  /// Runs an operation beside a server, and stops the server when it ends.
  static func run<R>(
    _ routes: [String: Response], _ operation: (LoopbackServer) async throws -> R
  ) async throws -> R {
    let server = try LoopbackServer(routes: routes)
    defer { server.stop() }
    return try await operation(server)
  }

  /// How many requests have come in.
  var requestCount: Int { state.withLock { $0.requestCount } }

  private func stop() {
    state.withLock { $0.isStopped = true }
    received.finish()
    // Wakes the thread from `accept`; closing the listener under it would not, everywhere.
    if let wake = try? Socket.connected(to: port) { close(wake) }
  }

  private func serve(on listener: Int32, routes: [String: Response]) {
    var open: [Int32] = []
    while true {
      let connection = accept(listener, nil, nil)
      if state.withLock({ $0.isStopped }) {
        if connection >= 0 { open.append(connection) }
        break
      }
      guard connection >= 0 else { continue }
      Socket.prepare(connection)
      guard let line = Socket.requestLine(from: connection) else {
        close(connection)
        continue
      }
      state.withLock { $0.requestCount += 1 }
      received.yield(line)
      let target = line.split(separator: " ").dropFirst().first ?? ""
      let path = target.split(separator: "?").first.map(String.init) ?? ""
      let response = routes[path] ?? .status(404)
      if response.isSilent {
        open.append(connection)
      } else {
        Socket.send(response, to: connection)
        close(connection)
      }
    }
    for connection in open { close(connection) }
    close(listener)
  }
}

extension Socket {
  fileprivate static func send(_ response: LoopbackServer.Response, to connection: Int32) {
    var head = "HTTP/1.1 \(response.status) Status\r\nConnection: close\r\n"
    head += "Content-Length: \(response.body.count)\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    send(Data((head + "\r\n").utf8) + response.body, to: connection)
  }
}
