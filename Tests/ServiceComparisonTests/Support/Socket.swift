import Foundation

/// The few calls on POSIX sockets that the loopback server is made of.
enum Socket {
  struct Failure: Error {
    var call: String
    var code: Int32
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let sendFlags: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif

  static func url(port: UInt16) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw Failure(call: "URL", code: 0)
    }
    return url
  }

  /// Makes a socket on a free port.
  ///
  /// Until something listens there, connections are refused.
  static func boundToLoopback() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = try make()
    var address = loopback(port: 0)
    guard withGeneric(&address, { bind(descriptor, $0, $1) }) == 0 else {
      throw Failure(call: "bind", code: errno)
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard named == 0 else { throw Failure(call: "getsockname", code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  static func connected(to port: UInt16) throws -> Int32 {
    let descriptor = try make()
    var address = loopback(port: port)
    guard withGeneric(&address, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      throw Failure(call: "connect", code: errno)
    }
    return descriptor
  }

  /// Keeps a client that says nothing from holding up the server, and a child from inheriting it.
  static func prepare(_ descriptor: Int32) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Reads to the end of a request's head; the requests of these tests have no body.
  static func requestLine(from connection: Int32) -> String? {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &buffer, buffer.count, 0)
      // As by a debugger.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      head += buffer[..<count]
    }
    let line = head.prefix { $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }

  static func send(_ data: Data, to connection: Int32) {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.send(connection, bytes.baseAddress, bytes.count, sendFlags)
        #else
          Glibc.send(connection, bytes.baseAddress, bytes.count, sendFlags)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func make() throws -> Int32 {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    prepare(descriptor)
    return descriptor
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withGeneric(
    _ address: inout sockaddr_in, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
