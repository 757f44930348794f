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
    #expect(text.contains("| a read | ×1.5 | ×1.0 | InjectedValues takes 1.5 times as long |"))
    let links = text.matches(of: /\[recipe (\d+)\]\(MigrationGuide\.md#recipe-(\d+)\)/)
    #expect(links.map { [$0.output.1, $0.output.2] } == [["3", "3"], ["4", "4"]])
    #expect(!text.contains(" ns"))
    #expect(text.contains("**One \\| two &lt;b>**"))
  }

  @Test("Two Markdown reports that differ in measured figures only are the same without them")
  func withoutFigures() {
    let text = Self.report.markdown
    let other = text.replacing("1.5", with: "27")
    #expect(text != other)
    #expect(
      ComparisonReport.withoutFigures(text) == ComparisonReport.withoutFigures(other))
    let leaked = text.replacing("leaked", with: "default")
    #expect(ComparisonReport.withoutFigures(text) != ComparisonReport.withoutFigures(leaked))
    let fewer = text.replacing("2 of 2", with: "1 of 2")
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
    #expect(page.contains("child task reads mock"))
    #expect(page.contains("view beside reads leaked"))
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
    #expect(links == ["MigrationGuide.md#recipe-3", "MigrationGuide.md#recipe-4"])
  }

  @Test("The drawing colours what an override reached, and cuts what does not fit")
  func drawing() throws {
    let reason = String(repeating: "long ", count: 20)
    let page = ComparisonReport([
      ProbeResult(
        Self.report.results[0].probe,
        container: ["child": .text("mock"), "sibling": .text("mock")],
        environment: ["child": .text("default"), "sibling": .notRun(reason)])
    ]).html
    let figures = page.components(separatedBy: "<figure>").dropFirst()
      .map { $0.components(separatedBy: "</figure>")[0] }
    try #require(figures.count == 2)
    #expect(figures.map { $0.matches(of: /class="reached"/).count } == [2, 0])
    let labels = figures[1].matches(of: />([^<]*)<\/text>/).map { String($0.output.1) }
    #expect(labels.last == "view beside reads not run: long l…")
    #expect(labels.allSatisfy { $0.count <= 34 })
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
