import Injection

// What a request brings: values that the middleware overrides.

/// Who asks.
struct User: Sendable, Hashable {
  let name: String
}

/// Where a request stands in what its caller traces.
final class Trace: Sendable {
  let parent: String?
  private let life = Life()

  init(parent: String?) { self.parent = parent }
}

/// Writes lines, each with what it is about.
struct Logger: Sendable {
  var metadata: [String: String] = [:]
  let write: @Sendable (String) -> Void

  func info(_ text: String) {
    let about = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value) " }
    write(about.joined() + text)
  }
}

enum RequestIDKey: InjectedKey {
  static let liveValue = "none"
  static let testValue = "none"
}

enum UserKey: InjectedKey {
  static let liveValue = User(name: "nobody")
  static let testValue = User(name: "nobody")
}

enum TraceKey: InjectedKey {
  static var liveValue: Trace { Trace(parent: nil) }
  static var testValue: Trace { Trace(parent: nil) }
}

enum LoggerKey: InjectedKey {
  static var liveValue: Logger { Logger { print($0) } }
  static var testValue: Logger { Logger { _ in } }
}

extension InjectedValues {
  var requestID: String {
    get { self[RequestIDKey.self] }
    set { self[RequestIDKey.self] = newValue }
  }

  var user: User {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }

  var trace: Trace {
    get { self[TraceKey.self] }
    set { self[TraceKey.self] = newValue }
  }

  var logger: Logger {
    get { self[LoggerKey.self] }
    set { self[LoggerKey.self] = newValue }
  }
}
