import Foundation

/// Why a socket could not do what it was asked to.
enum SocketError: Error {
  case failed(call: String, code: Int32)
  /// The other end has gone in the midst of something.
  case hungUp
  case interrupted
}

/// A connection, or a place where connections arrive, on the loopback; closed when nobody refers to it.
final class Socket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // A process that a test starts does not keep it open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    Self.set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1, on: descriptor)
  }

  deinit {
    EventLoop.shared.forget(descriptor)
    close(descriptor)
  }

  // MARK: Opening

  /// Listens at a port that the system chooses.
  static func listening() throws -> Socket {
    let descriptor = try open()
    var address = loopback(port: 0)
    try check("bind") { withAddress(&address) { bind(descriptor, $0, $1) } }
    try check("listen") { listen(descriptor, 1_024) }
    return Socket(descriptor)
  }

  /// Connects to a port.
  static func connected(to port: UInt16) throws -> Socket {
    let descriptor = try open()
    var address = loopback(port: port)
    do {
      try check("connect") { withAddress(&address) { connect(descriptor, $0, $1) } }
    } catch {
      close(descriptor)
      throw error
    }
    return Socket(descriptor)
  }

  /// The port that it listens at.
  var port: UInt16 {
    get throws {
      var address = Self.loopback(port: 0)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      try Self.check("getsockname") {
        Self.withAddress(&address) { pointer, _ in getsockname(descriptor, pointer, &size) }
      }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  private static func open() throws -> Int32 {
    #if canImport(Glibc) || canImport(Musl)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SocketError.failed(call: "socket", code: errno) }
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, of: SOL_SOCKET, to: 1, on: descriptor)
    #endif
    // Small, and passed on to what is accepted, so that a writer soon waits for who reads.
    set(SO_SNDBUF, of: SOL_SOCKET, to: 16_384, on: descriptor)
    set(SO_RCVBUF, of: SOL_SOCKET, to: 16_384, on: descriptor)
    return descriptor
  }

  private static func set(
    _ option: Int32, of level: Int32, to value: Int32, on descriptor: Int32
  ) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func check(_ call: String, _ body: () -> Int32) throws {
    if body() != 0 { throw SocketError.failed(call: call, code: errno) }
  }

  // MARK: Using

  /// Waits for a connection.
  ///
  /// - Throws: `interrupted`, when nobody is to be accepted any more.
  func accept() async throws -> Socket {
    while true {
      if EventLoop.shared.isInterrupted(descriptor) { throw SocketError.interrupted }
      let accepted = systemAccept(descriptor)
      if accepted >= 0 { return Socket(accepted) }
      try await waitAfter("accept", errno, for: .readable)
    }
  }

  /// Waits for bytes; gives none at the end.
  func read() async throws -> [UInt8] {
    while true {
      if EventLoop.shared.isInterrupted(descriptor) { return [] }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count >= 0 { return Array(bytes.prefix(count)) }
      try await waitAfter("recv", errno, for: .readable)
    }
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try await waitAfter("send", errno, for: .writable)
      }
    }
  }

  /// Ends all waits, now and later.
  func interrupt() { EventLoop.shared.interrupt(descriptor) }

  /// Makes that the other end is told of an error, once this is closed, as by a client that is killed.
  func resetWhenClosed() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private func waitAfter(
    _ call: String, _ code: Int32, for event: EventLoop.Event
  ) async throws {
    switch code {
    case EAGAIN, EWOULDBLOCK: await EventLoop.shared.wait(for: descriptor, event)
    case EINTR: break
    case EPIPE, ECONNRESET: throw SocketError.hungUp
    default: throw SocketError.failed(call: call, code: code)
    }
  }

  private var sendFlags: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }
}

/// Apart, since `accept` is a method above.
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
