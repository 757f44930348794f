import Injection
import Testing

/// The messages of the issues that a body is expected to record, a line for each.
func issues(_ body: () async -> Void) async -> String {
  let messages = Guarded<[String]>([])
  await withKnownIssue {
    await body()
  } matching: { issue in
    guard case .unconditional = issue.kind else { return false }
    messages.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: " ")) }
    return true
  }
  return messages.withLock { $0.joined(separator: "\n") }
}
