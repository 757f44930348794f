import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Exhaustive scopes: what is overridden is read, and what is read is overridden")
struct ExhaustiveTests {
  // MARK: Nothing to report

  @Test("Every override is read: no issue", .injected(.exhaustive) { $0.greeting = "read" })
  func allRead() async {
    await Task { #expect(injected(\.greeting) == "read") }.value
  }

  @Test("Only what an update changes: no read", .injected(.exhaustive) { $0.greeting += "!" })
  func readInUpdate() {
    #expect(injected(\.greeting) == "test!")
  }

  @Test("What a part of is used in another scope's value is read")
  func readInPart() {
    withInjectedValues(.exhaustive) { _ in
    } operation: {
      withGreetingChanged { #expect(injected(\.greeting) == "outer, inner") }
    }
  }

  @Test("Without overrides and reads there is nothing to report", .injected(.exhaustive))
  func nothing() {}

  @Test("A read counts that an owner makes outside the scope, or a queue")
  func throughOwner() async {
    let issues = await collectingIssues {
      await withInjectedValues(.exhaustive) {
        $0.greeting = "read"
      } operation: {
        let user = TallyUser()
        #expect(await onQueue { user.greeting } == "read")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A read counts that an owner makes in another branch", arguments: [false, true])
  func throughOwnerInAnotherBranch(isSession: Bool) async {
    let issues = await collectingIssues {
      await withInjectedValues(.exhaustive) {
        $0.greeting = "read"
      } operation: {
        let user = TallyUser()
        let greeting = await Task.detached {
          if isSession { return InjectedSession { _ in }.run { user.greeting } }
          return withInjectedValues {
            $0.tally = Tally()
          } operation: {
            user.greeting
          }
        }.value
        #expect(greeting == "read")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A read during a build counts")
  func inBuild() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.tally = Tally()
        $0.register(LedgerKey.self) { Ledger(tally: injected(\.tally)) }
      } operation: {
        _ = injected(\.ledger)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("What stands on saved values is looked at as well", arguments: [0, 1], [false, true])
  func onSavedValues(reads: Int, isRead: Bool) async {
    let saved = InjectedValues.current.overriding { $0.tally = Tally() }
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0 = saved
        $0.greeting = "on top"
        for _ in 0..<reads { _ = $0.tally }
      } operation: {
        _ = injected(\.tally)
        if isRead { _ = injected(\.greeting) } else { _ = injected(\.ledger) }
      }
    }
    #expect(issues.count == (isRead ? 0 : 2))
  }

  @Test("A decoration is used with what it decorates")
  func decoration() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "base"
        $0.decorate(GreetingKey.self) { $0 + "!" }
      } operation: {
        #expect(injected(\.greeting) == "base!")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A collection uses each contribution; an unread one is reported")
  func contributions() async {
    let none = await collectingIssues {
      withInjectedValues(.exhaustive) {
        $0.contribute(StepsKey.self) { "first" }
      } operation: {
        withInjectedValues {
          $0.contribute(StepsKey.self) { "second" }
        } operation: {
          #expect(injected { $0[StepsKey.self] } == ["first", "second"])
        }
      }
    }
    #expect(none.isEmpty)
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        $0.contribute(StepsKey.self) { "unread" }
      } operation: {
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("override of StepsKey") == true)
  }

  @Test("In the live context the option does nothing")
  func live() async {
    let issues = await collectingIssues {
      withInjectedValues {
        $0.context = .live
      } operation: {
        withInjectedValues(.exhaustive) {
          $0.greeting = "unread"
        } operation: {
          _ = injected(\.topic)
        }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A scope whose operation throws is not looked at")
  func throwing() async {
    struct Failure: Error {}
    let issues = await collectingIssues {
      #expect(throws: Failure.self) {
        try withInjectedValues(.exhaustive) {
          $0.greeting = "unread"
        } operation: { () throws(Failure) in
          throw Failure()
        }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("Nor is one whose task was cancelled before it returned")
  func cancelled() async {
    let issues = await collectingIssues {
      await Task {
        await withInjectedValues(.exhaustive) {
          $0.greeting = "unread"
        } operation: {
          _ = injected(\.topic)
          withUnsafeCurrentTask { $0?.cancel() }
          await Task.yield()
        }
        withInjectedValues(.exhaustive) {
          $0.greeting = "unread"
        } operation: {
          _ = injected(\.topic)
        }
      }.value
    }
    #expect(issues.isEmpty)
  }

  // MARK: Unused overrides

  @Test("What is changed in part and then read by nobody is reported, for both scopes")
  func changedInVain() async {
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) { _ in
      } operation: {
        withGreetingChanged {}
        withInjectedValues {
          $0.greeting = "another scope's"
        } operation: {
          #expect(injected(\.greeting) == "another scope's")
        }
      }
    }
    #expect(issues.count == 2)
  }

  private func withGreetingChanged(_ operation: () -> Void) {
    withInjectedValues {
      $0.greeting = "outer"
    } operation: {
      withInjectedValues({ $0.greeting += ", inner" }, operation: operation)
    }
  }

  @Test("A loop whose scopes nobody reads is told of once")
  func loop() async {
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) { _ in
      } operation: {
        for number in 0..<10 {
          withInjectedValues {
            $0.greeting = "\(number)"
          } operation: {
          }
        }
      }
    }
    #expect(issues.count == 1)
  }

  @Test("The overrides of a session that nobody enters are unread")
  func sessionNotEntered() async throws {
    let issues = await expectingIssues {
      await withInjectedValues(.exhaustive) { _ in
      } operation: {
        let session = InjectedSession { $0.greeting = "unread" }
        await session.end()
      }
    }
    #expect(issues.count == 1)
    #expect(try #require(issues.first).message.contains("override of GreetingKey"))
  }

  @Test("An unread override is reported at the line of its scope")
  func unused() async throws {
    let line = #line + 2
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "unread"
        $0.topic = "read"
      } operation: {
        _ = injected(\.topic)
      }
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.message.contains("the override of GreetingKey in the scope of"))
    #expect(issue.message.contains("ExhaustiveTests.swift:\(line) was never read"))
    #expect(issue.sourceLocation?.line == line)
    #expect(issue.sourceLocation?.fileID == "InjectionTestingTests/ExhaustiveTests.swift")
  }

  @Test("An asynchronous scope, and one whose update throws, report too")
  func forms() async throws {
    let issues = await expectingIssues {
      await withInjectedValues(.exhaustive) {
        await Task.yield()
        $0.greeting = "unread"
      } operation: {
        await Task.yield()
      }
      #expect(throws: Never.self) {
        try withInjectedValues(.exhaustive) {
          try Task.checkCancellation()
          $0.topic = "unread"
        } operation: {
        }
      }
      await #expect(throws: Never.self) {
        try await withInjectedValues(.exhaustive) {
          try Task.checkCancellation()
          $0.untested = await Task { 1 }.value
        } operation: {
          await Task.yield()
        }
      }
    }
    #expect(issues.count == 3)
  }

  @Test(
    "An override that one further inside shadows, unread, is unused; so is that of an inner scope")
  func shadowed() async {
    let outer = #line + 2
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "shadowed"
      } operation: {
        withInjectedValues {
          $0.greeting = "read"
          $0.topic = "unread"
        } operation: {
          _ = injected(\.greeting)
        }
      }
    }
    #expect(issues.count == 2)
    #expect(
      issues.contains {
        $0.message.contains(
          "override of GreetingKey in the scope of InjectionTestingTests/ExhaustiveTests.swift:\(outer)"
        )
      })
    #expect(
      issues.contains {
        $0.message.contains(
          "override of TopicKey in the scope of InjectionTestingTests/ExhaustiveTests.swift:\(outer + 3)"
        )
      })
  }

  @Test("A read counts for every exhaustive scope that encloses the override")
  func nested() async {
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "outer"
        $0.topic = "outer, unread"
      } operation: {
        withInjectedValues(.exhaustive) {
          $0.untested = 1
        } operation: {
          _ = injected(\.greeting)
          _ = injected(\.untested)
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("override of TopicKey") == true)
  }

  // MARK: Reads without an override

  @Test("A key that is read without an override is reported once, with its accessor")
  func readWithoutOverride() async throws {
    let line = #line + 2
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "read"
      } operation: {
        _ = injected(\.greeting)
        _ = injected(\.topic)
        _ = injected(\.topic)
      }
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.message.contains("'topic' read TopicKey, which nobody overrides"))
    #expect(issue.sourceLocation?.line == line)
  }

  @Test("A default that was built before the scope is one, and so is what a default reads")
  func builtBefore() async {
    _ = injected(\.topic)
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        _ = injected(\.topic)
        _ = injected(\.ledger)
      }
    }
    #expect(issues.count == 3)
    for key in ["TopicKey", "LedgerKey", "TallyKey"] {
      #expect(issues.contains { $0.message.contains("read \(key), which nobody overrides") })
    }
  }

  @Test("The context is read without an override")
  func context() async {
    let issues = await collectingIssues {
      withInjectedValues(.exhaustive) { _ in
      } operation: {
        #expect(injected(\.context) == .test)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("What an outer scope overrides is overridden")
  func outerOverride() async {
    let issues = await collectingIssues {
      withInjectedValues {
        $0.greeting = "outer"
      } operation: {
        withInjectedValues(.exhaustive) { _ = injected(\.greeting) }
      }
    }
    #expect(issues.isEmpty)
  }
}

private enum StepsKey: InjectedCollectionKey {
  typealias Element = String
}
