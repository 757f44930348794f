import Injection
import TestSupport
import Testing

@Suite("6. Decorations, contributions and teardowns through an accessor")
struct AccessorKeyTests {
  @Test("decorate takes the accessor of a key, whether or not it has a value yet")
  func decorate() {
    withInjectedValues {
      $0.decorate(\.accessedText) { $0 + "!" }
    } operation: {
      #expect(injected(\.accessedText) == "accessed!")
      withInjectedValues {
        $0.decorate(\.accessedText) { $0 + "?" }
      } operation: {
        #expect(injected(\.accessedText) == "accessed!?")
      }
    }
    #expect(injected(\.accessedText) == "accessed")
  }

  @Test("Learning the key builds nothing but what is wrapped, and that once")
  func buildsNothing() {
    withInjectedValues {
      $0.decorate(\.accessedLazily) { $0 * 2 }
    } operation: {
      #expect(AccessedLazilyKey.builds.value == 1)
      #expect(injected(\.accessedLazily) == 2)
      #expect(AccessedLazilyKey.builds.value == 1)
    }
  }

  @Test("Learning a key counts for no build, in no context", arguments: InjectedContext.all)
  func learntInBuild(context: InjectedContext) {
    withInjectedValues {
      $0.context = context
    } operation: {
      let service = injected { $0[ExplainingKey.self] }
      withInjectedValues {
        $0.explained = 1
      } operation: {
        #expect(injected { $0[ExplainingKey.self] } === service)
      }
    }
  }

  @Test("Learning a key reports nothing of the test that does")
  func reportsNothing() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.decorate(\.learntTotal) { $0 + 1 }
        $0.learntPart = 1
      } operation: {
        #expect(injected(\.learntTotal) == 2)
      }
      withInjectedValues {
        $0.decorate(\.learntOther) { $0 + 1 }
        $0.learntPart = 1
      } operation: {
        #expect(injected(\.learntOther) == 2)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("What is wrong is reported at the read that counts")
  func reportsLater() async {
    let report = await issueReport {
      withInjectedValues {
        $0.decorate(\.learntLast) { $0 + 1 }
      } operation: {
        #expect(injected(\.learntLast) == 1)
      }
    }
    #expect(report.contains("no test value for LearntPartKey"))
  }

  @Test("Learning the key keeps no scope alive")
  func keepsNothing() {
    weak var probe: Probe?
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      probe = injected(\.probe)
      withInjectedValues {
        $0.decorate(\.accessedEachTime) { $0 + 1 }
      } operation: {
        #expect(injected(\.accessedEachTime) == 1)
      }
    }
    #expect(probe == nil)
  }

  @Test("Where a key has no value but what decorates one, its accessor is learnt all the same")
  func decoratedInterface() {
    withInjectedValues {
      $0.context = .live
      $0.decorate(AccessedInterfaceKey.self) { $0 + "?" }
    } operation: {
      withInjectedValues {
        $0.decorate(\.accessedInterface) { $0 + "!" }
        $0.register(AccessedInterfaceKey.self) { "registered" }
      } operation: {
        #expect(injected(\.accessedInterface) == "registered")
      }
    }
  }

  @Test("What a default peeks at while its accessor is learnt is nobody's read")
  func peek() async {
    let issues = await collectingIssues {
      withInjectedValues {
        $0.decorate(\.accessedPeeking) { "\($0)!" }
      } operation: {
      }
    }
    #expect(issues.isEmpty)
    let report = await issueReport { _ = injected(\.accessedPeeking) }
    #expect(report.contains("no test value for UntestedKey"))
  }

  @Test("contribute takes the accessor of a collection")
  func contribute() {
    withInjectedValues {
      $0.contribute(\.accessedCollection, id: "b", order: 2) { "second" }
      $0.contribute(\.accessedCollection, id: "a", order: 1) { "first" }
    } operation: {
      #expect(injected(\.accessedCollection) == ["first", "second"])
      withInjectedValues {
        $0.contribute(\.accessedCollection, id: "b", order: 0) { "replaced" }
      } operation: {
        #expect(injected(\.accessedCollection) == ["replaced", "first"])
      }
    }
  }

  @Test("onEnd takes the accessor of a key")
  func onEnd() async {
    let journal = Journal()
    let session = InjectedSession {
      $0.journal = journal
      $0.account = "Ada"
    }
    session.onEnd(\.accountStore) { await $0.close() }
    session.run { _ = injected(\.accountStore) }
    await session.end()
    #expect(journal.all == ["closed Ada's database"])
  }

  @Test("decorate with an accessor of two keys is an error that names it")
  func decorateTwoKeys() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.number = 1
        $0.accessedText = "set"
      } operation: {
        withInjectedValues {
          $0.decorate(\.accessedSum) { $0 + 1 }
        } operation: {
        }
      }
    }
    let report = result.report
    #expect(report.contains("decorate(_:_:) at InjectionTests/AccessorKeyTests.swift:"))
    #expect(report.contains("'accessedSum'"))
    #expect(report.contains("Pass the key's type instead"))
  }

  @Test("decorate with an accessor of a session's key outside sessions says to pass the type")
  func decorateSessionKey() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        withInjectedValues {
          $0.decorate(\.accessedBasket) { $0 }
        } operation: {
        }
      }
    }
    let report = result.report
    #expect(report.contains("decorate(_:_:) at InjectionTests/AccessorKeyTests.swift:"))
    #expect(report.contains("nothing to give outside every session"))
    #expect(report.contains("Pass the key's type instead: 'AccessedBasketKey.self'."))
  }

  @Test("contribute to a key that is no collection is an error that names it")
  func contributeToArray() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.contribute(\.accessedArray) { 1 }
      } operation: {
      }
    }
    let report = result.report
    #expect(report.contains("'accessedArray', which forwards to AccessedArrayKey"))
    #expect(report.contains("InjectedCollectionKey"))
  }

  @Test("onEnd with an accessor that transforms is reported at the end, where it finds a value")
  func onEndTransformed() async {
    let report = await issueReport {
      let session = InjectedSession { $0.number = 3 }
      session.onEnd(\.accessedText.count) { _ in }
      await session.end()
    }
    #expect(report.contains("onEnd(_:_:) at InjectionTests/AccessorKeyTests.swift:"))
    #expect(report.contains("'accessedText'"))
  }
}

