internal import Foundation
internal import Injection

/// What the live landmark service loads, and what the same code sees in different places.
package struct Overview: Sendable {
  /// What was loaded, in words.
  package let loaded: String
  /// What each place saw.
  package let report: ScopeReport

  /// Loads, and looks around.
  ///
  /// - Returns: What was seen.
  /// - Throws: What the live service throws.
  package static func make() async throws -> Overview {
    let service = injected(\.landmarkService)
    try await service.fetchLandmarks()
    let (count, omissions) = await (service.store.landmarks.count, service.store.omissions)
    let report = await ScopeReport.measure()
    let noun = count == 1 ? "landmark" : "landmarks"
    let address = injected(\.serviceLocations).landmarks.displayText
    let lines =
      ["The live service loaded \(count) \(noun) from \(address)."]
      + omissions.map { "Left out: \($0.onOneLine)." }
    return Overview(loaded: lines.joined(separator: "\n"), report: report)
  }

  /// What was loaded, and the table of places.
  package var text: String { "\(loaded)\n\n\(report.table.text)" }
}
