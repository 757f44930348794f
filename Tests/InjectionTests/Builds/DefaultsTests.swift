import Dispatch
import Foundation
import Injection
import TestSupport
import Testing

@Suite("Rule 3: a default is built once, at its first read, for the context")
struct DefaultsTests {
  // MARK: Built once

  @Test("A default is built at its first read, and is the same instance after")
  func sameInstance() async {
    #expect(FirstReadKey.builds.value == 0)
    let first = injected(\.firstRead)
    #expect(FirstReadKey.builds.value == 1)
    #expect(injected(\.firstRead) === first)
    #expect(InjectedValues.current[FirstReadKey.self] === first)
    let inTask = await Task { injected(\.firstRead) }.value
    #expect(inTask === first)
    #expect(FirstReadKey.builds.value == 1)
  }

  @Test("An override is read without building the default")
  func overrideBuildsNothing() {
    let instance = Instance()
    withInjectedValues {
      $0.overridden = instance
    } operation: {
      #expect(injected(\.overridden) === instance)
    }
    #expect(OverriddenKey.builds.value == 0)
  }

  @Test("1,000 tasks that read first at once build a default once")
  func concurrentTasks() async {
    let instances = await readInTasks(1_000) { injected(\.readByTasks) }
    #expect(instances.count == 1_000)
    #expect(Set(instances.map(ObjectIdentifier.init)).count == 1)
    #expect(ReadByTasksKey.builds.value == 1)
  }

  @Test("1,000 threads that read first at once build a default once")
  func concurrentThreads() async {
    let instances = await readInThreads(1_000) { injected(\.readByThreads) }
    #expect(instances.count == 1_000)
    #expect(Set(instances.map(ObjectIdentifier.init)).count == 1)
    #expect(ReadByThreadsKey.builds.value == 1)
  }

  @Test("While a default is being built, another thread may build another")
  func buildHoldsNoLock() async {
    #expect(await onThread { injected(\.waiting) } == "built after the other")
  }

  // MARK: Contexts

  @Test("What a part reads in a scope of the whole, while that is built, the whole has read")
  func readInOuterScope() {
    let lender = injected { $0[LenderKey.self] }
    withInjectedValues {
      $0.number = 7
    } operation: {
      #expect(injected { $0[LenderKey.self] } !== lender)
    }
  }

  @Test("The context selects the default", arguments: InjectedContext.all)
  func context(context: InjectedContext) async {
    let now = withInjectedValues {
      $0.context = context
    } operation: {
      #expect(InjectedValues.current.context == context)
      return injected(\.contextual)
    }
    let later = await withInjectedValues {
      $0.context = context
    } operation: {
      await Task { injected(\.contextual) }.value
    }
    #expect(now == "\(context)")
    #expect(later == "\(context)")
  }

  @Test("Tests run in the test context")
  func testContext() {
    #expect(InjectedValues.current.context == .test)
    #expect(injected(\.contextual) == "test")
  }

  @Test("A context inside another selects anew, and leaving it restores the outer one")
  func nestedContexts() {
    withInjectedValues {
      $0.context = .live
    } operation: {
      withInjectedValues {
        $0.context = .preview
      } operation: {
        #expect(injected(\.contextual) == "preview")
      }
      #expect(injected(\.contextual) == "live")
    }
    #expect(injected(\.contextual) == "test")
  }

  @Test("An override outranks the defaults of every context", arguments: InjectedContext.all)
  func overrideOutranksContext(context: InjectedContext) {
    withInjectedValues {
      $0.contextual = "override"
    } operation: {
      withInjectedValues {
        $0.context = context
      } operation: {
        #expect(injected(\.contextual) == "override")
      }
    }
  }

  @Test("The context reaches what a default is built from", arguments: InjectedContext.all)
  func contextReachesChain(context: InjectedContext) {
    withInjectedValues {
      $0.context = context
    } operation: {
      #expect(injected(\.builtFromContextual) == "built from \(context)")
    }
    #expect(injected(\.builtFromContextual) == "built from test")
  }

  @Test("Without a preview value, the preview context gives the live value")
  func previewFallsBack() {
    withInjectedValues {
      $0.context = .preview
    } operation: {
      #expect(injected(\.withoutPreview) == "live")
    }
  }

