/// What both runs of a probe answered, and the verdict that follows.
package struct ProbeResult: Sendable {
  /// One question, with both answers.
  package struct Row: Sendable, Hashable {
    /// What was asked.
    package let question: String
    /// What `InjectedValues` answered.
    package let container: Measure
    /// What `EnvironmentValues` answered.
    package let environment: Measure
    let wanted: Probe.Wanted
  }

  /// The probe.
  package let probe: Probe
  /// The answers, in the order of the questions.
  package let rows: [Row]

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - probe: The probe.
  ///   - container: The container's answers, by question.
  ///   - environment: The environment's answers, by question.
  package init(
    _ probe: Probe, container: [String: Measure], environment: [String: Measure]
  ) {
    self.probe = probe
    rows = probe.questions.map { question in
      Row(
        question: question.text,
        container: container[question.text] ?? .notRun("the trial does not say"),
        environment: environment[question.text] ?? .notRun("the trial does not say"),
        wanted: question.wanted)
    }
  }

  /// Whether everything was answered.
  package var isComplete: Bool {
    rows.allSatisfy { row in
      [row.container, row.environment].allSatisfy { if case .notRun = $0 { false } else { true } }
    }
  }

  /// The verdict, as the answers have it.
  package var verdict: Verdict {
    guard isComplete else { return .notRun }
    let ratios = rows.compactMap { row -> Double? in
      guard row.wanted == .little, let container = row.container.nanoseconds,
        let environment = row.environment.nanoseconds, environment > 0
      else { return nil }
      return container / environment
    }
    if !ratios.isEmpty { return .ratio(ratios.reduce(0, +) / Double(ratios.count)) }
    return .met(
      container: rows.count { $0.wanted.isMet(by: $0.container) },
      environment: rows.count { $0.wanted.isMet(by: $0.environment) }, of: rows.count)
  }
}

extension ProbeResult {
  /// What follows from the answers.
  package enum Verdict: Sendable, Hashable, CustomStringConvertible {
    /// How many of the answers are those that one would want.
    case met(container: Int, environment: Int, of: Int)
    /// What the container takes for each nanosecond of the environment's.
    case ratio(Double)
    /// Something could not be run here.
    case notRun

    /// The verdict in words.
    package var description: String {
      switch self {
      case .met(let container, let environment, let count):
        if container == count, environment == count {
          "both"
        } else if container == 0, environment == 0 {
          "neither"
        } else if container == environment {
          "alike: \(container) of \(count)"
        } else if container > environment {
          "InjectedValues: \(container) of \(count), against \(environment)"
        } else {
          "EnvironmentValues: \(environment) of \(count), against \(container)"
        }
      case .ratio(let ratio): "InjectedValues takes \(Measure.figure(ratio)) times as long"
      case .notRun: "not run here"
      }
    }
  }
}

extension Probe.Wanted {
  /// Whether an answer is what one would want.
  func isMet(by measure: Measure) -> Bool {
    switch (self, measure) {
    case (.equal(let wanted), _): wanted == measure
    case (.atMost(let limit), .factor(let factor)): factor <= limit
    case (.little, .nanoseconds): true
    default: false
    }
  }
}
