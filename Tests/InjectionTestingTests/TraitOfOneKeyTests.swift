import Injection
import InjectionTesting
import TestSupport
import Testing

// A value that the trait gives to one key is assigned as an update assigns it, though Swift reads first what a
// key path writes.

@Suite("Traits of one key: what has a value is not read for it")
struct TraitOfOneKeyTests {
  @Test("A default that would fail is not built", .injected(\.unbuildable, 5))
  func unbuildable() {
    #expect(injected(\.unbuildable) == 5)
  }

  @Test("A key that was not prepared", .injected(\.unprepared, 5))
  func unprepared() {
    #expect(injected(\.unprepared) == 5)
  }

  @Test(
    "A function, one in an optional, and one beside a number",
    .injected(\.increase, { $0 + 1 }), .injected(\.mayIncrease, { $0 + 2 }),
    .injected(\.namedIncrease, ("three", { $0 + 3 })))
  func functions() {
    #expect(injected(\.increase)(1) == 2)
    #expect(injected(\.mayIncrease)?(1) == 3)
    #expect(injected(\.namedIncrease).1(1) == 4)
  }

  @Test(
    "What the default would have read may still be prepared",
    .injected(\.ledger, Ledger(tally: Tally())))
  func prepares() {
    let tally = Tally()
    prepareInjectedValues { $0.tally = tally }
    #expect(injected(\.tally) === tally)
    #expect(injected(\.ledger).tally !== tally)
  }

  @Test("The accessor's own code runs once", .injected(\.noted, 5))
  func setter() {
    #expect(injected(\.noted) == 5)
    #expect(injected(\.greeting) == "test!")
  }

  @Test(
    "The setter reads what was there", .injected { $0.greeting = "a" },
    .injected(\.longerGreeting, "b"), .injected(\.longerGreeting, "abc"),
    .injected(\.longerGreeting, "cd"))
  func setterReads() {
    #expect(injected(\.greeting) == "abc")
  }

  @Test(
    "A getter that asks for another key first reads all",
    .injected(\.greetingOfTally, "changed"))
  func readsAnotherKey() {
    #expect(injected(\.greeting) == "changed")
  }

  @Test("It is the scope's one override", .injected(\.greeting, "one"))
  func explained() {
    #expect(InjectedValues.explain(\.greeting).shadowed.count == 1)
  }

  // MARK: Exhaustive scopes

  @Test(
    "Nothing that the default would have read is read", .injected(.exhaustive),
    .injected(\.ledger, Ledger(tally: Tally())))
  func exhaustive() {
    _ = injected(\.ledger)
  }

  @Test("The value that is shadowed is unused")
  func shadowed() async throws {
    let issues = try await expectingIssues {
      try await provide(.injected(.exhaustive) { $0.greeting = "outer" }) {
        try await provide(.injected(\.greeting, "inner")) {
          #expect(injected(\.greeting) == "inner")
        }
      }
    }
    #expect(issues.map { $0.message.contains("GreetingKey") } == [true])
  }

  @Test("A value of which a part is written is used")
  func shadowedInPart() async throws {
    let issues = try await collectingIssues {
      try await provide(.injected(.exhaustive) { $0.branch = Branch(leaf: "outer", next: []) }) {
        try await provide(.injected(\.branch.leaf, "inner")) {
          #expect(injected(\.branch).leaf == "inner")
        }
      }
    }
    #expect(issues.isEmpty)
  }

  private func provide(
    _ trait: InjectedTrait, _ body: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }

  // MARK: Parts of the type of the whole

  @Test(
    "A part that has the type of the whole is written in what was there",
    .injected { $0.branch = Branch(leaf: "whole", next: []) },
    .injected(\.branch.first, Branch(leaf: "part", next: [])))
  func samePart() {
    #expect(injected(\.branch).leaf == "whole")
    #expect(injected(\.branch).next.map(\.leaf) == ["part"])
  }

  @Test(
    "A part of an object that is its own next one", .injected { $0.ring = Ring("whole") },
    .injected(\.ring.next, Ring("part")))
  func partOfObject() {
    #expect(injected(\.ring).name == "whole")
    #expect(injected(\.ring).next.name == "part")
  }

