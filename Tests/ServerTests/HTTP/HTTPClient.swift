/// One connection of a client, which is kept from request to request.
struct HTTPClient {
  /// The head of an answer.
  struct Head {
    let status: Int
    let fields: [String: String]
  }

  /// A whole answer.
  struct Answer {
    let status: Int
    let text: String

    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  private let socket: Socket
  private var stream: HTTPStream

  init(port: UInt16) throws {
    socket = try .connected(to: port)
    stream = HTTPStream(socket)
  }

  /// Asks, and reads the whole answer.
  mutating func get(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
    try await send(HTTPRequest(path: path, fields: fields))
    let head = try await head()
    if let count = head.fields["content-length"].flatMap({ Int($0) }) {
      let bytes = try await stream.bytes(count)
      return Answer(status: head.status, text: String(decoding: bytes, as: UTF8.self))
    }
    var text = ""
    while let piece = try await piece() { text += piece }
    return Answer(status: head.status, text: text)
  }

  /// Asks, and reads nothing.
  func send(_ request: HTTPRequest) async throws {
    var text = "\(request.method) \(request.path) HTTP/1.1\r\n"
    for (name, value) in request.fields { text += "\(name): \(value)\r\n" }
    if !request.body.isEmpty { text += "content-length: \(request.body.utf8.count)\r\n" }
    try await stream.write(text + "\r\n" + request.body)
  }

  /// Reads the head of an answer.
  mutating func head() async throws -> Head {
    let words = try await stream.line().split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else {
      throw HTTPError.malformed(words.joined(separator: " "))
    }
    return Head(status: status, fields: try await stream.fields())
  }

  /// Reads a piece of a streamed body; none at its end.
  mutating func piece() async throws -> String? {
    let line = try await stream.line()
    guard let count = Int(line, radix: 16) else { throw HTTPError.malformed(line) }
    let text = String(decoding: try await stream.bytes(count), as: UTF8.self)
    _ = try await stream.line()
    return count == 0 ? nil : text
  }

  /// Goes away in the midst of something, once the last reference to the connection has gone.
  consuming func hangUp() { socket.resetWhenClosed() }
}
