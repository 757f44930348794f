import Injection
import Testing

/// The messages of the issues that a body records, a line for each; what else it expects still fails.
func issues(_ body: () async throws -> Void) async throws -> String {
  let messages = Guarded<[String]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    guard case .unconditional = issue.kind else { return false }
    messages.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: " ")) }
    return true
  }
  return messages.withLock { $0.joined(separator: "\n") }
}
