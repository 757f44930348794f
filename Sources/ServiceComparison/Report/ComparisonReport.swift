/// The rows of the comparison, as their runs came out.
package struct ComparisonReport: Sendable {
  /// The results, in the order of ``Probe/all``.
  package let results: [ProbeResult]

  package init(_ results: [ProbeResult]) {
    self.results = results
  }

  @MainActor package static func run(
    _ probes: [Probe], in context: ProbeContext,
    progress: (_ probe: Probe, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) async -> ComparisonReport {
    var results: [ProbeResult] = []
    for (index, probe) in probes.enumerated() {
      progress(probe, index, probes.count)
      results.append(await probe.run(in: context))
    }
    return ComparisonReport(results)
  }
}

/// How a report is written.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// A table for a terminal.
  case text
  /// A document.
  case markdown
  /// An object for programs.
  case json
  /// One page.
  case html
}
