import Dispatch
import Injection
import TestSupport
import Testing

@Suite("2. Lifetimes: cached, transient, session and weak, each with rule 4")
struct LifetimeTests {
  @Test("A cached value is one instance; a scope that overrides what it read has another")
  func cached() {
    let outside = injected(\.cachedLife)
    #expect(injected(\.cachedLife) === outside)
    withInjectedValues {
      $0.number = 1
    } operation: {
      let inside = injected(\.cachedLife)
      #expect(inside.number == 1)
      #expect(injected(\.cachedLife) === inside)
      withInjectedValues {
        $0.text = "unrelated"
      } operation: {
        #expect(injected(\.cachedLife) === inside)
      }
    }
    #expect(injected(\.cachedLife) === outside)
  }

  @Test("Two threads build a transient value at once: neither waits for the other")
  func transientAtOnce() async {
    let values = InjectedValues.current
    async let first = onThread { values.run { injected { $0[HeldTransientKey.self] } } }
    await HeldTransientKey.hasBegun.wait()
    let ended = Counter()
    async let second = onThread {
      defer { ended.increment() }
      return values.run { injected { $0[HeldTransientKey.self] } }
    }
    for _ in 0..<100_000 where ended.value == 0 { await Task.yield() }
    #expect(ended.value == 1)
    HeldTransientKey.mayEnd.signal()
    let runs = await [first, second]
    #expect(runs == [1, 2])
  }

  @Test("A transient value is made at each read, from what the reader sees")
  func transient() {
    let outside = injected(\.transientLife)
    #expect(outside.number == 0)
    #expect(injected(\.transientLife) !== outside)
    withInjectedValues {
      $0.number = 1
    } operation: {
      #expect(injected(\.transientLife).number == 1)
      #expect(injected(\.transientLife) !== injected(\.transientLife))
    }
    #expect(injected(\.transientLife).number == 0)
  }

  @Test("What a transient value reads counts for the cached value that it is part of")
  func transientInCached() {
    let outside = injected(\.transientOwner)
    withInjectedValues {
      $0.number = 1
    } operation: {
      let inside = injected(\.transientOwner)
      #expect(inside.part.number == 1)
      #expect(injected(\.transientOwner) === inside)
    }
    #expect(injected(\.transientOwner) === outside)
    #expect(outside.part.number == 0)
  }

  @Test("A registered transient key makes a value at each read")
  func registeredTransient() {
    withInjectedValues {
      $0.register(TransientLifeKey.self) { Life(number: 5 + injected(\.number)) }
    } operation: {
      let first = injected(\.transientLife)
      #expect(first.number == 5)
      #expect(injected(\.transientLife) !== first)
    }
  }

  @Test("A weak value is shared while somebody holds it, and made anew after")
  func weak() {
    var held: Life? = injected(\.weakLife)
    let number = held?.serial
    #expect(injected(\.weakLife) === held)
    held = nil
    #expect(injected(\.weakLife).serial != number)
  }

  @Test("A weak value is an object, also one in an existential, and in an optional one")
  func weakExistentials() {
    func check<Key: InjectedInterfaceKey, Life>(_ key: Key.Type, of type: Life.Type)
    where Key.Value == Life {
      var held: Life? = injected { $0[Key.self] }
      let number = (held as? Weakly)?.serial
      #expect(number != nil)
      #expect((injected { $0[Key.self] } as? Weakly)?.serial == number)
      held = nil
      #expect((injected { $0[Key.self] } as? Weakly)?.serial != number)
    }
    check(WeaklyKey<any Serial>.self, of: (any Serial).self)
    check(WeaklyKey<(any Serial)?>.self, of: (any Serial)?.self)
    check(WeaklyKey<any Serial & AnyObject>.self, of: (any Serial & AnyObject).self)
    check(WeaklyKey<(any Serial & AnyObject)?>.self, of: (any Serial & AnyObject)?.self)
    check(WeaklyKey<Weakly?>.self, of: Weakly?.self)
  }

  @Test("A weak value has a slot for each scope that overrides what it read")
  func weakInScopes() {
    withInjectedValues {
      $0.number = 1
    } operation: {
      let outer = injected(\.weakLife)
      withInjectedValues {
        $0.number = 2
      } operation: {
        let inner = injected(\.weakLife)
        #expect(inner.number == 2)
        #expect(injected(\.weakLife) === inner)
        withExtendedLifetime(inner) {}
      }
      #expect(injected(\.weakLife) === outer)
      #expect(outer.number == 1)
      withExtendedLifetime(outer) {}
    }
  }

