import Dispatch
import Injection
import InjectionTesting
import Shop
import Testing

/// Twelve hundred tests at once that do everything right: none of them may hear of it.
@Suite("Correct") struct CorrectTests {
  @Test(.injected(.exhaustive) { $0.title = "trait" }, arguments: 0..<250)
  func trait(number: Int) async {
    #expect(Cart().title == "trait")
    let title = InjectedValues.propagating { injected(\.title) }
    #expect(await Task.detached { title() }.value == "trait")
  }

  @Test(arguments: 0..<250)
  func noTrait(number: Int) async {
    #expect(injected(\.stock).add() == 1)
    async let outside = injected(\.title)
    await withInjectedValues {
      $0.title = "scope \(number)"
    } operation: {
      let cart = Cart()
      let seen = await onQueue { cart.title }
      #expect(seen == "scope \(number)")
      async let child = injected(\.title)
      #expect(await child == "scope \(number)")
    }
    #expect(await outside == "test")
    #expect(injected(\.title) == "test")
  }

  @Test(.injected, arguments: 0..<250)
  func nested(number: Int) async {
    await withInjectedValues {
      $0.title = "outer"
    } operation: {
      let current = InjectedValues.current
      let seen = await onQueue { current.run { injected(\.title) } }
      #expect(seen == "outer")
      await withTaskGroup { group in
        for index in 0..<4 {
          group.addTask {
            withInjectedValues {
              $0.title = "\(index)"
            } operation: {
              #expect(injected(\.title) == "\(index)")
              #expect(injected(\.stock) === current.stock)
            }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<250)
  func unrelated(number: Int) async {
    // Nobody overrides the stock, so no scope can be lost.
    let seen = await Task.detached { injected(\.stock).add() }.value
    #expect(seen > 0)
    #expect(injected(\.stock).add() == 1)
  }

  private static let isOverridden = (0..<100).map { _ in AsyncStream<Never>.makeStream() }
  private static let isRead = (0..<100).map { _ in AsyncStream<Never>.makeStream() }

  /// Half of them override what the other half reads in detached tasks meanwhile.
  @Test(arguments: 0..<200)
  func crossing(number: Int) async {
    let (overridden, read) = (Self.isOverridden[number / 2], Self.isRead[number / 2])
    if number.isMultiple(of: 2) {
      await withInjectedValues {
        $0.title = "scope \(number)"
      } operation: {
        overridden.continuation.finish()
        for await _ in read.stream {}
        #expect(injected(\.title) == "scope \(number)")
      }
    } else {
      for await _ in overridden.stream {}
      #expect(await Task.detached { injected(\.title) }.value == "test")
      read.continuation.finish()
    }
  }
}

private func onQueue<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
