import Injection
import Synchronization
import Testing

/// A value of any type.
private enum ValueKey<Value: Sendable>: InjectedInterfaceKey {
  static var testValue: Value? { nil }
}

private final class Outcome: Sendable {}

/// What is built from it.
private enum OutcomeKey<Value: Sendable>: InjectedInterfaceKey {
  static var testValue: Outcome {
    _ = injected { $0[ValueKey<Value>.self] }
    return Outcome()
  }
}

/// Whether what was built from one value is right for the other.
private func isKept<Value: Sendable>(_ one: Value, _ other: Value) -> Bool {
  func scope(_ value: Value, after earlier: InjectedValues?, number: Int) -> InjectedValues {
    InjectedValues.current.overriding {
      $0[ValueKey<Value>.self] = value
      $0[ValueKey<NumberTag>.self] = NumberTag(number: number)
    }.succeeding(earlier)
  }
  let earlier = scope(one, after: nil, number: 1)
  let outcome = earlier[OutcomeKey<Value>.self]
  #expect(scope(one, after: earlier, number: 2)[OutcomeKey<NumberTag>.self] !== outcome)
  return scope(other, after: earlier, number: 2)[OutcomeKey<Value>.self] === outcome
}

private struct NumberTag: Sendable {
  let number: Int
}

private protocol Speaking: Sendable {}

private struct Orator: Speaking {
  let name: String
  var listeners: [String] = []
}

private struct Loud: Speaking, Equatable {
  let name: String
  let volume: Int
  static func == (one: Loud, other: Loud) -> Bool { one.name == other.name }
}

private final class Person: Speaking, Equatable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (one: Person, other: Person) -> Bool { one.name == other.name }
}

private enum Voice: Sendable {
  case silent
  case hoarse
  case speaking(Orator)
  case of(Person)
}

/// Cases that differ in their names alone.
private enum Pace: Sendable {
  case walking(Int)
  case running(Int)
}

private struct OpaqueClient: Sendable {
  var fetch: @Sendable (Int) -> String

  static let shared = OpaqueClient(fetching: "shared")

  init(fetching text: String) {
    fetch = { "\(text) \($0)" }
  }
}

private struct Shown: Sendable, CustomReflectable {
  let name: String
  let client: OpaqueClient
  var customMirror: Mirror { Mirror(self, children: ["name": name], displayStyle: .struct) }
}

/// Asks somebody what it is equal to.
private struct Asking: Equatable, Sendable {
  let number: Int
  let ask: @Sendable () -> Bool
  static func == (one: Asking, other: Asking) -> Bool { one.ask() && other.ask() }
}

/// Longer than what fits into a string's own bytes, so that copies differ in them.
private func long(_ text: String) -> String { String(repeating: text, count: 40) }

@Suite("Which values are the same to those that succeed others")
struct SucceedingValueTests {
  @Test("Values with ==, in whatever they are held")
  func equatable() {
    #expect(isKept(1, 1) && !isKept(1, 2))
    #expect(isKept(long("a"), long("a")) && !isKept(long("a"), long("b")))
    #expect(isKept([long("a")], [long("a")]) && !isKept([long("a")], [long("b")]))
    #expect(isKept(Loud(name: "a", volume: 1), Loud(name: "a", volume: 2)))
    let one: any Speaking = Loud(name: "a", volume: 1)
    #expect(isKept(one, Loud(name: "a", volume: 2)))
    #expect(!isKept(one, Loud(name: "b", volume: 1)))
    #expect(!isKept(one, Orator(name: "a")))
  }

  @Test("Objects by identity, also where they have ==")
  func objects() {
    let person = Person("a")
    #expect(isKept(person, person) && !isKept(person, Person("a")))
    let speaking: any Speaking = person
    #expect(isKept(speaking, person) && !isKept(speaking, Person("a")))
    #expect(isKept(Optional(person), person) && !isKept(Optional(person), nil))
    #expect(isKept(Voice.of(person), .of(person)) && !isKept(Voice.of(person), .of(Person("a"))))
  }

  @Test("Other values by their parts")
  func parts() {
    let one: any Speaking = Orator(name: long("a"), listeners: [long("x")])
    #expect(isKept(one, Orator(name: long("a"), listeners: [long("x")])))
    #expect(!isKept(one, Orator(name: long("a"), listeners: [long("y")])))
    #expect(isKept(Voice.speaking(Orator(name: long("a"))), .speaking(Orator(name: long("a")))))
    #expect(!isKept(Voice.speaking(Orator(name: long("a"))), .speaking(Orator(name: long("b")))))
    #expect(isKept(Voice.silent, .silent) && !isKept(Voice.silent, .hoarse))
    #expect(!isKept(Voice.silent, .speaking(Orator(name: "a"))))
    #expect(isKept(Pace.walking(1), .walking(1)) && !isKept(Pace.walking(1), .running(1)))
    #expect(isKept(Voice?.none, nil) && !isKept(Voice?.none, .silent))
    #expect(isKept((long("a"), 1), (long("a"), 1)) && !isKept((long("a"), 1), (long("a"), 2)))
  }

  @Test("A closure is the same if it is a copy, and what cannot be looked into is another")
  func opaque() {
    #expect(isKept(OpaqueClient.shared, OpaqueClient.shared))
    #expect(!isKept(OpaqueClient.shared, OpaqueClient(fetching: "shared")))
    #expect(!isKept([Orator(name: long("a"))], [Orator(name: long("a"))]))
    // What it shows are the same names, of different clients.
    let shown = Shown(name: long("a"), client: .shared)
    #expect(!isKept(shown, Shown(name: long("a"), client: OpaqueClient(fetching: "other"))))
  }

  @Test("== runs outside every lock: it may read from the very scope that is compared")
  func asking() {
    let earlier = InjectedValues.current.overriding {
      $0[ValueKey<Asking>.self] = Asking(number: 1) { true }
      $0[ValueKey<Int>.self] = 1
    }.succeeding(nil)
    let outcome = earlier[OutcomeKey<Asking>.self]
    let later = InjectedValues.current.overriding {
      $0[ValueKey<Asking>.self] = Asking(number: 2) {
        earlier[OutcomeKey<Asking>.self] === earlier[OutcomeKey<Asking>.self]
          && earlier[OutcomeKey<Int>.self] === earlier[OutcomeKey<Int>.self]
      }
      $0[ValueKey<Int>.self] = 2
    }.succeeding(earlier)
    #expect(later[OutcomeKey<Asking>.self] === outcome)
  }
}
