extension ComparisonReport {
  /// A place in the app that is drawn, and the answer that says what it reads.
  private struct Place {
    let name: String
    let depth: Int
    let row: String
    let question: String
  }

  /// An app with one override around a part of it.
  ///
  /// Only the places are written down.
  private static let places = [
    Place(
      name: "an overridden view", depth: 1, row: "read-body", question: "overridden above"),
    Place(name: "its child", depth: 2, row: "override-children", question: "child"),
    Place(name: "its child's child", depth: 3, row: "override-children", question: "grandchild"),
    Place(
      name: "the sheet it presents", depth: 2, row: "override-sheet", question: "the sheet sees"),
    Place(
      name: "the model it made", depth: 2, row: "read-model", question: "by itself"),
    Place(name: "a function it calls", depth: 2, row: "read-function", question: "called inside"),
    Place(
      name: "its .task", depth: 2, row: "read-view-task", question: "the task sees"),
    Place(name: "a detached task", depth: 2, row: "read-detached", question: "by itself"),
    Place(name: "a view beside it", depth: 1, row: "override-children", question: "sibling"),
  ]

  /// One app with one override, and what each approach has read in each of its places; empty where
  /// none of them was run.
  var drawing: String {
    let known = Self.places.compactMap { place -> (Place, ProbeResult.Row)? in
      let result = results.first { $0.probe.id == place.row }
      return result?.rows.first { $0.question == place.question }.map { (place, $0) }
    }
    guard !known.isEmpty else { return "" }
    let step = 34
    var shapes: [String] = []
    // Where the last place of each depth is; the app itself is the one of depth 0.
    var levels = [30]
    for (index, (place, row)) in known.enumerated() {
      let y = 64 + index * step
      let x = place.depth * 16
      let above = levels[min(place.depth, levels.count) - 1]
      levels = levels.prefix(place.depth) + [y]
      shapes.append(Self.line(x - 10, above + 10, x - 10, y) + Self.line(x - 10, y, x - 3, y))
      shapes.append("<text x=\"\(x)\" y=\"\(y + 5)\">\(place.name.inHTML)</text>")
      shapes.append(Self.chip(186, y, row.container, .container))
      shapes.append(Self.chip(284, y, row.environment, .environment))
    }
    let height = 64 + known.count * step - 8
    let label = known.map { place, row in
      "\(place.name): InjectedValues \(row.container.text), EnvironmentValues \(row.environment.text)"
    }.joined(separator: "; ")
    return """
      <figure class="app"><figcaption>An app whose service is overridden for a part of it, by a scope \
      or by a modifier: what is read there. Filled is what the override has reached.</figcaption>
      <svg viewBox="0 0 372 \(height)" role="img" aria-label="What is read. \(label.inHTML)">
      <text class="head" x="0" y="35">the app</text>
      <text class="head" x="228" y="16" text-anchor="middle">Injected-</text>\
      <text class="head" x="228" y="33" text-anchor="middle">Values</text>
      <text class="head" x="326" y="16" text-anchor="middle">Environment-</text>\
      <text class="head" x="326" y="33" text-anchor="middle">Values</text>
      \(shapes.joined(separator: "\n"))
      </svg></figure>
      """
  }

  private static func chip(_ x: Int, _ y: Int, _ answer: Measure, _ approach: Approach) -> String {
    // What is longer does not fit; the table has it whole.
    let label = answer.text.count > 9 ? answer.text.prefix(8) + "…" : answer.text[...]
    let style = answer == .text("mock") ? "reached \(approach.rawValue)" : "plain"
    return """
      <rect class="\(style)" x="\(x)" y="\(y - 13)" width="84" height="26" rx="13"/>\
      <text x="\(x + 42)" y="\(y + 5)" text-anchor="middle">\(String(label).inHTML)</text>
      """
  }

  private static func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> String {
    "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>"
  }
}
