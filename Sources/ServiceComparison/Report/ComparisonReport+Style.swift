extension ComparisonReport {
  /// The page's style: two schemes of colour, rows as cards on a phone, and sheets of A4.
  ///
  /// The two approaches' colours differ in grey too.
  static let style = """
    :root { color-scheme: light dark; --text: #1d1d1f; --soft: #55555a; --back: #fff; --line: #d2d2d7;
      --fill: #f5f5f7; --link: #0058b0; --one: #003f8a; --on-one: #fff; --two: #c8700c;
      --on-two: #000; --one-text: #003f8a; --two-text: #8a4a00; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --text: #f5f5f7; --soft: #b8b8be; --back: #161617; --line: #48484c; --fill: #232325;
        --link: #6cb6ff; --one: #2a72d4; --on-one: #fff; --two: #ffc670; --on-two: #000;
        --one-text: #7db8ff; --two-text: #ffc670; }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0 auto; max-width: 64rem; padding: 1rem; color: var(--text);
      background: var(--back); font: 1rem/1.45 system-ui, sans-serif; }
    h2 { margin: 2.5rem 0 .75rem; font-size: 1.4rem; }
    h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
    a { color: var(--link); }
    small { font-weight: normal; color: var(--soft); }
    code { font-size: .85em; }
    nav ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap;
      gap: .25rem 1.25rem; }
    nav ul ul { display: inline-flex; margin-left: 1.25rem; font-size: .9rem; }
    nav > ul { padding: .75rem 1rem; background: var(--fill); border-radius: .5rem; }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; }
    caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
    th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
      vertical-align: top; overflow-wrap: anywhere; }
    thead th { color: var(--soft); font-weight: normal; border-bottom: 2px solid var(--line); }
    .advice th, .question th { font-weight: normal; }
    .advice thead th:nth-child(1) { width: 28%; }
    .advice thead th:nth-child(2) { width: 20%; }
    .advice ul { margin: 0; padding: 0; list-style: none; }
    .rows thead th:last-child { width: 27%; }
    .title th, .title td { background: var(--fill); border-top: 1.2rem solid var(--back); }
    .title code { font-weight: normal; color: var(--soft); }
    .title small { display: block; }
    .ran td { padding-top: .2rem; font-size: .85rem; color: var(--soft); border-bottom: 0; }
    .ran p { margin: .1rem 0; }
    .yes { font-weight: bold; }
    .no { color: var(--soft); font-size: .85em; }
    b.InjectedValues { color: var(--one-text); }
    b.EnvironmentValues { color: var(--two-text); }
    .totals { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
      gap: .75rem; margin: 0; }
    .totals div { display: flex; flex-direction: column-reverse; justify-content: flex-end;
      padding: .6rem; background: var(--fill); border-radius: .5rem; }
    .totals dt { font-size: .75rem; }
    .totals dd { margin: 0; font-size: 1.6rem; }
    figure { margin: 0 0 1rem; }
    figcaption { font-weight: bold; }
    .app figcaption { font-weight: normal; margin-bottom: .5rem; }
    .app svg { max-width: 28rem; }
    .charts { display: grid; gap: 1rem 2rem;
      grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); }
    .charts small { display: block; }
    svg { display: block; width: 100%; max-width: 24rem; height: auto; margin-top: .5rem; }
    svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
    svg .head { font-weight: bold; font-size: 12px; }
    svg rect { fill: var(--fill); stroke: var(--line); }
    svg .InjectedValues { fill: var(--one); stroke: none; }
    svg .EnvironmentValues { fill: var(--two); stroke: none; }
    svg .reached.InjectedValues + text { fill: var(--on-one); }
    svg .reached.EnvironmentValues + text { fill: var(--on-two); }
    svg line { stroke: var(--soft); }
    @media screen and (max-width: 40rem) {
      table, tbody, caption { display: block; }
      thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      td, th { border: 0; }
      tbody { border-top: 1px solid var(--line); }
      .advice tr, .title { display: block; padding: .5rem 0; }
      .advice tr { border-bottom: 1px solid var(--line); }
      .advice th, .advice td, .advice .choice, .title th, .title td, .ran td { display: block;
        width: 100%; padding: .1rem .6rem; }
      .advice th, .choice { font-weight: bold; }
      .advice td::before { content: attr(data-label) ": "; font-weight: normal; color: var(--soft); }
      .title { background: var(--fill); margin-top: 1rem; }
      .title th, .title td { border: 0; }
      .title small { display: inline; margin-left: .5rem; }
      .question { display: grid; grid-template-columns: 1fr 1fr; padding: .4rem 0;
        border-bottom: 1px solid var(--line); }
      .question th, .question td { padding: 0 .6rem; }
      .question .verdict { grid-column: 2; grid-row: 1; padding-right: 0; }
      .question .verdict b { font-size: .9rem; }
      .question td[data-label]::before { content: attr(data-label); display: block;
        font-size: .75rem; color: var(--soft); }
    }
    @media print {
      @page { size: A4; margin: 15mm; }
      :root { print-color-adjust: exact; }
      body { max-width: none; padding: 0; font-size: 9.5pt; }
      nav { display: none; }
      h2, h3, h2 + p, caption, thead, thead tr, .title { break-after: avoid; }
      .rows tbody:first-of-type { break-before: avoid; }
      h2 { margin-top: 1.2rem; }
      tr, .rows tbody, figure, .totals { break-inside: avoid; }
      .title th, .title td { border-top-width: .6rem; }
      .charts { grid-template-columns: 1fr 1fr; }
      .totals { grid-template-columns: repeat(3, 1fr); }
      .app svg { max-width: 130mm; }
      summary { display: none; }
      details::details-content { content-visibility: visible; display: block; }
    }
    """
}
