extension ComparisonReport {
  /// The page's style: two schemes of colour, and rows as cards where there is little room.
  static let style = """
    :root { color-scheme: light dark; --text: #1d1d1f; --back: #fff; --line: #d2d2d7;
      --soft: #f5f5f7; --one: #0071e3; --two: #bf4800; --on: #fff; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #f5f5f7; --back: #161617; --line: #424245; --soft: #232325; --one: #2997ff;
        --two: #ff9f0a; --on: #000; }
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
    a { color: var(--one); }
    .pair { display: flex; flex-wrap: wrap; gap: 2rem; }
    .pair figure { flex: 1 1 16rem; max-width: 24rem; }
    .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
      gap: 1rem 2rem; }
    svg { display: block; width: 100%; max-width: 24rem; height: auto; margin-top: .5rem; }
    svg text { fill: var(--text); font: 14px system-ui, sans-serif; }
    svg rect { fill: var(--soft); stroke: var(--line); }
    svg .set, svg .reached, svg .InjectedValues { fill: var(--one); stroke: none; }
    svg .EnvironmentValues { fill: var(--two); stroke: none; }
    svg .set + text, svg .reached + text { fill: var(--on); }
    svg line { stroke: var(--text); }
    figure { margin: 0 0 1rem; }
    figcaption { font-weight: bold; }
    @media (max-width: 40rem) {
      thead { display: none; }
      tbody, tr, th, td { display: block; width: 100%; }
      tbody { margin-bottom: 1rem; border: 1px solid var(--line); }
      td[data-label]::before { content: attr(data-label) ": "; font-weight: bold; }
      tr.ran td:not([data-label]) { display: none; }
    }
    """
}
