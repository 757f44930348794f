extension ComparisonReport {
  /// The report as one page, which loads nothing; its links lead to `MigrationGuide.md` beside it.
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
    <p>Each row was run on both approaches when this page was written. Recipes are those of the \
    migration guide, where that is beside this page.</p>
    <h2>One override, in a scope chain and in a tree</h2>
    \(drawing)
    <h2>What came out</h2>
    <table>
    <thead><tr>\(Self.header)</tr></thead>
    \(results.map(Self.body).joined(separator: "\n"))
    </table>
    \(charts)
    </body>
    </html>

    """
  }

  private static let header = [
    "row", "question", "InjectedValues", "EnvironmentValues", "verdict",
  ].map { "<th scope=\"col\">\($0)</th>" }.joined()

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
        <small><a href="\(result.probe.recipeLink)">recipe \(result.probe.recipe)</a></small></td>
        """ : ""
      return """
        <tr>\(head)<td data-label="question">\(row.question.inHTML)</td>\
        <td data-label="InjectedValues">\(row.container.text.inHTML)</td>\
        <td data-label="EnvironmentValues">\(row.environment.text.inHTML)</td>\(tail)</tr>
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
}

extension String {
  /// The text, for an element or an attribute.
  var inHTML: String {
    onOneLine.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
