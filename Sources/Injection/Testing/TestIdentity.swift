/// Which test a world belongs to, and how to tell it of an issue from outside.
package final class TestIdentity: Sendable {
  /// What names the test in messages.
  package let name: String
  /// What tells it from other tests, and from its other cases.
  package let id: String
  /// Records an issue as the test's own, from any thread; `nil` where the runner needs no help.
  package let record: (@Sendable (InjectionIssue) -> Void)?
  /// Where it is a suite, or a test with arguments as a whole, whether the caller's test is one of its own.
  private let holdsCaller: (@Sendable () -> Bool)?
  private let reported = Guarded<Set<String>>([])

  package init(
    name: String, id: String? = nil, holdsCaller: (@Sendable () -> Bool)? = nil,
    record: (@Sendable (InjectionIssue) -> Void)?
  ) {
    self.name = name
    self.id = id ?? name
    self.holdsCaller = holdsCaller
    self.record = record
  }

  /// Whether it is a suite, or a test with arguments as a whole: its tests run in what is opened around it.
  var isGroup: Bool { holdsCaller != nil }

  /// Whether the caller surely runs for another test, which is none of this group's either.
  package var isNotOfCaller: Bool {
    guard let caller = TestSupport.current?.callersTest, caller != id else { return false }
    return !(holdsCaller?() ?? false)
  }

  /// Whether an issue of this kind is the first one, so that a loop does not flood the test.
  func isFirst(_ issue: String) -> Bool { reported.withLock { $0.insert(issue).inserted } }
}

extension Span {
  /// The test's world that it is, or is in; `nil` in the process.
  var world: Span? { chain.first(where: \.isWorld) }
}
