import Foundation

/// Reports a mistake that has a way out, on standard error.
func reportFault(_ message: String) {
  try? FileHandle.standardError.write(
    contentsOf: Data("EnvironmentTree: fault: \(message).\n".utf8))
}
