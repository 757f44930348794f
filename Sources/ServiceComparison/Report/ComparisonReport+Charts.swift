extension ComparisonReport {
  /// A pair of bars for each answer that was measured; empty where none was.
  var charts: String {
    let figures = results.flatMap { result in
      result.rows.compactMap { Self.chart(of: $0, titled: result.probe.title) }
    }
    guard !figures.isEmpty else { return "" }
    let note = Self.buildNote.map { "<p>\($0.inHTML)</p>\n" } ?? ""
    return """
      <h2>Costs</h2>
      \(note)<div class="charts">
      \(figures.joined(separator: "\n"))
      </div>
      """
  }

  private static func chart(of row: ProbeResult.Row, titled title: String) -> String? {
    guard let container = row.container.length, let environment = row.environment.length else {
      return nil
    }
    let most = max(container, environment)
    func bar(_ name: String, _ measure: Measure, _ length: Double, _ y: Int) -> String {
      // In the drawing's own units: its width, or one for what is too short to be seen.
      let width = Measure.figure(max(length / most * 300, 1))
      return """
        <text x="0" y="\(y + 14)">\(name): \(measure.text.inHTML)</text>\
        <rect class="\(name)" x="0" y="\(y + 20)" width="\(width)" height="14" rx="2"/>
        """
    }
    return """
      <figure><figcaption>\(title.inHTML)<small>\(row.question.inHTML)</small></figcaption>
      <svg viewBox="0 0 300 80" role="img" aria-label="\(title.inHTML)">
      \(bar("InjectedValues", row.container, container, 0))
      \(bar("EnvironmentValues", row.environment, environment, 42))
      </svg></figure>
      """
  }
}