  @Test(
    "A part of the type of the whole whose getter needs the whole",
    .injected { $0.branch = Branch(leaf: "whole", next: [Branch(leaf: "first", next: [])]) },
    .injected(\.branch.next[0], Branch(leaf: "part", next: [])))
  func samePartAtIndex() {
    #expect(injected(\.branch).next.map(\.leaf) == ["part"])
  }

  @Test(
    "An accessor that makes something of the value", .injected { $0.greeting = "a" },
    .injected(\.loud, "B"))
  func transformed() {
    #expect(injected(\.greeting) == "b")
  }
}

private enum UnbuildableKey: InjectedKey {
  static var liveValue: Int { fatalError("Nobody reads this.") }
  static var testValue: Int { liveValue }
}

private enum UnpreparedKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { 1 }
}

private enum IncreaseKey: InjectedKey {
  static var liveValue: @Sendable (Int) -> Int { fatalError("Nobody reads this.") }
  static var testValue: @Sendable (Int) -> Int { liveValue }
}

private enum MayIncreaseKey: InjectedKey {
  static var liveValue: (@Sendable (Int) -> Int)? { fatalError("Nobody reads this.") }
  static var testValue: (@Sendable (Int) -> Int)? { liveValue }
}

private enum NamedIncreaseKey: InjectedKey {
  static var liveValue: (String, @Sendable (Int) -> Int) { fatalError("Nobody reads this.") }
  static var testValue: (String, @Sendable (Int) -> Int) { liveValue }
}

private struct Branch: Sendable {
  var leaf: String
  var next: [Branch]

  var first: Branch {
    get { next.first ?? Branch(leaf: "none", next: []) }
    set { next = [newValue] }
  }
}

private enum BranchKey: InjectedKey {
  static var liveValue: Branch { Branch(leaf: "live", next: []) }
  static var testValue: Branch { liveValue }
}

private final class Ring: Sendable {
  let name: String
  private let following = Guarded<Ring?>(nil)

  var next: Ring {
    get { following.withLock { $0 } ?? self }
    set { following.withLock { $0 = newValue } }
  }

  init(_ name: String) { self.name = name }
}

private enum RingKey: InjectedKey {
  static var liveValue: Ring { Ring("live") }
  static var testValue: Ring { Ring("test") }
}

extension InjectedValues {
  fileprivate var unbuildable: Int {
    get { self[UnbuildableKey.self] }
    set { self[UnbuildableKey.self] = newValue }
  }

  fileprivate var unprepared: Int {
    get { self[UnpreparedKey.self] }
    set { self[UnpreparedKey.self] = newValue }
  }

  fileprivate var increase: @Sendable (Int) -> Int {
    get { self[IncreaseKey.self] }
    set { self[IncreaseKey.self] = newValue }
  }

  fileprivate var mayIncrease: (@Sendable (Int) -> Int)? {
    get { self[MayIncreaseKey.self] }
    set { self[MayIncreaseKey.self] = newValue }
  }

  fileprivate var namedIncrease: (String, @Sendable (Int) -> Int) {
    get { self[NamedIncreaseKey.self] }
    set { self[NamedIncreaseKey.self] = newValue }
  }

  /// Changes another key as well.
  fileprivate var noted: Int {
    get { self[UnbuildableKey.self] }
    set {
      self[UnbuildableKey.self] = newValue
      greeting += "!"
    }
  }

  /// Ends the process where the greeting is another than the key's.
  fileprivate var greetingOfTally: String {
    get {
      let greetings = [tally.value: ["test": "of the tally"]]
      guard let greeting = greetings[0]?[greeting] else { fatalError("The greeting is not read.") }
      return greeting
    }
    set { greeting = newValue }
  }

  /// Keeps the longer one.
  fileprivate var longerGreeting: String {
    get { greeting }
    set { if newValue.count > greeting.count { greeting = newValue } }
  }

  fileprivate var branch: Branch {
    get { self[BranchKey.self] }
    set { self[BranchKey.self] = newValue }
  }

  fileprivate var ring: Ring {
    get { self[RingKey.self] }
    set { self[RingKey.self] = newValue }
  }

  fileprivate var loud: String {
    get { greeting.uppercased() }
    set { greeting = newValue.lowercased() }
  }
}
