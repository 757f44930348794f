import Injection
package import InjectionTesting
package import Testing

/// The issues that a body is expected to have reported, of which nothing is recorded: at least one.
package func expectingIssues(
  _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows -> [CaughtIssue] {
  let issues = try await collectingIssues(body)
  if issues.isEmpty { Issue.record("No issue was reported.", sourceLocation: sourceLocation) }
  return issues
}

/// The issues that a body has reported, if any.
///
/// What is reported from outside its task, by the task-locals of the test's world, belongs to it where
/// the world began inside.
package func collectingIssues(_ body: () async throws -> Void) async rethrows -> [CaughtIssue] {
  let seen = Guarded<[CaughtIssue]>([])
  let catcher = CaughtIssue.Catcher { issue in seen.withLock { $0.append(issue) } }
  try await CaughtIssue.$catcher.withValue(catcher) { try await body() }
  return seen.withLock { $0 }
}

/// The messages of the issues that a body is expected to have reported, a line for each.
package func issueReport(
  _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows -> String {
  try await expectingIssues(body, sourceLocation: sourceLocation)
    .map(\.message).joined(separator: "\n")
}

extension ExitTest.Result {
  /// What the process wrote to its standard error, where it was asked for.
  package var report: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
