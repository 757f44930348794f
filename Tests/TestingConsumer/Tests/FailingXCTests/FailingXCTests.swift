import Dispatch
import Foundation
import Injection
import InjectionTesting
import Shop
import XCTest

/// Each test makes one mistake, in a world of its own.
final class FailingXCTests: InjectedTestCase {
  override func inject(into values: inout InjectedValues) {
    values.title = "base class"
  }

  func testMissingTestValue() {
    _ = injected(\.rate)
  }

  func testLostOnQueue() {
    let done = expectation(description: "read")
    DispatchQueue.global().async {
      _ = injected(\.title)
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }

  func testLostInDetachedTask() async {
    _ = await Task.detached { injected(\.title) }.value
  }

  func testLostByItsOwner() async {
    _ = await Task.detached { Cart().title }.value
  }

  func testLostOnMainActor() async {
    _ = await Task.detached { @MainActor in injected(\.title) }.value
  }

  func testRateInDetachedTask() async {
    _ = await Task.detached { injected(\.rate) }.value
  }

  func testUnimplementedEndpoint() {
    withInjectedValues {
      $0.store = Store()
    } operation: {
      _ = injected(\.store).price("tea")
    }
  }

  func testUnusedOverride() {
    withInjectedValues(.exhaustive) {
      $0.store.price = { _ in 1 }
    } operation: {
      _ = injected(\.title)
    }
  }

  func testZLeaks() {
    outliving = Cart()
    outlivingValues = .current
  }

  func testZReadsTheOwnerOfAnother() {
    _ = outliving?.store.price("tea")
  }

  func testZRunsInTheValuesOfAnother() {
    outlivingValues?.run { _ = injected(\.stock) }
  }
}

/// What a test leaves behind for the next.
nonisolated(unsafe) private var outliving: Cart?  // XCTest runs one test after the other.
nonisolated(unsafe) private var outlivingValues: InjectedValues?

/// All overrides of each test have to be read.
final class FailingExhaustiveXCTests: InjectedTestCase {
  override var injectedOptions: InjectedScopeOptions { .exhaustive }
  override func inject(into values: inout InjectedValues) { values.title = "exhaustive" }

  func testAllIsRead() {
    XCTAssertEqual(injected(\.title), "exhaustive")
  }

  func testNothingIsRead() {}

  // Who fails and comes to the end is looked at.
  func testRate() { _ = injected(\.rate) }

  // Whoever does not come to the end is not told of what was to come.
  func testIsSkipped() throws { throw XCTSkip("Not today.") }
  func testThrows() throws { throw SoldOut() }
}

/// A test without the base class.
final class FailingPlainXCTests: XCTestCase {
  func testLostOnQueue() {
    let done = expectation(description: "read")
    withInjectedValues {
      $0.title = "scope"
    } operation: {
      DispatchQueue.global().async {
        _ = injected(\.title)
        done.fulfill()
      }
      wait(for: [done], timeout: 60)
    }
  }

  func testMissingTestValue() {
    _ = injected(\.rate)
  }

  func testRateInTask() async { _ = injected(\.rate) }

  func testStockIsFresh() { XCTAssertEqual(injected(\.stock).add(), 1) }
  func testStockIsFreshAgain() async { XCTAssertEqual(injected(\.stock).add(), 1) }
}

/// A test whose task outlives it, which fails no other.
final class OutlivingXCTests: InjectedTestCase {
  private static let gate = AsyncStream.makeStream(of: Void.self)
  nonisolated(unsafe) private static var task: Task<Void, Never>?  // One test after the other.

  func testALeavesATaskBehind() {
    let stream = Self.gate.stream
    Self.task = Task {
      for await _ in stream {}
      _ = injected(\.title)
    }
  }

  func testBIsNotToBlame() async {
    Self.gate.continuation.finish()
    await Self.task?.value
  }
}

/// Tests that leave work behind on a queue and on a thread, which fails no other.
final class LeavingXCTests: InjectedTestCase {
  private static let left = Left()

  func testALeavesWorkBehind() { Self.left.leave() }
  func testBIsNotToBlame() { Self.left.finish() }
}

/// The same, without the base class.
final class LeavingPlainXCTests: XCTestCase {
  private static let left = Left()

  func testALeavesWorkBehind() { Self.left.leave() }
  func testBIsNotToBlame() { Self.left.finish() }
}

/// Work that goes on until it is told to finish.
private final class Left: Sendable {
  private let isFinishing = DispatchSemaphore(value: 0)
  private let work = DispatchGroup()

  func leave() {
    let (store, cart) = (Store(), Cart())
    DispatchQueue.global().async(group: work) {
      self.isFinishing.wait()
      _ = store.price("tea")
      _ = cart.title
    }
    work.enter()
    Thread.detachNewThread {
      self.isFinishing.wait()
      _ = injected(\.rate)
      self.work.leave()
    }
  }

