internal import Foundation

extension ComparisonReport {
  /// The version of the shape of ``json``.
  package static let jsonVersion = 1

  /// The report as JSON.
  ///
  /// An object with `version` (1) and `rows`. A row has `id`, `title`, `recipe`, `ran` with
  /// `injectedValues` and `environmentValues`, `verdict` with `text` and, where the answers were
  /// counted, `met` of both and `of`, or, where times were set in relation, `ratio`; and `questions`,
  /// each with `question` and an answer of each approach. An answer has `text`, and one of `flag`,
  /// `count`, `nanoseconds`, `factor` or `notRun` where it is one. A new version is a change that a
  /// reader could fail on; a member that is added is none.
  package var json: String {
    let document = Document(
      version: Self.jsonVersion, rows: results.map { Document.Row($0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Only finite numbers and texts are encoded, so this cannot fail.
    guard let data = try? encoder.encode(document) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    struct Both<Value: Encodable>: Encodable {
      let injectedValues: Value
      let environmentValues: Value
    }
    struct Answer: Encodable {
      let text: String
      var flag: Bool?
      var count: Int?
      var nanoseconds: Double?
      var factor: Double?
      var notRun: String?

      init(_ measure: Measure) {
        text = measure.text
        switch measure {
        case .text: break
        case .flag(let flag): self.flag = flag
        case .count(let count): self.count = count
        case .nanoseconds(let time): nanoseconds = time
        case .factor(let factor): self.factor = factor
        case .notRun(let reason): notRun = reason
        }
      }
    }
    struct Question: Encodable {
      let question: String
      let answers: Both<Answer>
    }
    struct Verdict: Encodable {
      let text: String
      var met: Both<Int>?
      var of: Int?
      var ratio: Double?
    }
    struct Row: Encodable {
      let id: String
      let title: String
      let recipe: String
      let ran: Both<String>
      let questions: [Question]
      let verdict: Verdict

      init(_ result: ProbeResult) {
        id = result.probe.id
        title = result.probe.title
        recipe = result.probe.recipeLink
        ran = Both(
          injectedValues: result.probe.container.summary,
          environmentValues: result.probe.environment.summary)
        questions = result.rows.map {
          Question(
            question: $0.question,
            answers: Both(
              injectedValues: Answer($0.container), environmentValues: Answer($0.environment)))
        }
        var verdict = Verdict(text: result.verdict.description)
        switch result.verdict {
        case .met(let container, let environment, let count):
          verdict.met = Both(injectedValues: container, environmentValues: environment)
          verdict.of = count
        case .ratio(let ratio): verdict.ratio = ratio
        case .notRun: break
        }
        self.verdict = verdict
      }
    }
    let version: Int
    let rows: [Row]
  }
}
