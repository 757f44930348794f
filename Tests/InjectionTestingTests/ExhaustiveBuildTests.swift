import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("5. Exhaustive scopes: what was built from an override has read it")
struct ExhaustiveBuildTests {
  @Test("Also where nobody looked on")
  func peeked() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.tally = Tally()
        $0.register(LedgerKey.self) { Ledger(tally: injected(\.tally)) }
      } operation: {
        _ = InjectedValues.peek(\.ledger)
        _ = injected(\.ledger)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("Also of values that succeed others", arguments: [false, true])
  func succeeding(readsGreeting: Bool) async {
    let tally = Tally()
    func values(_ greeting: String, after earlier: InjectedValues? = nil) -> InjectedValues {
      InjectedValues.current.overriding {
        if readsGreeting { $0.greeting = greeting }
        $0.tally = tally
        $0.register(LedgerKey.self) { Ledger(tally: injected(\.tally)) }
        if !readsGreeting { $0.greeting = greeting }
      }.succeeding(earlier)
    }
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive, { _ in }) {
        let first = values("first")
        first.run { _ = (injected(\.greeting), injected(\.ledger)) }
        values("second", after: first).run {
          _ = injected(\.ledger)
          if readsGreeting { _ = injected(\.greeting) }
        }
      }
    }
    #expect(
      issues.map { $0.message.contains("the override of GreetingKey") }
        == (readsGreeting ? [] : [true]))
  }
}
