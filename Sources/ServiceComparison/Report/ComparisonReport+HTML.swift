extension ComparisonReport {
  /// The report as one page, which loads nothing and links nothing: it can lie anywhere.
  package var html: String {
    let sections = [
      ("conclusion", "Which to choose", conclusionSection),
      ("totals", "How the rows came out", totalsSection),
      ("drawing", "One app, both ways", drawing),
      ("rows", "The rows", rowsSection),
      ("charts", "Times and growth", charts),
    ].filter { !$0.2.isEmpty }
    let body = sections.map { id, title, content in
      """
      <section id="\(id)">
      <h2>\(title)</h2>
      \(content)
      </section>
      """
    }
    let links = sections.map { id, title, _ in
      let groups = id == "rows" ? "\n<ul>\n\(groupLinks)\n</ul>" : ""
      return "<li><a href=\"#\(id)\">\(title)</a>\(groups)</li>"
    }
    return """
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
      <header>
      <h1>InjectedValues and EnvironmentValues</h1>
      <p>The same services with a container and with the environment of a tree of views. Each row \
      was run on both when this page was written; its words follow from the answers. A recipe is \
      that of <code>Docs/MigrationGuide.md</code>.</p>
      </header>
      <nav aria-label="Contents">
      <ul>
      \(links.joined(separator: "\n"))
      </ul>
      </nav>
      <main>
      \(body.joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private var groups: [(group: Probe.Matter, results: [ProbeResult])] {
    let known = Probe.groups.map { group in
      let ids = Set(group.probes.map(\.id))
      return (group, results.filter { ids.contains($0.probe.id) })
    }
    let ids = Set(Probe.all.map(\.id))
    let others = Probe.Matter(id: "others", title: "Others", probes: [])
    return (known + [(others, results.filter { !ids.contains($0.probe.id) })])
      .filter { !$0.1.isEmpty }
  }

  private var groupLinks: String {
    groups.map { "<li><a href=\"#\($0.group.id)\">\($0.group.title)</a></li>" }
      .joined(separator: "\n")
  }

  private var conclusionSection: String {
    let rows = conclusion.map { advice in
      let reasons = advice.results.map {
        "<li><a href=\"#\($0.probe.id.inHTML)\">\($0.probe.title.inHTML)</a>: "
          + "\(Self.marked("\($0.verdict)", $0.verdict.winner))</li>"
      }
      return """
        <tr><th scope="row">\(advice.situation.inHTML)</th>\
        <td class="choice" data-label="choose">\(Self.marked(advice.choice, advice.winner))</td>\
        <td data-label="because"><ul>\(reasons.joined())</ul></td></tr>
        """
    }
    guard !rows.isEmpty else { return "" }
    let choices = Dictionary(grouping: conclusion, by: \.choice).sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    let summary = choices.map { choice, advice in
      let situations = advice.map(\.situation).joined(separator: "; ").inHTML
      let name = choice.prefix(1).uppercased() + choice.dropFirst()
      let marked = advice[0].winner == nil ? "<b>\(name)</b>" : Self.marked(name, advice[0].winner)
      return "<li>\(marked) for \(situations).</li>"
    }
    return """
      <ul class="summary">
      \(summary.joined(separator: "\n"))
      </ul>
      <table class="advice">
      <caption>What to choose, as the rows about it came out</caption>
      <thead><tr><th scope="col">for</th><th scope="col">choose</th>\
      <th scope="col">because</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private var totalsSection: String {
    let items = totals.map { total in
      let winner = Approach.allCases.first { total.name.hasPrefix($0.rawValue) }
      return "<div><dt>\(Self.marked(total.name, winner))</dt><dd>\(total.count)</dd></div>"
    }
    let noun = results.count == 1 ? "row was" : "rows were"
    return """
      <p>\(results.count) \(noun) run. An approach does more where more of its answers are what one \
      would want.</p>
      <dl class="totals">\(items.joined())</dl>
      """
  }

  private var rowsSection: String {
    groups.map { group, results in
      // Of times, none is wanted: the verdict names the faster one.
      let isTimed = results.contains { $0.rows.contains { $0.wanted == .little } }
      let verdict = isTimed ? "verdict" : "as wanted"
      return """
        <h3 id="\(group.id)">\(group.title)</h3>
        <table class="rows">
        <caption>\(group.title): what each approach answered</caption>
        <thead><tr><th scope="col">question</th><th scope="col">InjectedValues</th>\
        <th scope="col">EnvironmentValues</th><th scope="col">\(verdict)</th></tr></thead>
        \(results.map(Self.body).joined(separator: "\n"))
        </table>
        """
    }.joined(separator: "\n")
  }

  private static func body(of result: ProbeResult) -> String {
    let probe = result.probe
    let lines = result.rows.map { row in
      """
      <tr class="question"><th scope="row">\(row.question.inHTML)</th>\
      \(answer(row.container, .container, isMet: row.isMetByContainer))\
      \(answer(row.environment, .environment, isMet: row.isMetByEnvironment))\
      <td class="verdict" data-label="\(row.wanted == .little ? "faster" : "as wanted")">\
      \(marked(row.verdict, Approach(rawValue: row.verdict)))</td></tr>
      """
    }
    return """
      <tbody id="\(probe.id.inHTML)">
      <tr class="title"><th scope="rowgroup" colspan="3">\(probe.title.inHTML) \
      <code>\(probe.id.inHTML)</code></th>\
      <td class="verdict">\(marked("\(result.verdict)", result.verdict.winner))\
      <small>recipe \(probe.recipe)</small></td></tr>
      \(lines.joined(separator: "\n"))
      <tr class="ran"><td colspan="4"><details><summary>What was run</summary>\
      <p>InjectedValues: \(probe.container.summary.inHTML)</p>\
      <p>EnvironmentValues: \(probe.environment.summary.inHTML)</p></details></td></tr>
      </tbody>
      """
  }

  private static func answer(_ measure: Measure, _ approach: Approach, isMet: Bool) -> String {
    // A time is neither: as little as can be is wanted.
    let isJudged = measure.nanoseconds == nil && !measure.isNotRun
    let mark =
      !isJudged
      ? "" : isMet ? "<span class=\"yes\">✓</span> " : "<span class=\"no\">✗ not wanted:</span> "
    return "<td data-label=\"\(approach.rawValue)\">\(mark)\(measure.text.inHTML)</td>"
  }

  /// A text in which the name of the approach that wins is marked.
  static func marked(_ text: String, _ winner: Approach?) -> String {
    guard let winner else { return text.inHTML }
    return text.inHTML.replacing(
      winner.rawValue, with: "<b class=\"\(winner.rawValue)\">\(winner.rawValue)</b>",
      maxReplacements: 1)
  }
}

extension String {
  /// The text, for an element or an attribute.
  var inHTML: String {
    onOneLine.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
