import Foundation
import ServiceComparison
import Testing

@Suite("The formats of the report")
struct ReportFormatTests {
  private static let report: ComparisonReport = {
    let counted = Probe(
      "override-children", "One | two <b>", recipe: 3,
      asks: [.init("child", .equal(.text("mock"))), .init("sibling", .equal(.text("default")))],
      container: .init("a & b") { _ in [:] }, environment: .init("\u{1B}[31mc") { _ in [:] })
    let timed = Probe(
      "timed", "Timed", recipe: 4, asks: [.init("a read", .little)],
      container: .init("x") { _ in [:] }, environment: .init("y") { _ in [:] })
    return ComparisonReport([
      ProbeResult(
        counted, container: ["child": .text("mock"), "sibling": .text("default")],
        environment: ["child": .text("mock"), "sibling": .text("leaked")]),
      ProbeResult(
        timed, container: ["a read": .nanoseconds(30)], environment: ["a read": .nanoseconds(20)]),
    ])
  }()

  @Test("No line of the text is wider than the terminal", arguments: [40, 60, 100, 200])
  func width(columns: Int) {
    for line in Self.report.text(width: columns, isColored: false).split(separator: "\n") {
      #expect(String(line).displayWidth <= columns, "\(line)")
    }
  }

  @Test("Colours are there only where they are asked for, and texts bring none")
  func colors() {
    #expect(!Self.report.text(width: 80, isColored: false).contains("\u{1B}"))
    #expect(Self.report.text(width: 80, isColored: true).contains("\u{1B}[33m"))
    #expect(!Self.report.html.contains("\u{1B}"))
    #expect(!Self.report.markdown.contains("\u{1B}"))
  }

  @Test("Markdown has ratios in place of times")
  func markdown() {
    let text = Self.report.markdown
    #expect(text.contains("| a read | ×1.5 | ×1.0 | EnvironmentValues is 1.5 times as fast |"))
    let links = text.matches(of: /\[recipe (\d+)\]\(MigrationGuide\.md#recipe-(\d+)\)/)
    #expect(links.map { [$0.output.1, $0.output.2] } == [["3", "3"], ["4", "4"]])
    #expect(!text.contains(" ns"))
    #expect(text.contains("**One \\| two &lt;b>**"))
  }

  @Test("Markdown and JSON say whether their times are a debug build's")
  func build() throws {
    let text = Self.report.markdown
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(Self.report.json.utf8)) as? [String: Any])
    #if DEBUG
      #expect(text.contains("\nTimes are those of a debug build: `swift run -c release compare`"))
      #expect(object["build"] as? String == "debug")
    #else
      #expect(!text.contains("debug build"))
      #expect(object["build"] as? String == "release")
    #endif
  }

