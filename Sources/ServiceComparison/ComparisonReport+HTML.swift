extension ComparisonReport {
  /// The report as one page, which loads nothing.
  package var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>InjectedValues and EnvironmentValues</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <h1>InjectedValues and EnvironmentValues</h1>
    <p>Each row was run on both approaches when this page was written.</p>
    <h2>One override, in a scope chain and in a tree</h2>
    \(drawing)
    <h2>What came out</h2>
    <table>
    <thead><tr><th>row</th><th>question</th><th>InjectedValues</th><th>EnvironmentValues</th>\
    <th>verdict</th></tr></thead>
    \(results.map(Self.body).joined(separator: "\n"))
    </table>
    \(charts)
    </body>
    </html>

    """
  }

  private static func body(of result: ProbeResult) -> String {
    let count = result.rows.count
    let lines = result.rows.enumerated().map { index, row in
      let head =
        index == 0
        ? """
        <th scope="rowgroup" rowspan="\(count)">\(result.probe.title.inHTML)\
        <small><code>\(result.probe.id.inHTML)</code></small></th>
        """ : ""
      let tail =
        index == 0
        ? """
        <td class="verdict" rowspan="\(count)" data-label="verdict">\
        \(result.verdict.description.inHTML)\
        <small><code>MigrationGuide.md#recipe-\(result.probe.recipe)</code></small></td>
        """ : ""
      return """
        <tr>\(head)<td data-label="question">\(row.question.inHTML)</td>\
        <td data-label="InjectedValues" title="\(result.probe.container.summary.inHTML)">\
        \(row.container.text.inHTML)</td>\
        <td data-label="EnvironmentValues" title="\(result.probe.environment.summary.inHTML)">\
        \(row.environment.text.inHTML)</td>\(tail)</tr>
        """
    }
    let ran = """
      <tr class="ran"><td colspan="2">ran</td><td data-label="InjectedValues">\
      \(result.probe.container.summary.inHTML)</td><td data-label="EnvironmentValues">\
      \(result.probe.environment.summary.inHTML)</td><td></td></tr>
      """
    return
      "<tbody id=\"\(result.probe.id.inHTML)\">\n\((lines + [ran]).joined(separator: "\n"))\n</tbody>"
  }

  // MARK: Charts

  private var charts: String {
    let figures = results.flatMap { result in
      result.rows.compactMap { row in
        row.container.nanoseconds.flatMap { container in
          row.environment.nanoseconds.map { (result.probe.title, container, $0) }
        }
      }
    }
    guard !figures.isEmpty else { return "" }
    let bars = figures.map { title, container, environment in
      let most = max(container, environment)
      func bar(_ name: String, _ value: Double, _ y: Int) -> String {
        // In the drawing's own units, of which there are 300 beside the names.
        let width = Measure.figure(max(value / most * 300, 1))
        return """
          <text x="0" y="\(y + 13)">\(name)</text>\
          <rect class="\(name)" x="140" y="\(y)" width="\(width)" height="16" rx="2"/>\
          <text x="446" y="\(y + 13)">\(Measure.figure(value)) ns</text>
          """
      }
      return """
        <figure><figcaption>\(title.inHTML)</figcaption>
        <svg viewBox="0 0 520 44" role="img" aria-label="\(title.inHTML)">
        \(bar("InjectedValues", container, 2))
        \(bar("EnvironmentValues", environment, 24))
        </svg></figure>
        """
    }
    let note = Self.buildNote.map { "<p>\($0.inHTML)</p>\n" } ?? ""
    return "<h2>Costs</h2>\n" + note + bars.joined(separator: "\n")
  }
}

extension String {
  /// The text, for an element or an attribute.
  var inHTML: String {
    onOneLine.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
