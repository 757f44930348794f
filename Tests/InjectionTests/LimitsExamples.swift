import Injection
import Synchronization
import TestSupport
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

final class Replacement<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  var current: Value? { value.withLock { $0 } }
  func set(_ new: Value?) {
    // The old one goes once the lock is open: its end may ask.
    _ = value.withLock { value in
      defer { value = new }
      return value
    }
  }
}

enum ReplyReplacementKey: InjectedKey {
  static var liveValue: Replacement<String> { Replacement() }
  static var testValue: Replacement<String> { Replacement() }
}

extension InjectedValues {
  var reply: String {
    get { self[ReplyReplacementKey.self].current ?? self[ReplyKey.self] }
    set { self[ReplyKey.self] = newValue }
  }
}

enum ReplyKey: InjectedKey {
  static let liveValue = "yes"
  static let testValue = "usual"
}

enum AxleKey: InjectedKey {
  static var liveValue: Axle { Axle() }
  static var testValue: Axle { Axle() }
  static var lifetime: InjectedLifetime { .session }
}

enum WagonKey: InjectedKey {
  static var liveValue: Wagon { InjectedSession().run { Wagon() } }
  static var testValue: Wagon { liveValue }
  static var lifetime: InjectedLifetime { .transient }
}

final class Axle: Sendable {}

final class Wagon: Sendable {
  let front = injected { $0[AxleKey.self] }
  let rear = injected { $0[AxleKey.self] }
}

protocol Wrapping: Sendable {
  func wrap<Value>(_ value: Value) -> Value
}

extension InjectedValues {
  mutating func decorate<each Key: InjectedInterfaceKey>(
    _ keys: repeat (each Key).Type, with wrapping: some Wrapping
  ) {
    repeat decorate(each keys) { wrapping.wrap($0) }
  }
}

struct Tracing: Wrapping {
  let log: Log
  func wrap<Value>(_ value: Value) -> Value {
    log.add("\(Value.self)")
    return value
  }
}

protocol Analytics: Sendable {}

enum AnalyticsKey: InjectedKey {
  static let liveValue: (any Analytics)? = nil
  static let testValue: (any Analytics)? = nil
}

struct Archive: Sendable {
  struct NoPath: Error {}
  init(path: String) throws { if path.isEmpty { throw NoPath() } }
}

enum ArchiveKey: InjectedKey {
  static let liveValue = Result { try Archive(path: "/var/archive") }
  static let testValue = Result { try Archive(path: "") }
}

extension InjectedSession {
  struct HasEnded: Error {}
  func runIfOpen<R>(_ operation: () throws -> R) throws -> R {
    if isEnded { throw HasEnded() }
    return try run(operation)
  }
}

struct Asserting: Sendable {
  var fail: @Sendable (String) -> Void
  func callAsFunction(_ isTrue: Bool, _ message: String) {
    if !isTrue { fail(message) }
  }
}

enum AssertingKey: InjectedKey {
  static let liveValue = Asserting { assertionFailure($0) }
  static let testValue = Asserting { Issue.record(Comment(rawValue: $0)) }
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

  @Test("A service is replaced at the next read, and in this world alone")
  func replacement() {
    let reader = Injected(\.reply)
    #expect(reader() == "usual")
    injected { $0[ReplyReplacementKey.self] }.set("replaced")
    #expect(reader() == "replaced")
    #expect(injected(\.reply) == "replaced")
    injected { $0[ReplyReplacementKey.self] }.set(nil)
    #expect(reader() == "usual")
  }

  @Test("What is replaced may ask for what has replaced it, as it ends")
  func replacedEnd() {
    final class Ending: Sendable {
      let onEnd: @Sendable () -> Void
      init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let replacement = Replacement<Ending>()
    let isSilent = Guarded(false)
    let ending = Ending { [unowned replacement] in
      let current = replacement.current
      isSilent.withLock { $0 = current == nil }
    }
    replacement.set(ending)
    _ = consume ending
    replacement.set(nil)
    #expect(isSilent.withLock { $0 })
  }

  @Test("A graph shares what it is built from, and the next one has its own")
  func graphs() {
    let (one, other) = (injected { $0[WagonKey.self] }, injected { $0[WagonKey.self] })
    #expect(one.front === one.rear)
    #expect(one.front !== other.front)
  }

  @Test("Many keys are decorated by one")
  func decorated() {
    let log = Log()
    withInjectedValues {
      $0.decorate(ReplyKey.self, Mailbox.Key.self, with: Tracing(log: log))
    } operation: {
      #expect(injected(\.reply) == "usual")
      #expect(resolve(Mailbox.self).name == "test")
    }
    #expect(log.lines == ["String", "Mailbox"])
  }

  @Test("A service that may be absent is an optional value")
  func absent() {
    #expect(injected { $0[AnalyticsKey.self] } == nil)
  }

  @Test("A default that may fail is a result, or an asynchronous key")
  func failing() {
    #expect(throws: Archive.NoPath.self) { try injected { $0[ArchiveKey.self] }.get() }
  }

  @Test("A run that throws throws once its session has ended, and reports nothing")
  func ended() async throws {
    let session = InjectedSession()
    #expect(try session.runIfOpen { 1 } == 1)
    await session.end()
    #expect(throws: InjectedSession.HasEnded.self) { try session.runIfOpen { 1 } }
  }

  @Test("An assertion is a service, which a test hears of")
  func asserting() async throws {
    let assert = injected { $0[AssertingKey.self] }
    assert(true, "well")
    let log = Log()
    withInjectedValues {
      $0[AssertingKey.self].fail = { log.add($0) }
    } operation: {
      injected { $0[AssertingKey.self] }(false, "not well")
    }
    #expect(log.lines == ["not well"])
  }
}
