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
