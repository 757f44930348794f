internal import Foundation

/// The little that the observation cases need of a harness, so that another can take its place.
struct Benchmarks {
  struct Case {
    let name: String
    /// The case that this one is compared with, and how many times its cost it may have.
    let floor: String?
    let goal: Double?
    let sample: @Sendable () -> Double
  }

  struct Fact {
    let name: String
    let text: @Sendable () -> String
  }

  private(set) var cases: [Case] = []
  private(set) var facts: [Fact] = []

  /// Adds a case: `body` does its work `count` times, and the cost is that of one.
  mutating func add(
    _ name: String, floor: String? = nil, goal: Double? = nil, count: Int,
    _ body: @escaping @Sendable (Int) -> Void
  ) {
    cases.append(
      Case(name: name, floor: floor, goal: goal) {
        let before = Self.threadNanoseconds()
        body(count)
        return Double(Self.threadNanoseconds() - before) / Double(count)
      })
  }

  /// The time that this thread has had a processor: on a shared machine, others' is not counted.
  private static func threadNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Adds a line that is worked out when it is printed.
  mutating func add(fact name: String, _ text: @escaping @Sendable () -> String) {
    facts.append(Fact(name: name, text: text))
  }

  /// The names of all cases and facts that contain `filter`, in the order of their printing.
  func names(containing filter: String) -> [String] {
    (cases.map(\.name) + facts.map(\.name)).filter { filter.isEmpty || $0.contains(filter) }
  }

  /// Measures what `filter` names, with what that is compared with, and prints the medians.
  func run(samples: Int, filter: String) {
    let names = Set(names(containing: filter))
    let chosen = cases.filter { names.contains($0.name) }
    let floors = Set(chosen.compactMap(\.floor))
    let wanted = cases.filter { names.contains($0.name) || floors.contains($0.name) }
    print(
      """
      benchmarks, release build, samples: \(samples); \
      ns of processor time each: median  [least - most]
      """)
    var results: [String: [Double]] = [:]
    for entry in wanted { _ = entry.sample() }
    // Interleaved, so that whatever slows the machine down for a while slows all of them.
    for _ in 0..<samples {
      for entry in wanted { results[entry.name, default: []].append(entry.sample()) }
    }
    for entry in wanted { print(line(for: entry, results)) }
    for fact in facts where names.contains(fact.name) {
      print("\(pad(fact.name, 48)) \(fact.text())")
    }
  }

  private func line(for entry: Case, _ results: [String: [Double]]) -> String {
    let sorted = (results[entry.name] ?? []).sorted()
    let median = sorted[sorted.count / 2]
    var line = "\(pad(entry.name, 48)) \(number(median)) ns"
    line += "  [\(number(sorted[0])) - \(number(sorted[sorted.count - 1]))]"
    guard let floor = entry.floor, let others = results[floor] else { return line }
    let other = others.sorted()[others.count / 2]
    line += "  x\(number(median / other)) of \(floor)"
    if let goal = entry.goal {
      line += median / other <= goal ? "  goal \(goal): met" : "  goal \(goal): MISSED"
    }
    return line
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func number(_ value: Double) -> String {
    let scaled = (value * 100).rounded() / 100
    return value >= 1_000 ? "\(Int(value.rounded()))" : "\(scaled)"
  }
}

/// Keeps the compiler from dropping a value.
@inline(never) @_optimize(none) func blackHole<Value>(_ value: Value) {}

/// Makes the compiler take everything reachable for changed.
@inline(never) @_optimize(none) func barrier() {}
