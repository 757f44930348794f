import Injection
import TestSupport
import Testing

@Suite("6. Decorations: outermost first, in call order, lazy")
struct DecorationTests {
  @Test("Decorations stack from the outermost scope inward, and in call order")
  func stack() {
    #expect(injected(\.label) == "base")
    withInjectedValues {
      $0.decorate(LabelKey.self) { "1(\($0))" }
      $0.decorate(LabelKey.self) { "2(\($0))" }
    } operation: {
      #expect(injected(\.label) == "2(1(base))")
      withInjectedValues {
        $0.decorate(LabelKey.self) { "3(\($0))" }
      } operation: {
        #expect(injected(\.label) == "3(2(1(base)))")
      }
      #expect(injected(\.label) == "2(1(base))")
    }
    #expect(injected(\.label) == "base")
  }

  @Test("An override in a deeper scope, or after the decoration, is not decorated")
  func overridden() {
    withInjectedValues {
      $0.label = "assigned"
      $0.decorate(LabelKey.self) { "(\($0))" }
    } operation: {
      #expect(injected(\.label) == "(assigned)")
      withInjectedValues {
        $0.label = "deeper"
      } operation: {
        #expect(injected(\.label) == "deeper")
      }
    }
    withInjectedValues {
      $0.decorate(LabelKey.self) { "(\($0))" }
      $0.label = "after"
    } operation: {
      #expect(injected(\.label) == "after")
    }
  }

  @Test("A decoration and its base are made on first read, and once")
  func lazy() {
    let count = Counter()
    withInjectedValues {
      $0.register(ServiceKey.self) {
        count.increment()
        return Service(name: "registered")
      }
      $0.decorate(ServiceKey.self) { base in
        count.increment()
        return Service(name: "decorated " + base.name)
      }
    } operation: {
      #expect(count.value == 0)
      let first = injected(\.service)
      #expect(first.name == "decorated registered")
      #expect(count.value == 2)
      #expect(injected(\.service) === first)
      withInjectedValues {
        $0.label = "unrelated"
      } operation: {
        #expect(injected(\.service) === first)
      }
      #expect(count.value == 2)
    }
  }

  @Test("The base is the instance that is shared outside")
  func sharedBase() {
    let shared = injected(\.service)
    withInjectedValues {
      $0.decorate(ServiceKey.self) { Service(name: "wrapped", base: $0) }
    } operation: {
      #expect(injected(\.service).base === shared)
    }
    #expect(injected(\.service) === shared)
  }

  @Test("An override of what the base or the decoration read makes both anew")
  func overrideReaches() {
    withInjectedValues {
      $0.register(ServiceKey.self) { Service(name: injected(\.label)) }
      $0.decorate(ServiceKey.self) { Service(name: "\($0.name), \(injected(\.rank))") }
    } operation: {
      #expect(injected(\.service).name == "base, 1")
      withInjectedValues {
        $0.label = "other"
      } operation: {
        #expect(injected(\.service).name == "other, 1")
        withInjectedValues {
          $0.rank = 2
        } operation: {
          #expect(injected(\.service).name == "other, 2")
        }
      }
      #expect(injected(\.service).name == "base, 1")
    }
  }

  @Test("A default that reads a decorated key sees the decoration")
  func readByADefault() {
    withInjectedValues {
      $0.decorate(LabelKey.self) { "(\($0))" }
    } operation: {
      #expect(injected(\.readingLabel) == "reads (base)")
    }
    #expect(injected(\.readingLabel) == "reads base")
  }
}

private final class Service: Sendable {
  let name: String
  let base: Service?

  init(name: String, base: Service? = nil) {
    self.name = name
    self.base = base
  }
}

private enum LabelKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "base"
}

private enum RankKey: InjectedKey {
  static let liveValue = 0
  static let testValue = 1
}

private enum ServiceKey: InjectedInterfaceKey {
  static var testValue: Service { Service(name: "default") }
}

private enum ReadingLabelKey: InjectedInterfaceKey {
  static var testValue: String { "reads " + injected(\.label) }
}

extension InjectedValues {
  fileprivate var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }

  fileprivate var rank: Int {
    get { self[RankKey.self] }
    set { self[RankKey.self] = newValue }
  }

  fileprivate var service: Service { self[ServiceKey.self] }

  fileprivate var readingLabel: String { self[ReadingLabelKey.self] }
}
