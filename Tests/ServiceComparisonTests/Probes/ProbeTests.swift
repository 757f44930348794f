import Foundation
import Injection
import InjectionTesting
import ServiceComparison
import TestSupport
import Testing

// Probes open scopes, and read outside them: that is what they measure.
@Suite("The probes", .injected(.allowsLostReads))
struct ProbeTests {
  private static let context = ProbeContext(executable: try? CompareProcess.executable())

  private static let expectations: [(id: String, verdict: String)] =
    [
      ("scope", "both do"), ("read-body", "both do"),
      ("read-model", "InjectedValues does 2 of 2, EnvironmentValues 1"),
      ("read-function", "InjectedValues only"), ("read-view-task", "neither does"),
      ("read-detached", "both do 1 of 2"), ("read-callback", "both do 1 of 2"),
      ("server-request", "InjectedValues does 2 of 2, EnvironmentValues 1"),
      ("override-children", "both do"),
      ("override-subtree", "both do"), ("override-nested", "both do"),
      ("override-cached", "InjectedValues does 4 of 4, EnvironmentValues 3"),
      ("override-model", "InjectedValues does 3 of 3, EnvironmentValues 2"),
      ("override-sheet", "both do"), ("two-at-once", "both do"),
      ("parallel-tests", "InjectedValues does 3 of 3, EnvironmentValues 2"),
      ("compile-time", "both do"), ("missing-object", "both do"),
      ("missing-service", "InjectedValues only"),
      ("provenance", "InjectedValues only"),
      ("previews", "InjectedValues does 2 of 2, EnvironmentValues 1"),
      ("default-lifetime", "InjectedValues only"),
      ("teardown", "InjectedValues does 2 of 2, EnvironmentValues 1"), ("release", "both do"),
      ("async-service", "InjectedValues does 4 of 4, EnvironmentValues 3"),
      ("main-actor", "InjectedValues does 2 of 2, EnvironmentValues 1"),
      ("value-change", "both do"), ("equal-change", "both do"), ("model-change", "both do"),
    ]

  private static let timed = [
    "cost-read", "cost-read-body", "cost-override", "cost-override-async", "cost-object",
  ]

  // Their verdicts follow from times, which are no matter of a test.
  private static let growing = ["read", "override", "object"].flatMap {
    ["growth-\($0)-keys", "growth-\($0)-depth"]
  }