  @Test("Two Markdown reports that differ in measured figures only are the same without them")
  func withoutFigures() {
    let text = Self.report.markdown
    let other = text.replacing("×1.5 |", with: "×0.2 |")
      .replacing("EnvironmentValues is 1.5", with: "InjectedValues is 5.0")
    #expect(text != other)
    #expect(
      ComparisonReport.withoutFigures(text) == ComparisonReport.withoutFigures(other))
    let leaked = text.replacing("leaked", with: "default")
    #expect(ComparisonReport.withoutFigures(text) != ComparisonReport.withoutFigures(leaked))
    let fewer = text.replacing("does 2 of 2", with: "does 1 of 2")
    #expect(ComparisonReport.withoutFigures(text) != ComparisonReport.withoutFigures(fewer))
  }

  @Test("JSON has a version, and the answers as what they are")
  func json() throws {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(Self.report.json.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == ComparisonReport.jsonVersion)
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows.compactMap { $0["id"] as? String } == ["override-children", "timed"])
    #expect(rows[0]["recipe"] as? String == "MigrationGuide.md#recipe-3")
    let counted = try #require(rows[0]["verdict"] as? [String: Any])
    #expect(counted["winner"] as? String == "InjectedValues")
    #expect(counted["met"] as? [String: Int] == ["injectedValues": 2, "environmentValues": 1])
    #expect((rows[1]["verdict"] as? [String: Any])?["ratio"] as? Double == 1.5)
    let question = try #require((rows[1]["questions"] as? [[String: Any]])?.first)
    let answers = try #require(question["answers"] as? [String: [String: Any]])
    #expect(answers["injectedValues"]?["nanoseconds"] as? Double == 30)
    #expect(answers["environmentValues"]?["text"] as? String == "20 ns")
  }

  @Test("The page is well-formed, draws what was read, and loads nothing")
  func html() throws {
    let page = Self.report.html
    // But for the first line and the voids of its head, the page is XML.
    let body = try #require(page.firstRange(of: "<body>"))
    let end = try #require(page.firstRange(of: "</body>"))
    let parser = XMLShape(String(page[body.lowerBound..<end.upperBound]))
    #expect(parser.problem == nil)
    #expect(
      page.contains(
        "its child: InjectedValues mock, EnvironmentValues mock; a view beside it: "
          + "InjectedValues default, EnvironmentValues leaked"))
    #expect(page.contains("Timed, a read: InjectedValues 30 ns, EnvironmentValues 20 ns"))
    #expect(page.contains("InjectedValues: 30 ns</text>"))
    // The longer one takes the whole width, the other its share.
    #expect(page.contains("class=\"InjectedValues\" x=\"0\" y=\"20\" width=\"300\""))
    #expect(page.contains("class=\"EnvironmentValues\" x=\"0\" y=\"62\" width=\"200\""))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("max-width: 40rem"))
    for loader in ["http:", "https:", "src=", "@import", "url(", "<script"] {
      #expect(!page.contains(loader), "\(loader)")
    }
    let links = page.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
    #expect(links.count > 5)
    for link in links {
      #expect(link.hasPrefix("#"), "\(link)")
      #expect(page.contains("id=\"\(link.dropFirst())\""), "\(link)")
    }
  }

  @Test("The drawing fills what an override reached, and cuts what does not fit")
  func drawing() throws {
    let reason = String(repeating: "long ", count: 20)
    let page = ComparisonReport([
      ProbeResult(
        Self.report.results[0].probe,
        container: ["child": .text("mock"), "sibling": .text("mock")],
        environment: ["child": .text("default"), "sibling": .notRun(reason)])
    ]).html
    let figure = try #require(page.components(separatedBy: "<figure class=\"app\">").last)
      .components(separatedBy: "</figure>")[0]
    #expect(figure.matches(of: /class="reached InjectedValues"/).count == 2)
    #expect(figure.matches(of: /class="reached EnvironmentValues"/).isEmpty)
    let labels = figure.matches(of: />([^<]*)<\/text>/).map { String($0.output.1) }
    #expect(labels.suffix(3) == ["a view beside it", "mock", "not run:…"])
  }

  @Test("An approach that wins is marked, in its row, in its question and in what to choose")
  func winner() throws {
    let row = try #require(Probe.all.first { $0.id == "read-model" })
    func all(_ answer: String) -> [String: Measure] {
      Dictionary(uniqueKeysWithValues: row.questions.map { ($0.text, .text(answer)) })
    }
    let report = ComparisonReport([
      ProbeResult(row, container: all("default"), environment: all("mock"))
    ])
    #expect(report.conclusion.map(\.choice) == ["EnvironmentValues"])
    #expect(report.totals.map(\.count) == [0, 1])
    #expect(report.html.contains("<b class=\"EnvironmentValues\">EnvironmentValues</b> only"))
    #expect(report.html.contains("✗ not wanted:</span> default"))
    #expect(report.text(width: 80, isColored: false).contains("= EnvironmentValues only"))
    #expect(
      report.markdown.contains("| EnvironmentValues | `read-model`: EnvironmentValues only |"))
  }

  @Test("What to choose follows from the answers, and nothing is said of what was not run")
  func conclusion() throws {
    func report(_ answers: [(id: String, container: Bool, environment: Bool)]) -> ComparisonReport {
      ComparisonReport(
        answers.map { answer in
          let probe = Probe(
            answer.id, answer.id, recipe: 1, asks: [.init("q", .equal(.flag(true)))],
            container: .init("") { _ in [:] }, environment: .init("") { _ in [:] })
          return ProbeResult(
            probe, container: ["q": .flag(answer.container)],
            environment: ["q": .flag(answer.environment)])
        })
    }
    let both = report([("read-model", true, false), ("server-request", false, true)])
    #expect(both.conclusion.map(\.choice) == ["neither by itself"])
    #expect(report([("read-model", true, true)]).conclusion.map(\.choice) == ["either"])
    #expect(report([("read-model", true, false)]).conclusion.map(\.winner) == [.container])
    #expect(report([("scope", true, true)]).conclusion.isEmpty)
    let failed = ComparisonReport([
      ProbeResult(both.results[0].probe, container: [:], environment: [:])
    ])
    #expect(failed.conclusion.isEmpty)
    #expect(failed.totals.map(\.name).last == "not run here")
  }

  @Test("Each row that the conclusion names is there")
  func rowsOfConclusion() {
    let report = ComparisonReport(
      Probe.all.map { probe in
        let answers = Dictionary(
          uniqueKeysWithValues: probe.questions.map { ($0.text, Measure.flag(true)) })
        return ProbeResult(probe, container: answers, environment: answers)
      })
    #expect(report.conclusion.count == 10)
    #expect(report.conclusion.flatMap(\.results).count == 23)
  }
}

/// Whether the elements of a text are nested and closed, without a parser of the platform.
private struct XMLShape {
  let problem: String?

  init(_ text: String) {
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)([a-z0-9]+)((?:[^>"]|"[^"]*")*?)(\/?)>/) {
      if tag.output.1 == "/" {
        guard open.popLast() == tag.output.2 else {
          problem = "\(tag.output.0)"
          return
        }
      } else if tag.output.4.isEmpty {
        open.append(tag.output.2)
      }
    }
    problem = open.isEmpty ? nil : "open: \(open)"
  }
}
