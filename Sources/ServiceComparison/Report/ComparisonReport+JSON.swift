internal import Foundation

extension ComparisonReport {
  /// The version of the shape of ``json``.
  package static let jsonVersion = 1

  /// The report as JSON.
  ///
  /// An object with `version` (1), `build` (`debug` or `release`) and `rows`. A row has `id`, `title`, `recipe`, `ran` with
  /// `injectedValues` and `environmentValues`, `verdict` with `text` and, where the answers were
  /// counted, `met` of both and `of`, or, where times were set in relation, `ratio`, and the `winner` if
  /// there is one; and `questions`, each with `question` and an answer of each approach. An answer has `text`, and one of `flag`,
  /// `count`, `nanoseconds`, `factor` or `notRun` where it is one. A new version is a change that a
  /// reader could fail on; a member that is added is none. `conclusion` has what to choose: for each
  /// `situation` a `choice`, and the `rows` that it follows from; `totals` has how many rows came out how.
  package var json: String {
    let document = Document(
      version: Self.jsonVersion,
      build: Self.buildNote == nil ? "release" : "debug",
      conclusion: conclusion.map {
        Document.Advice(
          situation: $0.situation, choice: $0.choice, rows: $0.results.map(\.probe.id))
      },
      totals: Dictionary(totals.map { ($0.name, $0.count) }) { $1 },
      rows: results.map { Document.Row($0) })
    return document.inJSON
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
      var winner: String?
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
        var verdict = Verdict(
          text: result.verdict.description, winner: result.verdict.winner?.rawValue)
        switch result.verdict {
        case .met(let container, let environment, let count):
          verdict.met = Both(injectedValues: container, environmentValues: environment)
          verdict.of = count
        case .bounded(let container, let environment, _):
          verdict.met = Both(
            injectedValues: container ? 1 : 0, environmentValues: environment ? 1 : 0)
          verdict.of = 1
        case .ratio(let ratio): verdict.ratio = ratio
        case .notRun: break
        }
        self.verdict = verdict
      }
    }
    struct Advice: Encodable {
      let situation: String
      let choice: String
      let rows: [String]
    }
    let version: Int
    let build: String
    let conclusion: [Advice]
    let totals: [String: Int]
    let rows: [Row]
  }
}

extension Encodable {
  /// The value as JSON, for people too.
  ///
  /// It has only finite numbers and texts, so this cannot fail.
  var inJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
