extension ComparisonReport {
  /// What to choose for something that one has, as the rows about it came out.
  package struct Advice: Sendable {
    /// What one has.
    package let situation: String
    /// The rows about it that were run, each with its verdict.
    package let results: [ProbeResult]

    /// The approach to choose; nil where the rows prefer none.
    package var winner: Approach? {
      let (container, environment, _) = counts
      return container == environment ? nil : container > environment ? .container : .environment
    }

    /// What to choose, in words.
    package var choice: String {
      let (container, environment, count) = counts
      guard container == environment else { return winner?.rawValue ?? "" }
      return container == count ? "either" : "neither by itself"
    }

    /// How many answers of each approach are what one would want, and how many there are.
    private var counts: (container: Int, environment: Int, of: Int) {
      results.flatMap(\.rows).reduce(into: (0, 0, 0)) { counts, row in
        counts.container += row.isMetByContainer ? 1 : 0
        counts.environment += row.isMetByEnvironment ? 1 : 0
        counts.of += 1
      }
    }
  }

  // Only the questions are written down; what to choose follows from the answers.
  private static let situations: [(text: String, rows: [String])] = [
    ("what views read: a theme, a service", ["read-body", "value-change", "equal-change"]),
    (
      "what a model, a function or a server's request reads",
      ["read-model", "read-function", "server-request"]
    ),
    (
      "another service for a part of the screen",
      ["override-subtree", "override-sheet", "two-at-once"]
    ),
    ("a model that was made before the override", ["override-model"]),
    ("services that are built from others", ["override-cached", "default-lifetime"]),
    ("tests in parallel", ["parallel-tests"]),
    (
      "something that must not be forgotten",
      ["missing-object", "missing-service", "previews", "provenance"]
    ),
    ("something that takes time to make, or has to be closed", ["async-service", "teardown"]),
    ("something of the main actor that is not Sendable", ["main-actor"]),
    (
      "what a detached task, a callback, or a view's task reads",
      ["read-detached", "read-callback", "read-view-task"]
    ),
  ]

  /// When to choose which, from the rows; nothing is said of what was not run.
  package var conclusion: [Advice] {
    Self.situations.compactMap { situation in
      let results = results.filter { situation.rows.contains($0.probe.id) && $0.isComplete }
      return results.isEmpty ? nil : Advice(situation: situation.text, results: results)
    }
  }

  /// How many rows have come out how, in words; what is measured is no verdict.
  package var totals: [(name: String, count: Int)] {
    let names = results.map { result in
      switch result.verdict {
      case .ratio, .bounded: "measured"
      case .notRun: "not run here"
      case .met(let container, let environment, let count):
        switch result.verdict.winner {
        case let winner?: "\(winner.rawValue) does more"
        case nil where container == count: "both do all"
        case nil: container + environment == 0 ? "neither does" : "both do in part"
        }
      }
    }
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    let winners = Approach.allCases.map { "\($0.rawValue) does more" }
    let others = [
      "both do all", "both do in part", "neither does", "measured", "not run here",
    ].filter { counts[$0] != nil }
    return (winners + others).map { ($0, counts[$0] ?? 0) }
  }

  /// The totals on one line.
  var totalsText: String { totals.map { "\($0.name): \($0.count)" }.joined(separator: "; ") }
}
