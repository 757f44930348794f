#if canImport(XCTest)
  import Dispatch
  import Foundation
  import Injection
  import InjectionTesting
  import TestSupport
  import XCTest

  /// XCTest runs these; Swift Testing does not see them.
  final class InjectedTestCaseTests: InjectedTestCase {
    private var seenInSetUp: [String] = []

    override func inject(into values: inout InjectedValues) throws {
      values.greeting = "base class"
      values.tally.increment()
    }

    override func setUp() async throws {
      XCTAssertEqual(injected(\.greeting), "base class")
      injected(\.tally).increment()
      seenInSetUp.append(injected(\.greeting))
    }

    override func setUpWithError() throws {
      XCTAssertEqual(injected(\.greeting), "base class")
      injected(\.tally).increment()
    }

    override func setUp() {
      seenInSetUp.append(injected(\.greeting))
      injected(\.tally).increment()
    }

    override func tearDown() async throws {
      XCTAssertEqual(injected(\.greeting), "base class")
      XCTAssertEqual(injected(\.tally).value, 5)
    }

    override func tearDown() {
      XCTAssertEqual(injected(\.greeting), "base class")
    }

    private func check() {
      XCTAssertEqual(seenInSetUp, ["base class", "base class"])
      XCTAssertEqual(injected(\.tally).increment(), 5)
      XCTAssertEqual(TallyUser().greeting, "base class")
      addTeardownBlock { XCTAssertEqual(injected(\.greeting), "base class") }
    }

    func testSynchronous() { check() }
    func testSynchronousAgain() throws { check() }

    func testAsynchronous() async throws {
      check()
      await Task.yield()
      let greeting = await Task { injected(\.greeting) }.value
      XCTAssertEqual(greeting, "base class")
      async let tally = injected(\.tally)
      let value = await tally.value
      XCTAssertEqual(value, 5)
    }

    @MainActor func testOnMainActor() {
      XCTAssertEqual(injected(\.tally).increment(), 5)
      XCTAssertEqual(InjectedValues.current.screen.title, "test")
      InjectedValues.current.screen.title = "changed"
    }

    @MainActor func testOnMainActorAgain() async {
      await Task.yield()
      XCTAssertEqual(injected(\.tally).increment(), 5)
      XCTAssertEqual(InjectedValues.current.screen.title, "test")
    }

    func testCarriedToQueue() async {
      check()
      let greeting = InjectedValues.propagating { injected(\.greeting) }
      let seen = await onQueue { greeting() }
      XCTAssertEqual(seen, "base class")
    }

    func testPreparing() {
      check()
      prepareInjectedValues { $0.topic = "prepared" }
      XCTAssertEqual(injected(\.topic), "prepared")
    }

    func testPreparedElsewhere() {
      check()
      XCTAssertEqual(injected(\.topic), "test")
    }
  }

  /// All that a test overrides has to be read, also in the whole base class's scope.
  final class ExhaustiveTestCaseTests: InjectedTestCase {
    override var injectedOptions: InjectedScopeOptions { .exhaustive }
    override func inject(into values: inout InjectedValues) { values.greeting = "exhaustive" }

    func testReads() { XCTAssertEqual(injected(\.greeting), "exhaustive") }

    func testReadsLater() async {
      let greeting = await Task { injected(\.greeting) }.value
      XCTAssertEqual(greeting, "exhaustive")
    }
  }

  /// A scope that a test case puts around its tests is around their world.
  final class ScopeAroundTestCaseTests: InjectedTestCase {
    // Made in no test, and so in no test's world; XCTest runs one test after the other.
    private nonisolated(unsafe) static var saved = InjectedValues.current

    override class func setUp() {
      saved = InjectedValues.current.overriding { $0.topic = "saved" }
    }

    override func invokeTest() {
      withInjectedValues {
        $0.greeting = "around"
        $0.topic = "around"
      } operation: {
        let around = name.contains("Saved") ? Self.saved : InjectedValues.current
        around.run { super.invokeTest() }
      }
    }

    override func inject(into values: inout InjectedValues) throws {
      if values.topic == "around" { values.topic = "on \(values.topic)" }
    }

    func testAround() {
      XCTAssertEqual(injected(\.greeting), "around")
      XCTAssertEqual(injected(\.topic), "on around")
      XCTAssertEqual(injected(\.tally).increment(), 1)
      XCTAssertEqual(TallyUser().greeting, "around")
    }

    func testAroundAsynchronous() async {
      let user = await Task { TallyUser() }.value
      XCTAssertEqual(user.greeting, "around")
      XCTAssertEqual(user.tally.increment(), 1)
    }

    func testSavedElsewhere() {
      XCTAssertEqual(injected(\.topic), "saved")
      XCTAssertEqual(injected(\.greeting), "test")
      XCTAssertEqual(injected(\.tally).increment(), 1)
      let inside = withInjectedValues {
        $0.topic = "inside"
      } operation: {
        injected(\.topic)
      }
      XCTAssertEqual(inside, "inside")
    }
  }

  /// What a test case reads after its test is in no world that has ended.
  final class AfterTestCaseTests: InjectedTestCase {
    override func inject(into values: inout InjectedValues) { values.greeting = "base class" }

    override func invokeTest() {
      super.invokeTest()
      XCTAssertEqual(injected(\.greeting), "test")
      XCTAssertEqual(injected(\.tally).increment(), 1)
      readBesideScope()
    }

    /// Reads as a test that has entered no world does, which has lost nothing, though a scope is open elsewhere.
    private func readBesideScope() {
      let (isOpen, isRead, isClosed) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      Thread.detachNewThread {
        withInjectedValues(.failsForLostReads) {
          $0[BesideKey.self] = "theirs"
        } operation: {
          isOpen.signal()
          isRead.wait()
        }
        isClosed.signal()
      }
      isOpen.wait()
      XCTAssertEqual(injected { $0[BesideKey.self] }, "test")
      isRead.signal()
      isClosed.wait()
    }

    func testReads() {
      XCTAssertEqual(injected(\.greeting), "base class")
      XCTAssertEqual(injected(\.tally).increment(), 1)
    }
  }

  private enum BesideKey: InjectedKey {
    static var liveValue: String { "live" }
    static var testValue: String { "test" }
  }

  /// Keys of the main actor are overridden as others are.
  final class MainActorTestCaseTests: InjectedTestCase {
    override func inject(into values: inout InjectedValues) {
      MainActor.assumeIsolated { values.screen = Screen(title: "base class") }
    }

    @MainActor func testReads() {
      XCTAssertEqual(InjectedValues.current.screen.title, "base class")
      InjectedValues.current.screen.title = "changed"
    }

    func testReadsInItsWorld() async {
      let title = await MainActor.run { InjectedValues.current.screen.title }
      XCTAssertEqual(title, "base class")
    }
  }

  /// Without the base class, each test has a world of its own all the same.
  final class PlainTestCaseTests: XCTestCase {
    func testFresh() {
      XCTAssertEqual(injected(\.tally).increment(), 1)
      XCTAssertEqual(TallyUser().tally.increment(), 2)
    }

    func testFreshAgain() async {
      XCTAssertEqual(injected(\.tally).increment(), 1)
      let count = await Task { injected(\.tally).increment() }.value
      XCTAssertEqual(count, 2)
    }

    @MainActor func testFreshOnMainActor() {
      XCTAssertEqual(injected(\.tally).increment(), 1)
      withInjectedValues {
        $0.greeting = "scope"
      } operation: {
        XCTAssertEqual(injected(\.ledger).tally.increment(), 2)
      }
    }
  }
#endif
