/// Which test a world belongs to, and how to record an issue of the test from outside.
package final class TestIdentity: Sendable {
  /// What names the test in messages.
  package let name: String
  /// What tells the test from other tests, and its cases from each other.
  package let id: String
  /// Records an issue as the test's own, from any thread; `nil` where the runner needs no help.
  package let record: (@Sendable (InjectionIssue) -> Void)?
  /// Whether the caller's test is one of this group's; `nil` where this is no group.
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

  /// Whether it is a group, a suite or a test with arguments as a whole, whose tests run in what is opened around it.
  var isGroup: Bool { holdsCaller != nil }

  /// Whether the caller surely runs for another test, which is not one of this group's.
  package var isNotOfCaller: Bool {
    guard let caller = TestSupport.current?.callersTest, caller != id else { return false }
    return !(holdsCaller?() ?? false)
  }

  /// Whether an issue of this kind is the first one, so that a loop does not flood the test.
  func isFirst(_ issue: String) -> Bool { reported.withLock { $0.insert(issue).inserted } }
}

extension Span {
  /// The test's world that this span is, or is in; `nil` in the process.
  var world: Span? { chain.first(where: \.isWorld) }
}
