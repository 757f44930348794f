extension ComparisonReport {
  /// The same override twice, in the chain of scopes that a task is in and in a tree of views, with
  /// what the run of ``Probe/childrenAndSiblings`` read in each place.
  var drawing: String {
    guard let result = results.first(where: { $0.probe.id == Probe.childrenAndSiblings.id }) else {
      return "<p>Not drawn: the row <code>\(Probe.childrenAndSiblings.id)</code> was not run.</p>"
    }
    func read(_ question: String, _ answer: (ProbeResult.Row) -> Measure) -> String {
      "reads "
        + (result.rows.first { $0.question == question }.map { answer($0).text } ?? "nothing")
    }
    return """
      <svg class="drawing" viewBox="0 0 640 300" role="img" \
      aria-label="A scope chain beside an environment tree">
      <text class="title" x="20" y="24">scope chain</text>
      <text class="title" x="340" y="24">environment tree</text>
      \(Self.line(140, 80, 140, 110))\(Self.line(140, 150, 140, 180))
      \(Self.line(28, 80, 28, 250))
      \(Self.box(20, 40, "the process: defaults"))
      \(Self.box(40, 110, "withInjectedValues: mock", "set"))
      \(Self.box(40, 180, "child task \(read("child", \.container))", "reached"))
      \(Self.box(20, 250, "task outside \(read("sibling", \.container))"))
      \(Self.line(460, 80, 460, 110))\(Self.line(460, 150, 460, 180))
      \(Self.line(348, 80, 348, 250))
      \(Self.box(340, 40, "the root: defaults"))
      \(Self.box(360, 110, ".environment: mock", "set"))
      \(Self.box(360, 180, "view below \(read("child", \.environment))", "reached"))
      \(Self.box(340, 250, "view beside \(read("sibling", \.environment))"))
      </svg>
      """
  }

  private static func box(_ x: Int, _ y: Int, _ text: String, _ style: String = "plain") -> String {
    """
    <rect class="\(style)" x="\(x)" y="\(y)" width="250" height="40" rx="6"/>\
    <text x="\(x + 12)" y="\(y + 25)">\(text.inHTML)</text>
    """
  }

  private static func line(_ x: Int, _ y: Int, _ toX: Int, _ toY: Int) -> String {
    "<line x1=\"\(x)\" y1=\"\(y)\" x2=\"\(toX)\" y2=\"\(toY)\"/>"
  }

  /// The page's style: two schemes of colour, and rows as cards where there is little room.
  static let style = """
    :root { color-scheme: light dark; --text: #1d1d1f; --back: #fff; --line: #d2d2d7;
      --soft: #f5f5f7; --one: #0071e3; --two: #bf4800; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #f5f5f7; --back: #161617; --line: #424245; --soft: #232325; --one: #2997ff;
        --two: #ff9f0a; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: var(--text);
      background: var(--back); font: 1rem/1.45 system-ui, sans-serif; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .4rem .6rem; border: 1px solid var(--line); text-align: left;
      vertical-align: top; overflow-wrap: anywhere; }
    thead th, .ran { background: var(--soft); }
    .ran { font-size: .85rem; }
    small { display: block; font-weight: normal; }
    svg { width: 100%; max-width: 40rem; height: auto; }
    svg text { fill: var(--text); font: 14px system-ui, sans-serif; }
    svg .title { font-weight: bold; }
    svg rect { fill: var(--soft); stroke: var(--line); }
    svg .set, svg .reached, svg .InjectedValues { fill: var(--one); stroke: none; }
    svg .EnvironmentValues { fill: var(--two); stroke: none; }
    svg .set + text, svg .reached + text { fill: #fff; }
    svg line { stroke: var(--text); }
    figure { margin: 1rem 0; }
    @media (max-width: 40rem) {
      thead { display: none; }
      tbody, tr, th, td { display: block; width: 100%; }
      tbody { margin-bottom: 1rem; border: 1px solid var(--line); }
      td[data-label]::before { content: attr(data-label) ": "; font-weight: bold; }
      tr.ran td:not([data-label]) { display: none; }
    }
    """
}
