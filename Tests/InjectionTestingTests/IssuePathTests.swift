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

  @Test("Outside every scope, the issue is at the test")
  func outside() async {
    let dial = Dial()
    let issues = await expectingIssues { _ = dial.read() }
    #expect(issues.first?.sourceLocation == Test.current?.sourceLocation)
  }

  @Test("A trait's scope is named by the trait's place, in each of its forms", arguments: 0..<4)
  func placeOfTrait(form: Int) async throws {
    let test = try #require(Test.current)
    let file: StaticString = "Shop/Trait.swift"
    let traits: [InjectedTrait] = [
      .injected(.exhaustive, fileID: file, line: 25),
      .injected(\.greeting, "unread", fileID: file, line: 25),
      .injected(fileID: file, line: 25) { $0.greeting = "unread" },
      .injected(.exhaustive, fileID: file, line: 25) { $0.greeting = "unread" },
    ]
    let report = try await issueReport {
      try await InjectedTrait.injected(.exhaustive).provideScope(for: test, testCase: nil) {
        try await traits[form].provideScope(for: test, testCase: nil) {
          withInjectedValues {
            $0.topic = "unread"
          } operation: {
          }
        }
      }
    }
    #expect(report.contains("the scope of Shop/Trait.swift:25 "))
  }

  @Test("A trait gives the path of its file, in each of its forms")
  func ofTrait() async throws {
    let traits: [InjectedTrait] = [
      .injected(.exhaustive, fileID: "Shop/0.swift", filePath: "/shop/0.swift"),
      .injected(\.greeting, "trait", fileID: "Shop/1.swift", filePath: "/shop/1.swift"),
      .injected(fileID: "Shop/2.swift", filePath: "/shop/2.swift") { $0.greeting = "trait" },
      .injected(.exhaustive, fileID: "Shop/3.swift", filePath: "/shop/3.swift") {
        $0.greeting = "trait"
      },
    ]
    let files: [StaticString] = ["Shop/0.swift", "Shop/1.swift", "Shop/2.swift", "Shop/3.swift"]
    for (number, file) in files.enumerated() {
      // What a macro makes has no line perhaps.
      for line in [25, 0] as [UInt] {
        let issues = await expectingIssues {
          withInjectedValues(
            .exhaustive, { $0.greeting = "unread" }, operation: {}, fileID: file, line: line)
        }
        let location = issues.first?.sourceLocation
        #expect(location?.filePath == "/shop/\(number).swift")
        #expect(location?.line == max(Int(line), 1))
      }
    }
    withExtendedLifetime(traits) {}
  }
}