  @Test("Without a test value, the test context gives the live value, and says so")
  func testFallsBack() async {
    let report = await issueReport { #expect(injected(\.withoutTest) == "live") }
    #expect(report.contains("no test value for WithoutTestKey, read through 'withoutTest'"))
    #expect(report.contains("or give the key a 'testValue': 'static var testValue: Value { … }'."))
    #expect(injected(\.withoutTest) == "live")
  }

  @Test("A default that is built with such a value is named")
  func testFallsBackInBuild() async {
    let report = await issueReport { #expect(injected(\.builtWithoutTest) == "built live") }
    #expect(report.contains("read through 'withoutTest' to build BuiltWithoutTestKey: "))
  }

  @Test("A registered live value is built once, in the live context")
  func registered() {
    let builds = Counter()
    withInjectedValues {
      $0.context = .live
      $0.register(InterfaceKey.self) {
        builds.increment()
        return Instance()
      }
    } operation: {
      #expect(injected(\.interface) === injected(\.interface))
    }
    #expect(builds.value == 1)
  }
}

private final class Instance: Sendable {}

private enum FirstReadKey: InjectedInterfaceKey {
  static let builds = Counter()
  static var testValue: Instance { counted(builds) }
}

private enum OverriddenKey: InjectedInterfaceKey {
  static let builds = Counter()
  static var testValue: Instance { counted(builds) }
}

private enum ReadByTasksKey: InjectedInterfaceKey {
  static let builds = Counter()
  static var testValue: Instance { counted(builds) }
}

private enum ReadByThreadsKey: InjectedInterfaceKey {
  static let builds = Counter()
  static var testValue: Instance { counted(builds) }
}

private enum InterfaceKey: InjectedInterfaceKey {
  static var testValue: Instance { Instance() }
}

private enum WaitingKey: InjectedInterfaceKey {
  static var testValue: String {
    let otherIsBuilt = DispatchSemaphore(value: 0)
    Thread {
      _ = injected(\.waitedFor)
      otherIsBuilt.signal()
    }.start()
    // Without a limit, which a busy machine may pass: where the other is held up, this hangs.
    otherIsBuilt.wait()
    return "built after the other"
  }
}

private enum WaitedForKey: InjectedInterfaceKey {
  static var testValue: Instance { Instance() }
}

private enum ContextualKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "test"
  static let previewValue = "preview"
}

private enum BuiltFromContextualKey: InjectedKey {
  static var liveValue: String { "built from \(injected(\.contextual))" }
  static var testValue: String { liveValue }
  static var previewValue: String { liveValue }
}

private enum WithoutPreviewKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private final class Lender: Sendable {
  static let values = Guarded<InjectedValues?>(nil)
  let borrowed: Int

  init() {
    Self.values.withLock { $0 = .current }
    borrowed = injected { $0[BorrowerKey.self] }
  }
}

private enum LenderKey: InjectedInterfaceKey { static var testValue: Lender { Lender() } }

private enum BorrowerKey: InjectedInterfaceKey {
  static var testValue: Int {
    Lender.values.withLock { $0.take() }?.run { injected(\.number) } ?? 0
  }
}

private enum WithoutTestKey: InjectedKey {
  static let liveValue = "live"
}

private enum BuiltWithoutTestKey: InjectedKey {
  static var liveValue: String { "built \(injected(\.withoutTest))" }
  static var testValue: String { liveValue }
}

private func counted(_ builds: Counter) -> Instance {
  builds.increment()
  return Instance()
}

extension InjectedContext {
  fileprivate static let all: [InjectedContext] = [.live, .preview, .test]
}

extension InjectedValues {
  fileprivate var firstRead: Instance { self[FirstReadKey.self] }

  fileprivate var overridden: Instance {
    get { self[OverriddenKey.self] }
    set { self[OverriddenKey.self] = newValue }
  }

  fileprivate var readByTasks: Instance { self[ReadByTasksKey.self] }

  fileprivate var readByThreads: Instance { self[ReadByThreadsKey.self] }

  fileprivate var interface: Instance { self[InterfaceKey.self] }

  fileprivate var waiting: String { self[WaitingKey.self] }

  fileprivate var waitedFor: Instance { self[WaitedForKey.self] }

  fileprivate var contextual: String {
    get { self[ContextualKey.self] }
    set { self[ContextualKey.self] = newValue }
  }

  fileprivate var builtFromContextual: String { self[BuiltFromContextualKey.self] }

  fileprivate var withoutPreview: String { self[WithoutPreviewKey.self] }

  fileprivate var withoutTest: String { self[WithoutTestKey.self] }
  fileprivate var builtWithoutTest: String { self[BuiltWithoutTestKey.self] }
}
