import Injection
import InjectionTesting
import TestSupport
import Testing

extension ExhaustiveTests {
  @Test("Two keys of one name, both unread, are two issues; and so is each run of a scope")
  func sameName() async {
    func withBoth() {
      withInjectedValues(.exhaustive) {
        assignFirst(to: &$0)
        assignSecond(to: &$0)
      } operation: {
      }
    }
    // The first may be a known issue, as in `withKnownIssue`.
    let known = await expectingIssues { withBoth() }
    #expect(known.count == 2)
    #expect(Set(known.map(\.message)).count == 1)
    let others = await expectingIssues { withBoth() }
    #expect(others.count == 2)
  }
}

private func assignFirst(to values: inout InjectedValues) {
  enum NameKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
  values[NameKey.self] = 1
}

private func assignSecond(to values: inout InjectedValues) {
  enum NameKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
  values[NameKey.self] = 1
}

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
