import Injection
import TestSupport
import Testing

@Suite("6. What overrides do, for keys and values of every kind")
struct EveryKindTests {
  @Test("An identifier from before an assignment is none afterwards: what has it comes after")
  func assignedBetween() {
    withInjectedValues {
      $0.contribute(KindListKey.self, id: "a") { "outer" }
    } operation: {
      withInjectedValues {
        $0[KindListKey.self] = ["assigned"]
      } operation: {
        withInjectedValues {
          $0.contribute(KindListKey.self, id: "a") { "inner" }
        } operation: {
          #expect(injected { $0[KindListKey.self] } == ["assigned", "inner"])
        }
      }
    }
  }

  @Test("A decoration of a transient key wraps a value of its own at each read")
  func transient() {
    withInjectedValues {
      $0.decorate(TransientKindKey.self) { KindService(of: $0) }
    } operation: {
      let (one, two) = (injected(\.transientKind), injected(\.transientKind))
      #expect(one !== two)
      #expect(one.base != nil && one.base !== two.base)
      #expect(one.base?.base == nil)
    }
  }

  @Test("A decoration of a weak key is shared for as long as somebody holds it, and so is its base")
  func weak() {
    let count = Counter()
    withInjectedValues {
      $0.decorate(WeakKindKey.self) {
        count.increment()
        return KindService(of: $0)
      }
    } operation: {
      withExtendedLifetime(injected(\.weakKind)) { service in
        #expect(injected(\.weakKind) === service)
        #expect(service.base != nil)
      }
      #expect(count.value == 1)
      weak let rest = injected(\.weakKind)
      #expect(rest == nil)
      #expect(count.value == 2)
    }
  }

  @Test("Tuples and functions are overridden, decorated and read as other values")
  func structural() {
    withInjectedValues {
      $0.pairKind.name = "changed"
      $0.decorate(\.pairKind) { ($0.name + "!", $0.count + 1) }
      $0.decorate(\.functionKind) { base in { base($0) + 1 } }
    } operation: {
      #expect(injected(\.pairKind) == ("changed!", 1))
      #expect(injected(\.functionKind)(3) == 7)
    }
  }

  @Test("What is built of a weak key is explained while it lives, and of a transient one nothing")
  func explained() {
    let service = injected(\.weakKind)
    let built = InjectedValues.explain(WeakKindKey.self)
    #expect(built.built?.firstReader == "weakKind")
    #expect(built.lifetime == .weak)
    withExtendedLifetime(service) {}
    _ = injected(\.transientKind)
    let transient = InjectedValues.explain(TransientKindKey.self)
    #expect(transient.built == nil)
    #expect(transient.description.contains("built at each read"))
  }

  @Test("What a session keeps is explained there, and not in a session inside")
  func explainedInSession() async {
    let line: UInt = #line + 1
    let session = InjectedSession()
    await session.run {
      _ = injected(\.sessionKind)
      let explanation = InjectedValues.explain(SessionKindKey.self)
      #expect(explanation.built?.owner == "InjectionTests/EveryKindTests.swift:\(line)")
      let inner = InjectedSession()
      inner.run { #expect(InjectedValues.explain(SessionKindKey.self).built == nil) }
      await inner.end()
    }
    await session.end()
  }

  @Test("A session inside another one shares its weak values, and adds to its collections")
  func sessions() async {
    let outer = InjectedSession {
      $0[KindNameKey.self] = "outer"
      $0.contribute(KindListKey.self) { injected { $0[KindNameKey.self] } }
    }
    await outer.run {
      let service = injected(\.weakKind)
      let inner = InjectedSession { $0.contribute(KindListKey.self) { "inner" } }
      inner.run {
        #expect(injected(\.weakKind) === service)
        #expect(injected { $0[KindListKey.self] } == ["outer", "inner"])
      }
      await inner.end()
      let named = InjectedSession { $0[KindNameKey.self] = "named" }
      named.run {
        #expect(injected(\.weakKind) !== service)
        #expect(injected { $0[KindListKey.self] } == ["named"])
      }
      await named.end()
      #expect(injected { $0[KindListKey.self] } == ["outer"])
      withExtendedLifetime(service) {}
    }
    await outer.end()
  }

  @MainActor
  @Test("Closures of several arguments carry their scope, whatever their effects")
  func propagating() async throws {
    let (throwing, suspending, onMain) = withInjectedValues {
      $0[KindNameKey.self] = "carried"
    } operation: {
      (
        InjectedValues.propagating { (one: Int, two: String) throws in
          "\(one)\(two) \(injected { $0[KindNameKey.self] })"
        },
        InjectedValues.propagating { (one: Int, two: String) async throws in
          await Task.yield()
          return "\(one)\(two) \(injected { $0[KindNameKey.self] })"
        },
        InjectedValues.propagating(onMain: { @MainActor (one: Int, two: String) in
          MainActor.assertIsolated()
          return "\(one)\(two) \(injected { $0[KindNameKey.self] })"
        })
      )
    }
    let detached = Task.detached { (try throwing(1, "a"), try await suspending(2, "b")) }
    let texts = try await detached.value
    #expect(texts == ("1a carried", "2b carried"))
    #expect(onMain(3, "c") == "3c carried")
  }
}

private final class KindService: Sendable {
  let name = injected { $0[KindNameKey.self] }
  let base: KindService?

  init(of base: KindService? = nil) { self.base = base }
}

private enum KindNameKey: InjectedInterfaceKey {
  static var testValue: String { "default" }
}

private enum KindListKey: InjectedCollectionKey {
  typealias Element = String
}

private enum TransientKindKey: InjectedInterfaceKey {
  static var testValue: KindService { KindService() }
  static var lifetime: InjectedLifetime { .transient }
}

private enum WeakKindKey: InjectedInterfaceKey {
  static var testValue: KindService { KindService() }
  static var lifetime: InjectedLifetime { .weak }
}

private enum SessionKindKey: InjectedInterfaceKey {
  static var testValue: KindService { KindService() }
  static var lifetime: InjectedLifetime { .session }
}

private enum PairKindKey: InjectedInterfaceKey {
  static var testValue: (name: String, count: Int) { ("default", 0) }
}

private enum FunctionKindKey: InjectedInterfaceKey {
  static var testValue: @Sendable (Int) -> Int { { $0 * 2 } }
}

extension InjectedValues {
  fileprivate var transientKind: KindService { self[TransientKindKey.self] }

  fileprivate var weakKind: KindService { self[WeakKindKey.self] }

  fileprivate var sessionKind: KindService { self[SessionKindKey.self] }

  fileprivate var pairKind: (name: String, count: Int) {
    get { self[PairKindKey.self] }
    set { self[PairKindKey.self] = newValue }
  }

  fileprivate var functionKind: @Sendable (Int) -> Int { self[FunctionKindKey.self] }
}
