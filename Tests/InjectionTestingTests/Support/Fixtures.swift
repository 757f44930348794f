import Injection
import TestSupport

/// A stateful service: each test must find it untouched.
typealias Tally = Counter

enum TallyKey: InjectedKey {
  static var liveValue: Tally { Tally() }
  static var testValue: Tally { Tally() }
}

/// A default that is built from the tally.
struct Ledger: Sendable {
  let tally: Tally
}

enum LedgerKey: InjectedKey {
  static var liveValue: Ledger { Ledger(tally: injected(\.tally)) }
  static var testValue: Ledger { liveValue }
}

enum GreetingKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

enum TopicKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

/// A key without a test value.
enum UntestedKey: InjectedKey {
  static var liveValue: Int { 7 }
}

extension InjectedValues {
  var tally: Tally {
    get { self[TallyKey.self] }
    set { self[TallyKey.self] = newValue }
  }

  var ledger: Ledger {
    get { self[LedgerKey.self] }
    set { self[LedgerKey.self] = newValue }
  }

  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  var topic: String {
    get { self[TopicKey.self] }
    set { self[TopicKey.self] = newValue }
  }

  var untested: Int {
    get { self[UntestedKey.self] }
    set { self[UntestedKey.self] = newValue }
  }
}

/// Reads through a wrapper, as a model does.
struct TallyUser: Sendable {
  @Injected(\.tally) var tally
  @Injected(\.greeting) var greeting
}

/// A service of the main actor.
final class Screen {
  var title: String
  init(title: String) { self.title = title }
}

enum ScreenKey: MainActorInjectedKey {
  static var liveValue: Screen { Screen(title: "live") }
  static var testValue: Screen { Screen(title: "test") }
}

extension InjectedValues {
  @MainActor var screen: Screen {
    get { self[ScreenKey.self] }
    set { self[ScreenKey.self] = newValue }
  }
}