  func finish() {
    isFinishing.signal()
    isFinishing.signal()
    work.wait()
  }
}

/// A class that reads between its tests, which is nobody's.
final class BetweenXCTests: XCTestCase {
  override class func setUp() {
    let (isOpen, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      _ = injected(\.rate)
      withInjectedValues {
        $0.title = "scope"
      } operation: {
        isOpen.signal()
        isRead.wait()
      }
      isOpen.signal()
    }
    isOpen.wait()
    _ = injected(\.title)
    isRead.signal()
    // Closed, before a read of a later test is lost.
    isOpen.wait()
  }

  func testNothing() {}
}

/// A test whose task reads when it has come to its end, and which calls something once XCTest has stopped it.
final class EndedXCTests: InjectedTestCase {
  private static let gate = AsyncStream.makeStream(of: Void.self)
  nonisolated(unsafe) private static var task: Task<Void, Never>?  // One test after the other.

  private final class Run: XCTestCaseRun, XCTestObservation {
    override func stop() {
      EndedXCTests.finishTask()
      XCTestObservationCenter.shared.addTestObserver(self)
      super.stop()
      XCTestObservationCenter.shared.removeTestObserver(self)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) { _ = Store().price("tea") }
  }

  override var testRunClass: AnyClass? { Run.self }

  func testIsNotToBlame() {
    let stream = Self.gate.stream
    Self.task = Task {
      for await _ in stream {}
      _ = injected(\.title)
    }
  }

  private static func finishTask() {
    let (task, isFinished) = (Self.task, DispatchSemaphore(value: 0))
    gate.continuation.finish()
    Task {
      await task?.value
      isFinished.signal()
    }
    isFinished.wait()
  }
}

/// A test whose overrides fail.
final class FailingOverrideXCTests: InjectedTestCase {
  override func inject(into values: inout InjectedValues) throws { throw SoldOut() }

  func testDoesNotRun() { XCTFail("ran") }
}

/// A test that says which values it wants, whoever runs it.
final class ContextXCTests: InjectedTestCase {
  override func inject(into values: inout InjectedValues) { values.context = .test }

  func testTitle() { XCTAssertEqual(injected(\.title), "test") }
}

/// Tests without the base class that read beside a scope of others, and have lost nothing.
final class BesideXCTests: XCTestCase {
  private let isOpen = AsyncStream.makeStream(of: Void.self)
  private let isRead = AsyncStream.makeStream(of: Void.self)

  private func openScope() -> Task<Void, Never> {
    Task.detached { [isOpen, isRead] in
      await withInjectedValues {
        $0.title = "theirs"
      } operation: {
        isOpen.continuation.finish()
        for await _ in isRead.stream {}
      }
    }
  }

  func testOnItsThread() {
    let opened = expectation(description: "open")
    let closed = expectation(description: "closed")
    let scope = openScope()
    Task.detached { [isOpen] in
      for await _ in isOpen.stream {}
      opened.fulfill()
      await scope.value
      closed.fulfill()
    }
    wait(for: [opened], timeout: 60)
    XCTAssertEqual(injected(\.title), "test")
    isRead.continuation.finish()
    wait(for: [closed], timeout: 60)
  }

  func testInItsTask() async {
    let scope = openScope()
    for await _ in isOpen.stream {}
    XCTAssertEqual(injected(\.title), "test")
    isRead.continuation.finish()
    await scope.value
  }
}

/// Everything right, in all kinds of tests.
final class CorrectXCTests: InjectedTestCase {
  private var isSetUp = false

  override func inject(into values: inout InjectedValues) { values.title = "right" }

  override func setUp() async throws {
    XCTAssertEqual(injected(\.title), "right")
    injected(\.stock).add()
  }

  override func setUpWithError() throws {
    XCTAssertEqual(injected(\.title), "right")
    isSetUp = true
  }

  override func tearDown() async throws {
    XCTAssertEqual(injected(\.stock).add(), 3)
    XCTAssertTrue(isSetUp)
  }

  private func check() {
    XCTAssertEqual(injected(\.stock).add(), 2)
    XCTAssertEqual(Cart().title, "right")
    addTeardownBlock { XCTAssertEqual(injected(\.title), "right") }
  }

  func testSynchronous() { check() }

  func testAsynchronous() async {
    check()
    let title = await Task { injected(\.title) }.value
    XCTAssertEqual(title, "right")
  }

  @MainActor func testOnMainActor() { XCTAssertEqual(injected(\.stock).add(), 2) }

  @MainActor func testOnMainActorAsynchronous() async {
    await Task.yield()
    XCTAssertEqual(injected(\.stock).add(), 2)
    XCTAssertEqual(Cart().title, "right")
  }

  func testCarried() async {
    check()
    let current = InjectedValues.current
    let title = await Task.detached { current.run { injected(\.title) } }.value
    XCTAssertEqual(title, "right")
  }
}

private struct SoldOut: Error {}
