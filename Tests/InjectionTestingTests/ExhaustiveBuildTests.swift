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

private enum UncheckedKey: InjectedKey {
  static let liveValue = 1
  static let testValue = 1
}

@Suite("5. Exhaustive scopes: what was built from an override has read it")
struct ExhaustiveBuildTests {
  @Test("An update that puts the scope into another context is not checked")
  func liveByUpdate() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.context = .live
        $0.greeting = "unread"
      } operation: {
        _ = injected { $0[UncheckedKey.self] }
      }
      await withInjectedValues(.exhaustive) {
        $0.context = .preview
        $0.greeting = "unread"
      } operation: {
        await Task.yield()
      }
    }
    #expect(issues.isEmpty)
  }

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
      withInjectedValues(.exhaustive) {
        $0.greeting = "outer"
        $0.register(BannerKey.self) { injected(\.greeting) }
      } operation: {
        withInjectedValues {
          $0.greeting += "!"
        } operation: {
          _ = InjectedValues.peek(\.banner)
          _ = injected(\.banner)
        }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("What is built to learn an accessor is built again, so that its reads are seen")
  func learnt() async {
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        _ = InjectedValues.explain(\.signboard)
        _ = injected(\.signboard)
      }
    }
    #expect(issues.count == 2)
    #expect(issues.contains { $0.message.contains("read BannerKey, which nobody overrides") })
  }

  @Test("What an update reads for another value is read; what it reads to change it is not")
  func readInUpdate() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "hello"
        $0.topic = $0.greeting + "!"
      } operation: {
        _ = injected(\.topic)
      }
      withInjectedValues(.exhaustive) {
        $0.greeting = "outer"
      } operation: {
        withInjectedValues {
          $0.topic = $0.greeting + "!"
        } operation: {
          _ = injected(\.topic)
        }
        // One that assigns nothing has read it as well.
        withInjectedValues {
          _ = $0.greeting
        } operation: {
        }
      }
    }
    #expect(issues.isEmpty)
    let changed = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "hello"
      } operation: {
        withInjectedValues {
          $0.greeting += "!"
          $0.tally = Tally()
        } operation: {
          _ = injected(\.tally)
        }
      }
    }
    #expect(changed.count == 2)
    #expect(changed.allSatisfy { $0.message.contains("the override of GreetingKey") })
  }

  @Test("What an update reads has read what it was built from, also where nobody looked on")
  func partsReadInUpdate() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.tally = Tally()
      } operation: {
        _ = InjectedValues.peek(\.ledger)
        withInjectedValues {
          $0.topic = "\($0.ledger.tally.value)"
        } operation: {
          _ = injected(\.topic)
        }
      }
      withInjectedValues(.exhaustive) {
        $0.tally = Tally()
        $0.register(LedgerKey.self) { Ledger(tally: injected(\.tally)) }
      } operation: {
        _ = InjectedValues.peek(\.ledger)
        withInjectedValues {
          $0.topic = "\($0.ledger.tally.value)"
        } operation: {
          _ = injected(\.topic)
        }
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

  @Test("What an update that assigns nothing has read is read, whatever update comes after it")
  func updateOfNothing() async {
    let issues = await collectingIssues {
      // The next one's scope may be where the first one's was.
      for _ in 0..<20 {
        withInjectedValues(.exhaustive) {
          $0.greeting = "outer"
        } operation: {
          withInjectedValues {
            _ = $0.greeting
          } operation: {
          }
          withInjectedValues {
            $0.greeting = "inner"
          } operation: {
            withInjectedValues {
              $0.topic = $0.greeting
            } operation: {
              _ = injected(\.topic)
            }
          }
        }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("What a service that was built inside reads for a task outside is not read inside")
  func builtInside() async {
    let issues = await expectingIssues {
      await withInjectedValues(.exhaustive) {
        let service = injected { $0[LaterKey.self] }
        await Task.detached { _ = service.topic() }.value
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("read LaterKey, which nobody overrides") == true)
  }

  @Test("What a service reads inside, when its own scope has gone, is read")
  func escaped() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        let service = withInjectedValues {
          $0.topic = "inner"
          $0.register(LaterKey.self) { Later() }
        } operation: {
          injected { $0[LaterKey.self] }
        }
        #expect(service.topic() == "inner")
      }
    }
    #expect(issues.isEmpty)
  }
}

/// Reads the topic when it is asked.
private final class Later: Sendable {
  let topic = Injected(\.topic)
}

private enum LaterKey: InjectedInterfaceKey {
  static var testValue: Later { Later() }
}

private enum BannerKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

private enum SignboardKey: InjectedInterfaceKey {
  static var testValue: String { injected(\.banner) }
}

extension InjectedValues {
  fileprivate var banner: String { self[BannerKey.self] }
  fileprivate var signboard: String { self[SignboardKey.self] }
}
