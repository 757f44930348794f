import Injection
import Shop
import Testing

// Knows nothing of InjectionTesting: that it is linked suffices. Run without the other tests, so that
// no trait has installed anything.
@Suite("Unaided") struct UnaidedTests {
  @Test(arguments: 0..<500) func freshForEachArgument(number: Int) {
    #expect(injected(\.stock).add() == 1)
  }

  @Test func fresh() async {
    #expect(injected(\.stock).add() == 1)
    #expect(await Task { injected(\.stock).add() }.value == 2)
  }

  @Test func freshAgain() { #expect(injected(\.stock).add() == 1) }

  @Test func missing() { _ = injected(\.rate) }

  @Test func lost() async {
    await withInjectedValues {
      $0.title = "scope"
    } operation: {
      _ = await Task.detached { injected(\.title) }.value
    }
  }
}
