import Foundation
package import Testing

/// Compares a text with a committed file in `Snapshots` beside the test's file, and reports the lines
/// that differ.
///
/// With `SNAPSHOT_RECORD` in the environment, the file is written instead, and the test fails.
package func expectSnapshot(
  _ text: String, _ name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = URL(filePath: filePath).deletingLastPathComponent()
    .appending(path: "Snapshots/\(name).txt")
  if ProcessInfo.processInfo.environment["SNAPSHOT_RECORD"] != nil {
    do {
      try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
      Issue.record("Recorded \(name).txt.", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    return
  }
  if let difference = snapshotDifference(text, name, filePath: filePath) {
    Issue.record("\(name).txt differs:\n\(difference)", sourceLocation: sourceLocation)
  }
}

/// How a text differs from its committed file; `nil` where it does not.
package func snapshotDifference(
  _ text: String, _ name: String, filePath: String = #filePath
) -> String? {
  let file = URL(filePath: filePath).deletingLastPathComponent()
    .appending(path: "Snapshots/\(name).txt")
  guard let recorded = try? String(contentsOf: file, encoding: .utf8) else {
    return "there is no such file. The text:\n\(text)"
  }
  return recorded == text + "\n" ? nil : lineDifference(from: recorded, to: text + "\n")
}

/// The lines of both texts: with "-" those that are only in the first, with "+" those that are only
/// in the second.
package func lineDifference(from old: String, to new: String) -> String {
  let old = old.split(separator: "\n", omittingEmptySubsequences: false)
  let new = new.split(separator: "\n", omittingEmptySubsequences: false)
  let changes = new.difference(from: old)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in changes {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var oldIndex = 0
  var newIndex = 0
  while oldIndex < old.count || newIndex < new.count {
    if removed.contains(oldIndex) {
      lines.append("- \(old[oldIndex])")
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append("+ \(new[newIndex])")
      newIndex += 1
    } else {
      lines.append("  \(old[oldIndex])")
      oldIndex += 1
      newIndex += 1
    }
  }
  return lines.joined(separator: "\n")
}
