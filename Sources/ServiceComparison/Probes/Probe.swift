/// A row of the comparison: questions, and a run of each approach that answers them.
///
/// What a row says is what its runs have answered when it is printed. The only thing written down
/// beforehand is what one would want; the verdict is computed from both.
package struct Probe: Sendable, Identifiable {
  /// One thing that a run answers.
  package struct Question: Sendable {
    package let text: String
    /// What one would want to hear.
    package let wanted: Wanted

    package init(_ text: String, _ wanted: Wanted) {
      self.text = text
      self.wanted = wanted
    }
  }

  /// What one would want a run to answer.
  package enum Wanted: Sendable, Hashable {
    /// This.
    case equal(Measure)
    /// A factor of at most this.
    case atMost(Double)
    /// As little as can be: the two are set in relation.
    case little
  }

  /// How one approach is run.
  package struct Trial: Sendable {
    package let summary: String
    /// Runs it, and answers each question by its text.
    package let run: @MainActor @Sendable (ProbeContext) async throws -> [String: Measure]

    package init(
      _ summary: String,
      run: @escaping @MainActor @Sendable (ProbeContext) async throws -> [String: Measure]
    ) {
      self.summary = summary
      self.run = run
    }
  }

  /// The name by which `--only` finds it.
  package let id: String
  package let title: String
  /// The number of its recipe in the migration guide.
  package let recipe: Int
  /// Where that recipe is, for who reads a report beside the guide.
  package var recipeLink: String { "MigrationGuide.md#recipe-\(recipe)" }
  package let questions: [Question]
  package let container: Trial
  package let environment: Trial

  package init(
    _ id: String, _ title: String, recipe: Int, asks questions: [Question], container: Trial,
    environment: Trial
  ) {
    self.id = id
    self.title = title
    self.recipe = recipe
    self.questions = questions
    self.container = container
    self.environment = environment
  }

  /// Runs both approaches, one after the other.
  ///
  /// An error that a trial throws is its answer to all questions.
  @MainActor package func run(in context: ProbeContext) async -> ProbeResult {
    ProbeResult(
      self, container: await answers(of: container, context),
      environment: await answers(of: environment, context))
  }

  @MainActor private func answers(of trial: Trial, _ context: ProbeContext) async -> [String:
    Measure]
  {
    do {
      return try await trial.run(context)
    } catch {
      return Dictionary(uniqueKeysWithValues: questions.map { ($0.text, .notRun("\(error)")) })
    }
  }
}

extension Probe {
  /// Rows about one matter.
  package struct Matter: Sendable, Identifiable {
    /// The name that a link leads to.
    package let id: String
    package let title: String
    package let probes: [Probe]
  }

  /// All rows, by matter, in the order of the report.
  package static let groups = [
    Matter(id: "reads", title: "What a read sees", probes: reachOfReads),
    Matter(id: "overrides", title: "How far an override reaches", probes: reachOfOverrides),
    Matter(id: "safety", title: "When a mistake is found", probes: safety),
    Matter(id: "lifetimes", title: "How long a service lives", probes: lifetimes),
    Matter(id: "changes", title: "What a change has evaluated", probes: changes),
    Matter(id: "costs", title: "What it costs", probes: costs),
  ]

  /// All rows, in the order of the report.
  package static let all = groups.flatMap(\.probes)
}

extension Probe {
  /// The names of all rows: a line for each, or an array of JSON objects with `id`, `title`, `group`
  /// and `recipe`.
  package static func list(as format: ReportFormat) -> String {
    guard format == .json else { return all.map { "\($0.id)  \($0.title)\n" }.joined() }
    return groups.flatMap { group in
      group.probes.map {
        ["id": $0.id, "title": $0.title, "group": group.title, "recipe": $0.recipeLink]
      }
    }.inJSON
  }
}
