import Injection
package import Testing

/// The issues that a body is expected to record; at least one.
package func expectingIssues(
  _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows -> [Issue] {
  try await issues(of: body, mayBeNone: false, sourceLocation)
}

/// The issues that a body records, if any.
package func collectingIssues(
  _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows -> [Issue] {
  try await issues(of: body, mayBeNone: true, sourceLocation)
}

/// The messages of the issues that a body is expected to record, a line for each.
package func issueReport(
  _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows -> String {
  try await expectingIssues(body, sourceLocation: sourceLocation)
    .map(\.message).joined(separator: "\n")
}

/// What else the body expects still fails: only what is recorded without an expectation is kept.
private func issues(
  of body: () async throws -> Void, mayBeNone: Bool, _ sourceLocation: SourceLocation
) async rethrows -> [Issue] {
  let seen = Guarded<[Issue]>([])
  try await withKnownIssue(isIntermittent: mayBeNone, sourceLocation: sourceLocation) {
    try await body()
  } matching: { issue in
    guard case .unconditional = issue.kind else { return false }
    seen.withLock { $0.append(issue) }
    return true
  }
  return seen.withLock { $0 }
}

extension Issue {
  /// What the issue says.
  package var message: String { comments.map(\.rawValue).joined(separator: " ") }
}

extension ExitTest.Result {
  /// What the process wrote to its standard error, where it was asked for.
  package var report: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
