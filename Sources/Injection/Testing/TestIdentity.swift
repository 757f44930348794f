/// Which test a world belongs to, and how to tell it of an issue from outside.
package final class TestIdentity: Sendable {
  /// What names the test in messages.
  package let name: String
  /// What tells it from other tests, and from its other cases.
  package let id: String
  /// Records an issue as the test's own, from any thread; `nil` where the runner needs no help.
  package let record: (@Sendable (InjectionIssue) -> Void)?
  /// Whether it is a suite, which runs its tests in what it has opened itself.
  package let isSuite: Bool
  private let reported = Guarded<Set<String>>([])

  package init(
    name: String, id: String? = nil, isSuite: Bool = false,
    record: (@Sendable (InjectionIssue) -> Void)?
  ) {
    self.name = name
    self.id = id ?? name
    self.isSuite = isSuite
    self.record = record
  }

  /// Whether an issue of this kind is the first one, so that a loop does not flood the test.
  func isFirst(_ issue: String) -> Bool {
    reported.withLock { $0.insert(issue).inserted }
  }
}

extension Span {
  /// The test's world that it is, or is in; `nil` in the process.
  var world: Span? { isWorld ? self : outer?.world }
}
