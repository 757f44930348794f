import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Traits: a scope and a world for each test case")
struct InjectedTraitTests {
  // MARK: On a test

  @Test("A trait overrides for the whole test", .injected { $0.greeting = "trait" })
  func override() async {
    #expect(injected(\.greeting) == "trait")
    #expect(TallyUser().greeting == "trait")
    await Task { #expect(injected(\.greeting) == "trait") }.value
  }

  @Test(
    "A trait gives one key a value, made for each case", .injected(\.tally, Tally()),
    arguments: 0..<4)
  func value(number: Int) {
    #expect(injected(\.tally).increment() == 1)
  }

  @Test(
    "A part that nobody has implemented is written without being called", .injected(\.dial.now, 7))
  func unimplementedPart() {
    #expect(injected(\.dial).now == 7)
  }

  @Test("A part of what a default builds is written, and what that calls is told of")
  func unimplementedInDefault() async throws {
    let test = try #require(Test.current)
    let issues = try await expectingIssues {
      try await InjectedTrait.injected(\.ticket.title, "own")
        .provideScope(for: test, testCase: Test.Case.current) {
          #expect(injected(\.ticket).title == "own")
        }
    }
    #expect(issues.map { $0.message.contains("Dial.read was called") } == [true])
  }

  @Test(
    "A value on a value, and a part of one", .injected(\.topic, "first"), .injected(\.greeting, "a")
  )
  func values() {
    #expect(injected(\.topic) + injected(\.greeting) == "firsta")
  }

  @Test("Compile: a trait with a misspelt accessor is answered with that")
  func misspelt() async throws {
    let prelude = """
      import Injection
      import InjectionTesting
      enum NameKey: InjectedKey { static let liveValue = "live" }
      extension InjectedValues {
        var name: String { get { self[NameKey.self] } set { self[NameKey.self] = newValue } }
      }
      """
    let wrong = "// expected-error {{value of type 'InjectedValues' has no member 'nmae'}}"
    let type =
      "expected-error {{to expected argument type 'WritableKeyPath<InjectedValues, String>'}}"
    let sources = [
      "func f() -> InjectedTrait { .injected(\\.nmae, \"a\") } \(wrong) \(type)",
      "func f() -> InjectedTrait { .injected { $0.nmae = \"a\" } } \(wrong)",
      "func f() -> InjectedTrait { .injected(.exhaustive) { $0.nmae = \"a\" } } \(wrong)",
      "func f() -> InjectedTrait { .injected(\\.name, \"a\") }",
      """
      func f(_ update: @escaping @Sendable (inout InjectedValues) -> Void) -> InjectedTrait {
        .injected(update)
      }
      """,
    ]
    try await Snippet.expect(sources.map { Snippet($0, $0) }, after: prelude)
  }

  @Test("A test may ask for the live values", .injected(\.context, .live))
  func liveContext() {
    #expect(injected(\.greeting) == "live")
  }

  @Test(
    "An update may wait for what it assigns",
    .injected {
      await Task.yield()
      $0.greeting = await Task { "awaited" }.value
    })
  func asynchronousUpdate() {
    #expect(injected(\.greeting) == "awaited")
  }

  @Test(
    "Two traits add up, the second on top of the first",
    .injected {
      $0.greeting = "first"
      $0.topic = "first"
    }, .injected { $0.greeting += ", second" })
  func twice() {
    #expect(injected(\.greeting) == "first, second")
    #expect(injected(\.topic) == "first")
  }

  @Test(
    "An update sees the world's defaults, and its own assignments",
    .injected { values in
      values.tally.increment()
      values.greeting += "!"
      values.greeting += "?"
    })
  func readsInUpdate() {
    #expect(injected(\.tally).value == 1)
    #expect(injected(\.greeting) == "test!?")
  }

  @Test(
    "A main-actor test has main-actor values",
    .injected { @MainActor in $0.screen = Screen(title: "trait") })
  @MainActor
  func mainActor() {
    #expect(injected(\.greeting) == "test")
    #expect(InjectedValues.current.screen.title == "trait")
  }

  @Test(
    "Each argument has the trait's values, and a world of its own",
    .injected { $0.greeting += "!" }, arguments: 0..<20)
  func parameterised(number: Int) async {
    #expect(injected(\.greeting) == "test!")
    #expect(injected(\.tally).increment() == 1)
    await Task.yield()
    #expect(injected(\.ledger).tally.increment() == 2)
  }

  @Test("A trait without overrides gives a world", .injected, arguments: [1, 2, 3])
  func bare(number: Int) {
    #expect(injected(\.tally).increment() == 1)
  }

  @Test("The trait is looked for in a suite's tests, not in the suite as a whole")
  func scopeProvider() throws {
    let test = try #require(Test.current)
    #expect(InjectedTrait.injected.isRecursive)
    #expect(InjectedTrait.injected.scopeProvider(for: test, testCase: nil) == nil)
    #expect(InjectedTrait.injected.scopeProvider(for: test, testCase: Test.Case.current) != nil)
  }

  @Test("An error of the update fails the test, which does not run")
  func throwingUpdate() async throws {
    let test = try #require(Test.current)
    let trait = InjectedTrait.injected { _ in throw Refusal() }
    await #expect(throws: Refusal.self) {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        Issue.record("The test ran.")
      }
    }
  }

  @Test("An error of the test passes through, and its world ends")
  func throwingTest() async throws {
    let test = try #require(Test.current)
    let kept = Guarded<TallyUser?>(nil)
    await #expect(throws: Refusal.self) {
      try await InjectedTrait.injected.provideScope(for: test, testCase: Test.Case.current) {
        let user = TallyUser()
        kept.withLock { $0 = user }
        throw Refusal()
      }
    }
    let user = try #require(kept.withLock { $0 })
    let report = await issueReport { #expect(user.greeting == "test") }
    #expect(report.contains("which has ended"))
  }
}

