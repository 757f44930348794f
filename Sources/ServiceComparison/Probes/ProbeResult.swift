/// What both runs of a probe answered, and the verdict that follows.
package struct ProbeResult: Sendable {
  /// One question, with both answers.
  package struct Row: Sendable, Hashable {
    package let question: String
    package let container: Measure
    package let environment: Measure
    let wanted: Probe.Wanted
  }

  package let probe: Probe
  /// The answers, in the order of the questions.
  package let rows: [Row]

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

  package var isComplete: Bool {
    rows.allSatisfy { !$0.container.isNotRun && !$0.environment.isNotRun }
  }

  /// The verdict, as the answers have it.
  package var verdict: Verdict {
    guard isComplete else { return .notRun }
    let ratios = rows.compactMap(\.ratio)
    if !ratios.isEmpty { return .ratio(ratios.reduce(0, +) / Double(ratios.count)) }
    let container = rows.count(where: \.isMetByContainer)
    let environment = rows.count(where: \.isMetByEnvironment)
    if case .atMost(let limit)? = rows.first?.wanted, rows.count == 1 {
      return .bounded(container: container == 1, environment: environment == 1, limit: limit)
    }
    return .met(container: container, environment: environment, of: rows.count)
  }
}

/// One of the two approaches.
package enum Approach: String, Sendable, Hashable, CaseIterable {
  case container = "InjectedValues"
  /// The environment of a tree of views.
  case environment = "EnvironmentValues"

  /// The one that is not this.
  var other: Approach { self == .container ? .environment : .container }
}

extension ProbeResult {
  /// What follows from the answers.
  package enum Verdict: Sendable, Hashable, CustomStringConvertible {
    /// How many of the answers are those that one would want.
    case met(container: Int, environment: Int, of: Int)
    /// Whether a factor stays below a limit.
    case bounded(container: Bool, environment: Bool, limit: Double)
    /// What the container takes for each nanosecond of the environment's.
    case ratio(Double)
    /// Something could not be run here.
    case notRun

    /// The approach that does more of what one would want, or takes less time; nil where neither does.
    package var winner: Approach? {
      switch self {
      case .met(let container, let environment, _):
        container == environment ? nil : container > environment ? .container : .environment
      case .bounded(let container, let environment, _):
        container == environment ? nil : container ? .container : .environment
      // Within a tenth, times are the same.
      case .ratio(let ratio): ratio < 1 / 1.1 ? .container : ratio > 1.1 ? .environment : nil
      case .notRun: nil
      }
    }

    /// The verdict in words; those of one that has a winner begin with its name.
    package var description: String {
      switch self {
      case .met(let container, let environment, let count):
        guard let winner else {
          return container == count
            ? "both do" : container == 0 ? "neither does" : "both do \(container) of \(count)"
        }
        let (most, least) = (max(container, environment), min(container, environment))
        return "\(winner.rawValue) "
          + (least == 0 ? "only" : "does \(most) of \(count), \(winner.other.rawValue) \(least)")
      case .bounded(let container, _, let limit):
        let words = "\(Int(limit)) times as much"
        guard let winner else {
          return container ? "neither grows to \(words)" : "both grow beyond \(words)"
        }
        return "\(winner.rawValue) only stays below \(words)"
      case .ratio(let ratio):
        guard let winner else { return "as fast as each other" }
        return "\(winner.rawValue) is \(Measure.figure(max(ratio, 1 / ratio))) times as fast"
      case .notRun: return "not run here"
      }
    }
  }
}

extension ProbeResult.Row {
  package var isMetByContainer: Bool { wanted.isMet(by: container) }
  package var isMetByEnvironment: Bool { wanted.isMet(by: environment) }

  /// What the container takes for each nanosecond of the environment's; nil where it is no matter of
  /// time.
  var ratio: Double? {
    guard wanted == .little, let container = container.nanoseconds,
      let environment = environment.nanoseconds, environment > 0
    else { return nil }
    return container / environment
  }

  /// The verdict on this question alone, in as few words as can be.
  package var verdict: String {
    if [container, environment].contains(where: \.isNotRun) { return "not run" }
    if let ratio { return ProbeResult.Verdict.ratio(ratio).winner?.rawValue ?? "alike" }
    return switch (isMetByContainer, isMetByEnvironment) {
    case (true, true): "both"
    case (true, false): Approach.container.rawValue
    case (false, true): Approach.environment.rawValue
    case (false, false): "neither"
    }
  }
}

extension Probe.Wanted {
  func isMet(by measure: Measure) -> Bool {
    switch (self, measure) {
    case (.equal(let wanted), _): wanted == measure
    case (.atMost(let limit), .factor(let factor)): factor <= limit
    case (.little, .nanoseconds): true
    default: false
    }
  }
}
