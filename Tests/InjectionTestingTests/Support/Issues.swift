import Injection
import Testing

/// The issues that a body is expected to record; at least one.
func expectingIssues(
  _ body: () async -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async -> [Issue] {
  await issues(of: body, mayBeNone: false, sourceLocation)
}

/// The issues that a body records, if any.
func collectingIssues(
  _ body: () async -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async -> [Issue] {
  await issues(of: body, mayBeNone: true, sourceLocation)
}

private func issues(
  of body: () async -> Void, mayBeNone: Bool, _ sourceLocation: SourceLocation
) async -> [Issue] {
  let seen = Guarded<[Issue]>([])
  await withKnownIssue(isIntermittent: mayBeNone, sourceLocation: sourceLocation) {
    await body()
  } matching: { issue in
    guard case .unconditional = issue.kind else { return false }
    seen.withLock { $0.append(issue) }
    return true
  }
  return seen.withLock { $0 }
}

extension Issue {
  /// What the issue says.
  var message: String { comments.map(\.rawValue).joined(separator: " ") }
}
