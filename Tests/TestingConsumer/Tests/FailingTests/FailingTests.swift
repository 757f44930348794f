import Dispatch
import Injection
import InjectionTesting
import Shop
import Testing

/// Each test makes one mistake, one after the other: a lost read is nobody's where two are open.
@Suite("Failing", .serialized) struct FailingTests {
  @Test(.injected) func missingTestValue() {
    _ = injected(\.rate)
  }

  @Test func missingTestValueWithoutTrait() {
    _ = injected(\.rate)
  }

  @Test(.injected { $0.title = "trait" }) func lostInDetachedTask() async {
    _ = await Task.detached { injected(\.title) }.value
  }

  @Test func lostOnQueue() async {
    await withInjectedValues {
      $0.title = "scope"
    } operation: {
      _ = await onQueue { injected(\.title) }
    }
  }

  @Test(.injected) func lostInCallback() async {
    await withInjectedValues {
      $0.title = "scope"
    } operation: {
      _ = await withCheckedContinuation { continuation in
        Callbacks.shared.fetch { continuation.resume(returning: injected(\.title)) }
      }
    }
  }

  @Test(.injected { $0.title = "early" }) func outlivedByTask() {
    Leak.task = Task {
      await Leak.testEnded.wait()
      _ = injected(\.title)
      Leak.isDone.open()
    }
  }

  @Test func whileTheTaskReads() async {
    Leak.testEnded.open()
    await Leak.isDone.wait()
  }

  @Test(.injected { $0.title = "early" }) func outlivedByOwner() {
    Leak.cart = Cart()
  }

  @Test func readsTheOwner() {
    _ = Leak.cart?.title
  }

  @Test(
    .injected(.exhaustive) {
      $0.title = "unread"
      $0.store.price = { _ in 1 }
    })
  func unusedOverride() {
    _ = injected(\.store).price("tea")
  }

  @Test(.injected(.exhaustive)) func readWithoutOverride() {
    _ = injected(\.title)
  }

  @Test func exhaustiveScope() {
    withInjectedValues(.exhaustive) {
      $0.title = "unread"
    } operation: {
      _ = injected(\.stock)
    }
  }

  @Test(.injected { $0.store = Store() }) func unimplementedEndpoint() {
    _ = injected(\.store).price("tea")
    try? injected(\.store).buy("tea")
  }

  @Test(.injected, arguments: [1, 2]) func parameterised(number: Int) {
    if number == 2 { _ = injected(\.rate) }
  }

  @Test func rateOutside() async {
    _ = await Task.detached { injected(\.rate) }.value
  }

  @Test(.injected) func leavesASession() {
    Leak.session = InjectedSession { $0.title = "session" }
    Leak.session?.onEnd(TitleKey.self) { _ in }
  }

  @Test func dropsTheSession() { Leak.session = nil }

  @Test func leavesASessionWithoutTrait() {
    Leak.session = InjectedSession { $0.title = "session" }
    Leak.session?.onEnd(TitleKey.self) { _ in }
  }

  @Test(.injected) func dropsThatSession() { Leak.session = nil }
}

/// Two tests that override one key and meet: nobody can say which of them lost the read.
@Suite("Ambiguous") struct AmbiguousTests {
  @Test(.injected { $0.store = Store { _ in 1 } }) func first() async {
    await Leak.meeting.arrive()
    _ = await Task.detached { injected(\.store).price("tea") }.value
    await Leak.parting.arrive()
  }

  @Test(.injected { $0.store = Store { _ in 2 } }) func second() async {
    await Leak.meeting.arrive()
    await Leak.parting.arrive()
  }
}

/// What tests leave behind for others.
private enum Leak {
  nonisolated(unsafe) static var task: Task<Void, Never>?  // serialised
  nonisolated(unsafe) static var cart: Cart?  // serialised
  nonisolated(unsafe) static var session: InjectedSession?  // serialised
  static let testEnded = Meeting(1)
  static let isDone = Meeting(1)
  static let meeting = Meeting(2)
  static let parting = Meeting(2)
}

private final class Callbacks: Sendable {
  static let shared = Callbacks()
  func fetch(_ done: @escaping @Sendable () -> Void) { DispatchQueue.global().async { done() } }
}

private func onQueue<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
