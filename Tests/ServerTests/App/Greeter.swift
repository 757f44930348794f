import Injection

/// One for all requests: it looks up who asks when it is asked.
final class Greeter: Sendable {
  let user = Injected(\.user)

  func greeting() -> String { "Hello, \(user().name)" }
}

/// One for each request: it keeps who asks.
final class Letter: Sendable {
  let user = injected(\.user)

  func text() -> String { "Dear \(user.name)" }
}

/// Who uses it first decides for all who override nothing.
enum Global {
  static let user = Injected(\.user)
  static var currentUser: User { injected(\.user) }
}

enum GreeterKey: InjectedKey {
  static var liveValue: Greeter { Greeter() }
  static var testValue: Greeter { Greeter() }
}

enum LetterKey: InjectedKey {
  static var liveValue: Letter { Letter() }
  static var testValue: Letter { Letter() }
}

extension InjectedValues {
  var greeter: Greeter { self[GreeterKey.self] }
  var letter: Letter { self[LetterKey.self] }
}