private enum AccessedTextKey: InjectedInterfaceKey {
  static var testValue: String { "accessed" }
}

private enum AccessedInterfaceKey: InjectedInterfaceKey {
  static var testValue: String { "accessed" }
}

private enum AccessedLazilyKey: InjectedInterfaceKey {
  static let builds = Counter()

  static var testValue: Int { builds.increment() }
}

private enum AccessedEachTimeKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
  static var lifetime: InjectedLifetime { .transient }
}

private enum AccessedCollectionKey: InjectedCollectionKey {
  typealias Element = String
}

private enum AccessedArrayKey: InjectedInterfaceKey {
  static var testValue: [Int] { [] }
}

private enum LearntPartKey: InjectedKey {
  static let liveValue = 0
}

/// Read by its accessor in one test only, so that it is learnt there.
private enum LearntTotalKey<Test>: InjectedInterfaceKey {
  static var testValue: Int { injected(\.learntPart) }
}

extension InjectedValues {
  fileprivate var learntPart: Int {
    get { self[LearntPartKey.self] }
    set { self[LearntPartKey.self] = newValue }
  }
  fileprivate var learntTotal: Int { self[LearntTotalKey<Int>.self] }
  fileprivate var learntOther: Int { self[LearntTotalKey<String>.self] }
  fileprivate var learntLast: Int { self[LearntTotalKey<Bool>.self] }

  fileprivate var accessedText: String {
    get { self[AccessedTextKey.self] }
    set { self[AccessedTextKey.self] = newValue }
  }

  fileprivate var accessedInterface: String { self[AccessedInterfaceKey.self] }

  fileprivate var accessedLazily: Int { self[AccessedLazilyKey.self] }

  fileprivate var accessedEachTime: Int { self[AccessedEachTimeKey.self] }

  fileprivate var accessedCollection: [String] { self[AccessedCollectionKey.self] }

  fileprivate var accessedArray: [Int] { self[AccessedArrayKey.self] }

  fileprivate var accessedSum: Int { self[NumberKey.self] + self[AccessedTextKey.self].count }
}

private enum AccessedBasketKey: InjectedKey {
  static var liveValue: String { "basket" }
  static var testValue: String { "basket" }
  static var lifetime: InjectedLifetime { .session }
}

extension InjectedValues {
  fileprivate var accessedBasket: String { self[AccessedBasketKey.self] }
}

extension InjectedContext {
  fileprivate static let all: [InjectedContext] = [.live, .preview, .test]
}

private enum ExplainedKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

extension InjectedValues {
  fileprivate var explained: Int {
    get { self[ExplainedKey.self] }
    set { self[ExplainedKey.self] = newValue }
  }
}

/// Says of another key what it gives, and does not depend on that.
private final class Explaining: Sendable {
  let text = InjectedValues.explain(\.explained).description
}

private enum ExplainingKey: InjectedKey {
  static var liveValue: Explaining { Explaining() }
  static var testValue: Explaining { Explaining() }
}

private enum UntestedKey: InjectedKey {
  static var liveValue: String { "live" }
}

private enum AccessedPeekingKey: InjectedKey {
  static var liveValue: String { InjectedValues.peek { $0[UntestedKey.self] } }
  static var testValue: String { liveValue }
}

extension InjectedValues {
  fileprivate var accessedPeeking: String { self[AccessedPeekingKey.self] }
}
