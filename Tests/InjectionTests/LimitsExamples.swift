import Injection
import Synchronization
import Testing

// What Docs/Limits.md shows, word for word, in tests that run it.

final class Expiring<Value: Sendable>: Sendable {
  private let kept = Mutex<(value: Value, made: ContinuousClock.Instant)?>(nil)
  func value(for time: Duration, _ make: () -> Value) -> Value {
    if let kept = kept.withLock({ $0 }), kept.made.duration(to: .now) < time { return kept.value }
    let value = make()
    kept.withLock { $0 = (value, .now) }
    return value
  }
}

final class Rooms: Sendable {
  private let open = Mutex<[String: Room]>([:])
  subscript(name: String) -> Room {
    open.withLock { open in
      let room = open[name] ?? Room(name: name)
      open[name] = room
      return room
    }
  }
}

final class Room: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

protocol Resolvable: Sendable {
  associatedtype Key: InjectedKey<Self>
}

func resolve<Service: Resolvable>(_ type: Service.Type = Service.self) -> Service {
  injected { $0[Service.Key.self] }
}

struct Mailbox: Resolvable {
  enum Key: InjectedKey {
    static let liveValue = Mailbox(name: "live")
    static let testValue = Mailbox(name: "test")
  }
  let name: String
}

enum HandlersKey: InjectedKey {
  static let liveValue: [String: @Sendable (String) -> String] = [
    "upper": { $0.uppercased() },
    "twice": { $0 + $0 },
  ]
  static let testValue = liveValue
}

@Suite("The guide: what is not taken, in a few lines")
struct LimitsExamples {
  @Test("A value with a time to live is made again when that is over")
  func expiring() {
    let rates = Expiring<Int>()
    #expect(rates.value(for: .seconds(3_600)) { 1 } == 1)
    #expect(rates.value(for: .seconds(3_600)) { 2 } == 1)
    #expect(rates.value(for: .zero) { 3 } == 3)
  }

  @Test("A value for each parameter is a service with a subscript")
  func parameters() {
    let rooms = Rooms()
    #expect(rooms["a"] === rooms["a"])
    #expect(rooms["a"] !== rooms["b"])
    #expect(rooms["b"].name == "b")
  }

  @Test("A type that names its key is resolved by its type")
  func byType() {
    let mailbox: Mailbox = resolve()
    #expect(mailbox.name == "test")
    withInjectedValues {
      $0[Mailbox.Key.self] = Mailbox(name: "own")
    } operation: {
      #expect(resolve(Mailbox.self).name == "own")
    }
  }

  @Test("Names that are known at run time are a dictionary's")
  func names() {
    let handler = injected { $0[HandlersKey.self] }["twice"]
    #expect(handler?("a") == "aa")
  }
}
