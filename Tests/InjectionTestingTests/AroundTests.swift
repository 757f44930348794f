import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Under a scope around the suite, what is a test's is not the suite's", Around())
struct AroundSuiteOwnerTests {
  @Test(
    "Several traits have one world", .injected { $0.tally.increment() },
    .injected(\.greeting, "own"))
  func oneWorld() {
    #expect(injected(\.topic) + injected(\.greeting) == "aroundown")
    #expect(injected(\.tally).value == 1)
  }

  @Test("An issue from elsewhere is the test's, also one of a default")
  func issues() async throws {
    let test = try #require(Test.current)
    let report = try await issueReport {
      try await InjectedTrait.injected.provideScope(for: test, testCase: Test.Case.current) {
        let values = InjectedValues.current
        await onQueue { _ = values.run { (injected(\.dial).read(), injected(\.untested)) } }
      }
    }
    #expect(report.contains("Dial.read was called"))
    #expect(report.contains("no test value for UntestedKey"))
  }

  @Test("A session that is open when the test ends is told of")
  func openSession() async throws {
    let test = try #require(Test.current)
    let kept = Guarded<InjectedSession?>(nil)
    let report = try await issueReport {
      try await InjectedTrait.injected.provideScope(for: test, testCase: Test.Case.current) {
        let session = InjectedSession { $0.greeting = "session" }
        session.onEnd(GreetingKey.self) { _ in }
        kept.withLock { $0 = session }
      }
      await kept.withLock { $0 }?.end()
    }
    #expect(report.contains("had not ended when its test did"))
  }
}

@Suite("What a trait opens around a test function as a whole")
struct AroundFunctionTests {
  @Test("Reaches the world of each argument", AroundFunction(), .injected, arguments: 0..<3)
  func each(number: Int) {
    #expect(injected(\.topic) == "around")
    #expect(injected(\.tally).increment() == 1)
  }

  @Test(
    "Is below what the traits override, which have one world", AroundFunction(),
    .injected { $0.tally.increment() }, .injected { $0.topic += ", own" }, arguments: 0..<3)
  func below(number: Int) {
    #expect(injected(\.topic) == "around, own")
    #expect(injected(\.tally).value == 1)
  }

  @Test("Reaches the world of a test without arguments", AroundFunction(), .injected)
  func alone() {
    #expect(injected(\.topic) == "around")
    #expect(injected(\.tally).increment() == 1)
  }
}

@Suite("A world that a trait opens around a suite as a whole", AroundWorld(), .serialized)
struct AroundWorldTests {
  @Test("Reaches those of its tests, of which each argument has one", .injected, arguments: [1, 2])
  func each(number: Int) {
    #expect(injected(\.topic) == "around")
    #expect(injected(\.tally).increment() == 1)
    #expect(injected(\.greeting) == "test")
  }

  @Test(
    "Is below what several traits override, which have one world",
    .injected { $0.tally.increment() }, .injected { $0.topic += ", own" }, arguments: [1, 2])
  func below(number: Int) {
    #expect(injected(\.topic) == "around, own")
    #expect(injected(\.tally).value == 1)
  }

  @Test("Is that of a test without a trait")
  func shared() {
    #expect(injected(\.topic) == "around")
    #expect(injected(\.greeting) == "kept")
  }
}

/// Opens a world around a suite as a whole, in which something is built.
private struct AroundWorld: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await InjectedTrait.injected {
      $0.topic = "around"
    }.provideScope(for: test, testCase: testCase) {
      prepareInjectedValues { $0.greeting = "kept" }
      _ = injected(\.tally).increment()
      try await InjectedTrait.injected.provideScope(for: test, testCase: testCase) {
        // The suite has one.
        #expect(injected(\.tally).value == 1)
        try await function()
      }
    }
  }
}

/// Opens a scope around a suite as a whole.
private struct Around: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withInjectedValues {
      $0.topic = "around"
    } operation: {
      try await function()
    }
  }
}

/// Opens a scope around a test function, and not around each of its cases.
private struct AroundFunction: TestTrait, TestScoping {
  func scopeProvider(for test: Test, testCase: Test.Case?) -> AroundFunction? {
    testCase == nil ? self : nil
  }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withInjectedValues {
      $0.topic = "around"
    } operation: {
      try await function()
    }
  }
}
