extension ComparisonReport {
  /// A pair of bars for each answer that was measured; empty where none was.
  var charts: String {
    let isTime = { (row: ProbeResult.Row) in row.container.nanoseconds != nil }
    let times = figures(of: "Times", of: isTime)
    let growth = figures(of: "Growth") { !isTime($0) }
    guard !(times + growth).isEmpty else { return "" }
    let note = Self.buildNote.map {
      "<p>\($0.inHTML.replacing(#/`([^`]+)`/#) { "<code>\($0.1)</code>" })</p>\n"
    }
    return (note ?? "") + times + growth
  }

  private func figures(of title: String, of isIn: (ProbeResult.Row) -> Bool) -> String {
    let figures = results.flatMap { result in
      result.rows.filter(isIn).compactMap { Self.chart(of: $0, titled: result.probe.title) }
    }
    guard !figures.isEmpty else { return "" }
    return """
      <h3>\(title)</h3>
      <div class="charts">
      \(figures.joined(separator: "\n"))
      </div>

      """
  }

  private static func chart(of row: ProbeResult.Row, titled title: String) -> String? {
    guard let container = row.container.length, let environment = row.environment.length else {
      return nil
    }
    let most = max(container, environment)
    func bar(_ approach: Approach, _ measure: Measure, _ length: Double, _ y: Int) -> String {
      // In the drawing's own units: its width, or one for what is too short to be seen.
      let width = Measure.figure(max(length / most * 300, 1))
      return """
        <text x="0" y="\(y + 14)">\(approach.rawValue): \(measure.text.inHTML)</text>\
        <rect class="\(approach.rawValue)" x="0" y="\(y + 20)" width="\(width)" height="14" rx="2"/>
        """
    }
    let label =
      "\(title), \(row.question): InjectedValues \(row.container.text), "
      + "EnvironmentValues \(row.environment.text)"
    return """
      <figure><figcaption>\(title.inHTML) <small>\(row.question.inHTML)</small></figcaption>
      <svg viewBox="0 0 300 80" role="img" aria-label="\(label.inHTML)">
      \(bar(.container, row.container, container, 0))
      \(bar(.environment, row.environment, environment, 42))
      </svg></figure>
      """
  }
}
