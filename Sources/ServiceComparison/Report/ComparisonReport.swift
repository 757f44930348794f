/// The rows of the comparison, as their runs came out.
package struct ComparisonReport: Sendable {
  /// The results, in the order of ``Probe/all``.
  package let results: [ProbeResult]

  /// Creates a report.
  ///
  /// - Parameter results: The results.
  package init(_ results: [ProbeResult]) {
    self.results = results
  }

  /// Runs probes, one after the other.
  ///
  /// - Parameters:
  ///   - probes: The probes.
  ///   - context: What their trials may use of the process.
  ///   - progress: Told which probe is run next, and how many there are.
  /// - Returns: What came out.
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
