internal import Injection

/// What the live landmark service loads, and what the same code sees in different places.
package struct Overview: Sendable {
  /// What was loaded, in words.
  package let loaded: String
  /// What each place saw.
  package let report: ScopeReport

  package static func make(
    progress: (String) -> Void = { _ in }
  ) async throws -> Overview {
    progress("loading the landmarks")
    let service = injected(\.landmarkService)
    try await service.fetchLandmarks()
    let (count, omissions) = await (service.store.landmarks.count, service.store.omissions)
    let report = await ScopeReport.measure(progress: progress)
    let noun = count == 1 ? "landmark" : "landmarks"
    let address = injected(\.serviceLocations).landmarks.displayText
    let lines =
      ["The live service loaded \(count) \(noun) from \(address)."]
      + omissions.map { "Left out: \($0.onOneLine)." }
    return Overview(loaded: lines.joined(separator: "\n"), report: report)
  }

  /// What was loaded, and the table of places: no line is wider than a terminal of 40 columns or more.
  package func text(width: Int) -> String {
    let width = max(width, 40)
    let lines = loaded.split(separator: "\n").flatMap { String($0).wrapped(to: width) }
    return lines.joined(separator: "\n") + "\n\n" + report.table.text(width: width)
  }
}
