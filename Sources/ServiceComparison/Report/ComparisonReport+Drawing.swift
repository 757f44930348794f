extension ComparisonReport {
  /// The same override twice, in the chain of scopes that a task is in and in a tree of views, with
  /// what the run of ``Probe/childrenAndSiblings`` read in each place: one beside the other where
  /// there is room, else one below the other.
  var drawing: String {
    guard let result = results.first(where: { $0.probe.id == Probe.childrenAndSiblings.id }) else {
      return "<p>Not drawn: the row <code>\(Probe.childrenAndSiblings.id)</code> was not run.</p>"
    }
    let chain = Self.figure(
      "The scope chain of a task", root: "the process: defaults",
      override: "withInjectedValues: mock", child: "child task", sibling: "task outside",
      in: result, by: \.container)
    let tree = Self.figure(
      "The environment tree", root: "the root: defaults", override: ".environment: mock",
      child: "view below", sibling: "view beside", in: result, by: \.environment)
    return """
      <div class="pair">
      \(chain)
      \(tree)
      </div>
      """
  }

  private static func figure(
    _ title: String, root: String, override: String, child: String, sibling: String,
    in result: ProbeResult, by approach: KeyPath<ProbeResult.Row, Measure>
  ) -> String {
    func reader(_ x: Int, _ y: Int, _ name: String, asks question: String) -> String {
      let answer = result.rows.first { $0.question == question }?[keyPath: approach]
      let text = "\(name) reads \(answer?.text ?? "nothing")"
      return box(x, y, text, answer == .text("mock") ? "reached" : "plain")
    }
    return """
      <figure><figcaption>\(title)</figcaption>
      <svg viewBox="0 0 300 260" role="img" aria-label="\(title), with one override">
      \(line(150, 44, 70))\(line(150, 114, 140))\(line(12, 44, 210))
      \(box(0, 4, root))
      \(box(30, 74, override, "set"))
      \(reader(30, 144, child, asks: "child"))
      \(reader(0, 214, sibling, asks: "sibling"))
      </svg></figure>
      """
  }

  private static func box(_ x: Int, _ y: Int, _ text: String, _ style: String = "plain") -> String {
    // What is longer does not fit into the box; the table has it whole.
    let label = text.count > 34 ? text.prefix(33) + "…" : text[...]
    return """
      <rect class="\(style)" x="\(x)" y="\(y)" width="268" height="40" rx="6"/>\
      <text x="\(x + 12)" y="\(y + 25)">\(String(label).inHTML)</text>
      """
  }

  private static func line(_ x: Int, _ top: Int, _ bottom: Int) -> String {
    "<line x1=\"\(x)\" y1=\"\(top)\" x2=\"\(x)\" y2=\"\(bottom + 4)\"/>"
  }
}