private struct Refusal: Error {}

// MARK: On suites

@Suite("A suite's trait", .injected { $0.greeting = "suite" })
struct InjectedSuiteTests {
  private let user = TallyUser()
  private let greeting = injected(\.greeting)

  @Test("applies to its tests and to the suite's initialiser")
  func initialiser() {
    #expect(greeting == "suite")
    #expect(user.greeting == "suite")
    #expect(user.tally === injected(\.tally))
    #expect(user.tally.increment() == 1)
  }

  @Test("gives each test a world of its own")
  func world() {
    #expect(user.tally.increment() == 1)
  }

  @Test("is under that of a test", .injected { $0.greeting += ", test" })
  func onTop() {
    #expect(greeting == "suite, test")
    #expect(user.tally.increment() == 1)
  }

  @Test("gives each argument a world of its own", arguments: 0..<10)
  func argument(number: Int) {
    #expect(user.tally.increment() == 1)
  }

  @Suite("and a nested suite's, on top of it", .injected { $0.topic = "nested" })
  struct Nested {
    @Test("are seen in the nested suite")
    func both() {
      #expect(injected(\.greeting) == "suite")
      #expect(injected(\.topic) == "nested")
      #expect(injected(\.tally).increment() == 1)
    }

    @Suite("without a trait")
    struct Inner {
      @Test("reaches suites in suites", .injected { $0.topic += " and inner" })
      func inner() {
        #expect(injected(\.greeting) == "suite")
        #expect(injected(\.topic) == "nested and inner")
      }
    }
  }
}

@Suite("A suite with nothing but a world", .injected)
struct InjectedWorldSuiteTests {
  @Test("sees the defaults, untouched", arguments: 0..<10)
  func fresh(number: Int) {
    #expect(injected(\.greeting) == "test")
    #expect(injected(\.tally).increment() == 1)
  }
}

// MARK: Beside a trait of the user's own

/// Opens a scope around a suite as a whole, as traits do unless they are recursive.
private struct AroundSuite: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withInjectedValues {
      $0.topic = "the suite's"
    } operation: {
      #expect(injected(\.topic) == "the suite's")
      try await function()
    }
  }
}

/// Prepares for each test.
private struct Preparing: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    if testCase != nil {
      prepareInjectedValues { $0.topic = "prepared" }
      #expect(injected(\.greeting) == "test")
    }
    try await function()
  }
}

@Suite("Traits: what another one opens around the whole suite reaches each world", AroundSuite())
struct AroundSuiteTests {
  @Test("In one order", .injected, arguments: 0..<3)
  func inside(number: Int) {
    #expect(injected(\.topic) == "the suite's")
    #expect(injected(\.tally).increment() == 1)
  }

  @Test("And under overrides of the test's own", .injected(\.greeting, "own"))
  func overridden() {
    #expect(injected(\.topic) + injected(\.greeting) == "the suite'sown")
    #expect(injected(\.tally).increment() == 1)
  }

  @Test("What the suite opens is below what the test overrides", .injected(\.topic, "own"))
  func shadowed() {
    #expect(injected(\.topic) == "own")
  }
}

@Suite("Traits: what another trait has prepared for a test is in its world", Preparing())
struct PreparingTraitTests {
  @Test("Around the trait", .injected, arguments: 0..<3)
  func inside(number: Int) {
    #expect(injected(\.topic) == "prepared")
    #expect(injected(\.tally).increment() == 1)
  }

  @Test("Without it") func alone() {
    #expect(injected(\.topic) == "prepared")
  }
}

/// An endpoint with a property that is computed from it.
struct Dial: Sendable {
  var read: @Sendable () -> Int = unimplemented("Dial.read", placeholder: 0)

  var now: Int {
    get { read() }
    set { read = { newValue } }
  }
}

private enum DialKey: InjectedInterfaceKey {
  static var testValue: Dial { Dial() }
}

extension InjectedValues {
  var dial: Dial {
    get { self[DialKey.self] }
    set { self[DialKey.self] = newValue }
  }
}

/// Calls what nobody has implemented when its default is made.
private struct Ticket: Sendable {
  let id = injected(\.dial).read()
  var title = ""
}

private enum TicketKey: InjectedInterfaceKey {
  static var testValue: Ticket { Ticket() }
}

extension InjectedValues {
  fileprivate var ticket: Ticket {
    get { self[TicketKey.self] }
    set { self[TicketKey.self] = newValue }
  }
}
