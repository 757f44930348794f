extension Probe {
  /// All rows, in the order of the report.
  package static let all =
    reachOfReads + reachOfOverrides + safety + lifetimes + changes + costs
}