  @Test("There are rows enough, each with a name and a recipe of its own making")
  func catalogue() {
    #expect(Probe.all.count >= 20)
    #expect(Set(Probe.all.map(\.id)).count == Probe.all.count)
    #expect(Set(Probe.all.map(\.title)).count == Probe.all.count)
    #expect(Probe.all.allSatisfy { (1...20).contains($0.recipe) })
    #expect(
      Set(Probe.all.map(\.id)) == Set(Self.expectations.map(\.id) + Self.timed + Self.growing))
    #expect(
      Probe.all.allSatisfy { Set($0.questions.map(\.text)).count == $0.questions.count })
  }

  @Test("What comes out of each row", arguments: expectations)
  func verdicts(id: String, verdict: String) async throws {
    let probe = try #require(Probe.all.first { $0.id == id })
    let result = await probe.run(in: Self.context)
    #expect(result.verdict.description == verdict, "\(result.rows)")
  }

  @Test(
    "A cost is measured, and set in relation",
    arguments: timed)
  func costs(id: String) async throws {
    let probe = try #require(Probe.all.first { $0.id == id })
    let result = await probe.run(in: Self.context)
    guard case .ratio(let ratio) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(ratio.isFinite && ratio > 0)
  }

  @Test("Growth is measured on both sides", arguments: growing)
  func growth(id: String) async throws {
    let probe = try #require(Probe.all.first { $0.id == id })
    let result = await probe.run(in: Self.context)
    for row in result.rows {
      for answer in [row.container, row.environment] {
        guard case .factor(let factor) = answer else {
          Issue.record("\(row.question): \(answer)")
          continue
        }
        #expect(factor.isFinite && factor > 0)
      }
    }
  }

  @Test("A run that gives another answer changes the verdict, whichever answer it is")
  func brokenRuns() async throws {
    for probe in Probe.all {
      // What a busy machine measures may be as bad as the answer that is put in its place.
      let isMeasured = (Self.timed + Self.growing).contains(probe.id)
      let result = isMeasured ? given(probe) : await probe.run(in: Self.context)
      #expect(result.isComplete, "\(probe.id): \(result.rows)")
      for index in probe.questions.indices {
        for isContainer in [true, false] {
          let verdict = broken(result, at: index, isContainer: isContainer).verdict
          #expect(verdict != result.verdict, "\(probe.id): \(probe.questions[index].text)")
        }
      }
    }
  }

  @Test(
    "A verdict names what does more, in words",
    arguments: [
      (.met(container: 2, environment: 2, of: 2), "both do", nil),
      (.met(container: 0, environment: 0, of: 2), "neither does", nil),
      (.met(container: 1, environment: 1, of: 2), "both do 1 of 2", nil),
      (.met(container: 1, environment: 0, of: 2), "InjectedValues only", .container),
      (
        .met(container: 2, environment: 3, of: 3),
        "EnvironmentValues does 3 of 3, InjectedValues 2", .environment
      ),
      (
        .bounded(container: true, environment: true, limit: 8), "neither grows to 8 times as much",
        nil
      ),
      (
        .bounded(container: false, environment: false, limit: 8),
        "both grow beyond 8 times as much", nil
      ),
      (
        .bounded(container: false, environment: true, limit: 8),
        "EnvironmentValues only stays below 8 times as much", .environment
      ),
      (.ratio(0.5), "InjectedValues is 2.0 times as fast", .container),
      (.ratio(3), "EnvironmentValues is 3.0 times as fast", .environment),
      (.ratio(1.05), "as fast as each other", nil),
      (.notRun, "not run here", nil),
    ] as [(ProbeResult.Verdict, String, Approach?)])
  func words(verdict: ProbeResult.Verdict, text: String, winner: Approach?) {
    #expect(verdict.description == text)
    #expect(verdict.winner == winner)
  }

  @Test("What a trial throws, or does not say, is no verdict")
  func failure() async throws {
    struct Failure: Error, CustomStringConvertible {
      let description = "no weather"
    }
    let probe = Probe(
      "a", "A", recipe: 1, asks: [.init("q", .equal(.flag(true)))],
      container: .init("throws") { _ in throw Failure() },
      environment: .init("says nothing") { _ in [:] })
    let result = await probe.run(in: Self.context)
    #expect(result.verdict == .notRun)
    #expect(result.rows[0].container == .notRun("no weather"))
    #expect(!result.isComplete)
  }

  @Test("Where there is no executable, what needs a child or its modules is not run")
  func noExecutable() async throws {
    for id in ["missing-object", "missing-service", "compile-time"] {
      let probe = try #require(Probe.all.first { $0.id == id })
      #expect(await probe.run(in: ProbeContext(executable: nil)).verdict == .notRun)
    }
  }

  /// What a run of a row that measures could answer.
  private func given(_ probe: Probe) -> ProbeResult {
    let answers = probe.questions.map { question in
      (question.text, question.wanted == .little ? Measure.nanoseconds(5) : .factor(2))
    }
    return ProbeResult(
      probe, container: Dictionary(uniqueKeysWithValues: answers),
      environment: Dictionary(uniqueKeysWithValues: answers))
  }

  private func broken(_ result: ProbeResult, at index: Int, isContainer: Bool) -> ProbeResult {
    let wanted = result.probe.questions[index].wanted
    func other(_ measure: Measure) -> Measure {
      switch wanted {
      case .equal(let wanted): measure == wanted ? .text("something else") : wanted
      case .atMost: .factor(1_000)
      case .little: .nanoseconds((measure.nanoseconds ?? 1) * 10)
      }
    }
    var answers: [Bool: [String: Measure]] = [:]
    for (position, row) in result.rows.enumerated() {
      let isHere = position == index
      answers[true, default: [:]][row.question] =
        isHere && isContainer ? other(row.container) : row.container
      answers[false, default: [:]][row.question] =
        isHere && !isContainer ? other(row.environment) : row.environment
    }
    return ProbeResult(
      result.probe, container: answers[true] ?? [:], environment: answers[false] ?? [:])
  }
}
