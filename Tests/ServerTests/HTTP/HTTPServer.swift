import Injection

/// A small server of HTTP/1.1 on the loopback: connections are kept, bodies may be streamed.
///
/// What a server of the field does with scopes is done here as well: each connection has a child task of
/// the one that calls ``run()``, a handler answers before its body is written, and a body that cannot be
/// written is dropped.
final class HTTPServer: Sendable {
  private struct State: Sendable {
    var isStopping = false
    /// The connections that wait for a request.
    var idle: [ObjectIdentifier: Socket] = [:]
  }

  /// Where it listens.
  let port: UInt16
  private let listener: Socket
  private let handler: HTTPHandler
  private let state = Guarded(State())

  init(_ handler: @escaping HTTPHandler) throws {
    listener = try .listening()
    port = try listener.port
    self.handler = handler
  }

  /// Serves until ``shutDown()`` is called, and all who are being answered have been.
  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      while let socket = try await accepted() {
        group.addTask { await self.serve(socket) }
      }
    }
  }

  /// Takes no more requests; those that are being answered are answered to their end.
  func shutDown() {
    let idle = state.withLock { state in
      state.isStopping = true
      return Array(state.idle.values)
    }
    listener.interrupt()
    for socket in idle { socket.interrupt() }
  }

  /// The next connection; none once it is being shut down.
  private func accepted() async throws -> Socket? {
    do {
      return try await listener.accept()
    } catch SocketError.interrupted {
      return nil
    }
  }

  /// Whether the next request may be waited for.
  private func isIdle(_ socket: Socket) -> Bool {
    state.withLock { state in
      if !state.isStopping { state.idle[ObjectIdentifier(socket)] = socket }
      return !state.isStopping
    }
  }

  /// Whether the request that arrives is to be answered.
  private func isBusy(_ socket: Socket) -> Bool {
    state.withLock { state in
      state.idle[ObjectIdentifier(socket)] = nil
      return !state.isStopping
    }
  }

  private func serve(_ socket: Socket) async {
    var connection = HTTPConnection(socket)
    do {
      while isIdle(socket) {
        let hasMore = try await connection.hasMore()
        guard isBusy(socket), hasMore else { break }
        let isKept = try await connection.answer(by: handler)
        if !isKept { break }
      }
    } catch {
      // The client has gone, or writes what is no HTTP: its connection is closed.
    }
    _ = isBusy(socket)
  }
}

/// One connection of a server.
private struct HTTPConnection {
  private var stream: HTTPStream

  init(_ socket: Socket) { stream = HTTPStream(socket) }

  mutating func hasMore() async throws -> Bool { try await stream.hasMore() }

  /// Reads a request and answers it; gives whether another one may follow.
  mutating func answer(by handler: HTTPHandler) async throws -> Bool {
    let request = try await request()
    let response: HTTPResponse
    do {
      response = try await handler(request)
    } catch {
      response = HTTPResponse("\(error)", status: 500)
    }
    try await write(response)
    return request["connection"] != "close"
  }

  private mutating func request() async throws -> HTTPRequest {
    let words = try await stream.line().split(separator: " ")
    guard words.count == 3, words[2] == "HTTP/1.1" else {
      throw HTTPError.malformed(words.joined(separator: " "))
    }
    var request = HTTPRequest(
      method: String(words[0]), path: String(words[1]), fields: try await stream.fields())
    if let count = request["content-length"].flatMap({ Int($0) }), count > 0 {
      request.body = String(decoding: try await stream.bytes(count), as: UTF8.self)
    }
    return request
  }

  private func write(_ response: HTTPResponse) async throws {
    var head = "HTTP/1.1 \(response.status) -\r\n"
    for (name, value) in response.fields { head += "\(name): \(value)\r\n" }
    switch response.body {
    case .text(let text):
      try await stream.write(head + "content-length: \(text.utf8.count)\r\n\r\n" + text)
    case .stream(let body):
      try await stream.write(head + "transfer-encoding: chunked\r\n\r\n")
      var writer: any HTTPBodyWriter = ChunkWriter(stream: stream)
      try await body(&writer)
      try await stream.write("0\r\n\r\n")
    }
  }
}

private struct ChunkWriter: HTTPBodyWriter {
  let stream: HTTPStream

  mutating func write(_ text: String) async throws {
    // An empty chunk would be the last.
    guard !text.isEmpty else { return }
    let size = String(text.utf8.count, radix: 16)
    try await stream.write("\(size)\r\n\(text)\r\n")
  }
}
