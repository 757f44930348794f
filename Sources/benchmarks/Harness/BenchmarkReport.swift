internal import Foundation

/// The results as text.
struct BenchmarkReport {
  enum Format: String, CaseIterable, Sendable {
    case text, markdown, json
  }

  let results: [BenchmarkResult]
  let samples: Int

  func text(in format: Format) throws -> String {
    switch format {
    case .text: plain
    case .markdown: markdown
    case .json: try json
    }
  }

  /// Those that missed their goal by more than the noise.
  var missed: [BenchmarkResult] { results.filter { $0.verdict == .missed } }

  private var heading: String {
    """
    release build, \(samples) samples each, in turns; times in ns of processor time; \
    ratios are medians of the ratios of figures taken one after the other
    """
  }

  private var plain: String {
    let rows = results.map { row($0) }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = ["benchmarks: " + heading]
    var group = ""
    for (result, row) in zip(results, rows) {
      if result.benchmark.group != group {
        group = result.benchmark.group
        lines += ["", group]
      }
      let cells = row.indices.map { index in
        guard index < 4 else { return row[index] }
        let padding = String(repeating: " ", count: widths[index] - row[index].count)
        return index == 0 ? row[index] + padding : padding + row[index]
      }
      lines.append(cells.joined(separator: "  "))
    }
    return lines.map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
  }

  private var markdown: String {
    var lines: [String] = []
    var group = ""
    for result in results {
      if result.benchmark.group != group {
        group = result.benchmark.group
        lines += [
          "", "### \(group)", "", "| what | median | least – most | ratio | floor | goal |",
          "|---|--:|--:|--:|---|---|",
        ]
      }
      let cells = row(result)
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return "\(heading).\n" + lines.joined(separator: "\n")
  }

  private func row(_ result: BenchmarkResult) -> [String] {
    let unit = result.benchmark.unit.rawValue
    return [
      result.benchmark.name, "\(number(result.median)) \(unit)",
      "\(number(result.least)) – \(number(result.most))",
      result.ratio.map { "×\(number($0))" } ?? "",
      result.benchmark.floor ?? "",
      goal(result) + (result.verdict.map { ": \($0.rawValue)" } ?? ""),
    ]
  }

  private func goal(_ result: BenchmarkResult) -> String {
    let unit = result.benchmark.unit.rawValue
    return switch result.benchmark.goal {
    case nil: ""
    case .atMost(let limit)?: "≤ ×\(number(limit))"
    case .atLeast(let limit)?: "≥ ×\(number(limit))"
    case .plus(let limit)?:
      "≤ \(number(limit)) \(unit)\(result.benchmark.floor == nil ? "" : " more")"
    }
  }

  private struct Entry: Encodable {
    let name: String
    let group: String
    let unit: String
    let median: Double
    let least: Double
    let most: Double
    let samples: [Double]
    let floor: String?
    let ratio: Double?
    let goal: String?
    let verdict: String?
  }

  private struct Document: Encodable {
    /// The version of this shape.
    let version = 1
    let samples: Int
    let results: [Entry]
  }

  private var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let entries = results.map { result in
        Entry(
          name: result.benchmark.name, group: result.benchmark.group,
          unit: result.benchmark.unit.rawValue, median: result.median, least: result.least,
          most: result.most, samples: result.samples, floor: result.benchmark.floor,
          ratio: result.ratio, goal: result.benchmark.goal == nil ? nil : goal(result),
          verdict: result.verdict?.rawValue)
      }
      return String(
        decoding: try encoder.encode(Document(samples: samples, results: entries)), as: UTF8.self)
    }
  }

  private func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    if abs(value) >= 1_000 || value == value.rounded() { return "\(Int(value.rounded()))" }
    return "\((value * 100).rounded() / 100)"
  }
}
