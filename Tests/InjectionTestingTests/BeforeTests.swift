import Injection
import InjectionTesting
import TestSupport
import Testing

/// Reads what each test has one of.
private final class Reader: Sendable {
  let tally = Injected(\.tally)
  let greeting = Injected(\.greeting)

  static func two() -> [Reader] { [Reader(), Reader()] }
}

@Suite("Worlds: what is made and read before a case begins is of no case's world", .injected)
struct BeforeTests {
  private static let shared = [Reader()]

  @Test("An owner among the arguments reads in the world of its case", arguments: Reader.two())
  private func argument(of reader: Reader) {
    #expect(reader.tally().increment() == 1)
    #expect(reader.tally() === injected(\.tally))
    prepareInjectedValues { $0.greeting = "prepared" }
    #expect(reader.greeting() == "prepared")
  }

  @Test("So it does without the trait's scope", .injected { $0.topic = "own" }, arguments: shared)
  private func sharedArgument(of reader: Reader) {
    #expect(reader.tally().increment() == 1)
  }

  @Test("Also where two tests share it", arguments: shared)
  private func sharedArgumentAgain(of reader: Reader) {
    #expect(reader.tally().increment() == 1)
  }

  @Test(
    "What a condition reads is not what the test prepares or reads",
    .enabled { injected(\.greeting) == "test" && injected(\.tally).increment() == 1 })
  func condition() {
    prepareInjectedValues { $0.greeting = "prepared" }
    #expect(injected(\.greeting) == "prepared")
    #expect(injected(\.tally).increment() == 1)
  }
}

/// Prepares for a test as a whole: before it is run, or around all of it.
private struct Preparing: TestTrait, TestScoping {
  let isAround: Bool

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Preparing? {
    isAround && testCase == nil ? self : nil
  }

  func prepare(for test: Test) async throws {
    if !isAround { prepareInjectedValues { $0.greeting = "prepared" } }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    prepareInjectedValues { $0.greeting = "prepared" }
    try await function()
  }
}

@Suite("Worlds: what a trait prepares for a test as a whole is in the world of each case")
struct PreparingTests {
  @Test("Around it", Preparing(isAround: true))
  func around() {
    #expect(injected(\.greeting) == "prepared")
  }

  @Test("Around it, with the trait", Preparing(isAround: true), .injected)
  func aroundInWorld() {
    #expect(injected(\.greeting) == "prepared")
    #expect(InjectedValues.explain(\.greeting).source.kind == .prepared)
  }

  @Test("Before it, for each case", Preparing(isAround: false), .injected, arguments: 1...2)
  func before(number: Int) {
    #expect(injected(\.greeting) == "prepared")
    prepareInjectedValues { $0.topic = "topic \(number)" }
    #expect(injected(\.topic) == "topic \(number)")
    #expect(injected(\.tally).increment() == 1)
  }
}

@Suite(
  "Worlds: what a suite's condition reads is not what a test reads",
  .enabled { injected(\.tally).increment() > 0 })
struct BeforeSuiteTests {
  @Test("With the trait", .injected)
  func with() {
    #expect(injected(\.tally).increment() == 1)
  }

  @Test("Without it")
  func without() {
    #expect(injected(\.tally).increment() == 1)
  }
}