  @Test("A weak value is freed in its scope when its last holder lets go")
  func weakIsFreed() {
    withInjectedValues {
      $0.number = 1
    } operation: {
      weak let gone = injected(\.weakLife)
      #expect(gone == nil)
    }
  }

  @Test("A cached value that reads a weak one holds it")
  func weakInCached() {
    withInjectedValues {
      $0.number = 3
    } operation: {
      let owner = injected(\.weakOwner)
      #expect(owner.part === injected(\.weakLife))
      #expect(owner.part.number == 3)
    }
  }

  @Test("A session value is the session's; a scope inside that overrides what it read has its own")
  func session() {
    let session = InjectedSession { $0.number = 1 }
    session.run {
      let own = injected(\.sessionLife)
      #expect(own.number == 1)
      #expect(injected(\.sessionLife) === own)
      withInjectedValues {
        $0.number = 2
      } operation: {
        #expect(injected(\.sessionLife).number == 2)
      }
      #expect(injected(\.sessionLife) === own)
    }
    #expect(injected(\.sessionLife).number == 0)
  }

  @Test("A weak value that is no class instance is an error that names the key")
  func weakStruct() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = injected { $0[WeakStructKey.self] } }
    let report = result.report
    #expect(report.contains("WeakStructKey"))
    #expect(report.contains("'weak'"))
    let optional = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = injected { $0[WeakOptionalStructKey.self] } }
    #expect(optional.report.contains("WeakOptionalStructKey"))
  }
}

private enum WeakOptionalStructKey: InjectedInterfaceKey {
  static var testValue: Int? { 1 }
  static var lifetime: InjectedLifetime { .weak }
}

private final class Life: Sendable {
  private static let made = Counter()

  let number: Int
  let serial = Life.made.increment()

  init(number: Int = injected(\.number)) { self.number = number }
}

private protocol Serial: Sendable {
  var serial: Int { get }
}

private final class Weakly: Serial {
  private static let made = Counter()
  let serial = Weakly.made.increment()
}

private enum WeaklyKey<Value: Sendable>: InjectedInterfaceKey {
  static var testValue: Value {
    guard let value = Weakly() as? Value else { preconditionFailure("Each is a `Weakly`.") }
    return value
  }
  static var lifetime: InjectedLifetime { .weak }
}

private final class Owner: Sendable {
  let part: Life

  init(_ part: Life) { self.part = part }
}

private enum CachedLifeKey: InjectedInterfaceKey {
  static var testValue: Life { Life() }
}

private enum TransientLifeKey: InjectedInterfaceKey {
  static var testValue: Life { Life() }
  static var lifetime: InjectedLifetime { .transient }
}

private enum TransientOwnerKey: InjectedInterfaceKey {
  static var testValue: Owner { Owner(injected(\.transientLife)) }
}

private enum WeakLifeKey: InjectedInterfaceKey {
  static var testValue: Life { Life() }
  static var lifetime: InjectedLifetime { .weak }
}

private enum WeakOwnerKey: InjectedInterfaceKey {
  static var testValue: Owner { Owner(injected(\.weakLife)) }
}

private enum SessionLifeKey: InjectedInterfaceKey {
  static var testValue: Life { Life() }
  static var lifetime: InjectedLifetime { .session }
}

private enum WeakStructKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
  static var lifetime: InjectedLifetime { .weak }
}

extension InjectedValues {
  fileprivate var cachedLife: Life { self[CachedLifeKey.self] }
  fileprivate var transientLife: Life { self[TransientLifeKey.self] }
  fileprivate var transientOwner: Owner { self[TransientOwnerKey.self] }
  fileprivate var weakLife: Life { self[WeakLifeKey.self] }
  fileprivate var weakOwner: Owner { self[WeakOwnerKey.self] }
  fileprivate var sessionLife: Life { self[SessionLifeKey.self] }
}

/// The first run is held up.
private enum HeldTransientKey: InjectedInterfaceKey {
  static let runs = Counter()
  static let hasBegun = Gate()
  static let mayEnd = DispatchSemaphore(value: 0)

  static var testValue: Int {
    let run = runs.increment()
    if run == 1 {
      hasBegun.open()
      mayEnd.wait()
    }
    return run
  }
  static var lifetime: InjectedLifetime { .transient }
}
