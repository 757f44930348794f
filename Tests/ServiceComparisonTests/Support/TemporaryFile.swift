import Foundation

/// Runs an operation with a file that has the given text, and removes the file when it ends.
func withTemporaryFile<R>(
  _ text: String, _ operation: (URL) async throws -> R
) async throws -> R {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("ServiceComparisonTests-\(UUID().uuidString).json")
  try Data(text.utf8).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try await operation(url)
}
