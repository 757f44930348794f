/// The bytes of a connection, as lines and as pieces of a known length.
struct HTTPStream {
  private let socket: Socket
  private var buffer: ArraySlice<UInt8> = []

  init(_ socket: Socket) { self.socket = socket }

  /// Whether the other end has written something that was not read yet; waits until that is known.
  mutating func hasMore() async throws -> Bool {
    if buffer.isEmpty { buffer = try await socket.read()[...] }
    return !buffer.isEmpty
  }

  /// The next line, without its end.
  mutating func line() async throws -> String {
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = buffer[(end + 1)...]
        return String(
          decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      }
      guard buffer.count < 16_384 else { throw HTTPError.malformed("a line without an end") }
      let known = buffer.count
      try await readMore()
      searched = buffer.startIndex + known
    }
  }

  /// So many bytes.
  mutating func bytes(_ count: Int) async throws -> [UInt8] {
    while buffer.count < count { try await readMore() }
    let bytes = Array(buffer.prefix(count))
    buffer = buffer.dropFirst(count)
    return bytes
  }

  /// The fields of a head, to its end; their names in lower case.
  mutating func fields() async throws -> [String: String] {
    var fields: [String: String] = [:]
    while case let line = try await line(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw HTTPError.malformed(line) }
      fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    return fields
  }

  func write(_ text: String) async throws { try await socket.write(Array(text.utf8)) }

  private mutating func readMore() async throws {
    let bytes = try await socket.read()
    guard !bytes.isEmpty else { throw SocketError.hungUp }
    buffer = buffer.isEmpty ? bytes[...] : (buffer + bytes)[...]
  }
}

/// What is wrong with what the other end has written.
enum HTTPError: Error {
  case malformed(String)
}
