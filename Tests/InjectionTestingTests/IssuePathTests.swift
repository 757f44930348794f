import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("The path of an issue, which Xcode marks a line by")
struct IssuePathTests {
  @Test("An issue of a scope in the test's file has its path and line")
  func ofScope() async throws {
    let issues = await expectingIssues {
      withInjectedValues(.exhaustive) {
        $0.greeting = "unread"
      } operation: {
      }
    }
    let location = try #require(issues.first?.sourceLocation)
    #expect(location.filePath == #filePath)
    #expect(location.line == #line - 7)
  }

  @Test("A scope in a file whose path nobody knows: the issue is at the test", .injected)
  func ofUnknownFile() async throws {
    let issues = await expectingIssues {
      withInjectedValues(
        .exhaustive, { $0.greeting = "unread" }, operation: {}, fileID: "Shop/Shop.swift", line: 25)
    }
    let issue = try #require(issues.first)
    #expect(issue.message.contains("Shop/Shop.swift:25"))
    #expect(issue.sourceLocation == Test.current?.sourceLocation)
  }

  @Test("A trait gives the path of its file")
  func ofTrait() async throws {
    let trait = InjectedTrait.injected(
      fileID: "Shop/Traits.swift", filePath: "/shop/Traits.swift"
    ) { $0.greeting = "trait" }
    let issues = await expectingIssues {
      withInjectedValues(
        .exhaustive, { $0.greeting = "unread" }, operation: {}, fileID: "Shop/Traits.swift",
        line: 25)
    }
    #expect(issues.first?.sourceLocation?.filePath == "/shop/Traits.swift")
    withExtendedLifetime(trait) {}
  }
}
