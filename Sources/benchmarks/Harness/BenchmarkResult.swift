/// The figures of one benchmark, beside those of its floor.
struct BenchmarkResult: Sendable {
  enum Verdict: String, Sendable {
    case met
    /// Missed, but by no more than the noise that was measured.
    case close
    case missed
  }

  let benchmark: Benchmark
  /// All figures, in the order in which they were taken.
  let samples: [Double]
  /// The floor's, taken in turns with these.
  let floorSamples: [Double]?

  var median: Double { Self.quantile(0.5, of: samples) }
  var least: Double { samples.min() ?? .nan }
  var most: Double { samples.max() ?? .nan }

  /// How many times the floor it costs: the median of the ratios of figures taken one after the
  /// other, so that what slows the machine down for a while slows both.
  var ratio: Double? { ratios.map { Self.quantile(0.5, of: $0) } }

  private var ratios: [Double]? {
    guard let floorSamples else { return nil }
    return zip(samples, floorSamples).map { $0 / $1 }
  }

  private var differences: [Double] {
    guard let floorSamples else { return samples }
    return zip(samples, floorSamples).map { $0 - $1 }
  }

  var verdict: Verdict? {
    switch benchmark.goal {
    case nil: nil
    case .atMost(let limit)?: verdict(of: ratios ?? samples, limit: limit)
    case .atLeast(let limit)?: verdict(of: (ratios ?? samples).map { -$0 }, limit: -limit)
    case .plus(let limit)?: verdict(of: differences, limit: limit)
    }
  }

  /// Judges by the median; half the range between the quartiles is the noise.
  private func verdict(of values: [Double], limit: Double) -> Verdict {
    let median = Self.quantile(0.5, of: values)
    if median <= limit { return .met }
    let noise = (Self.quantile(0.75, of: values) - Self.quantile(0.25, of: values)) / 2
    return median - noise <= limit ? .close : .missed
  }

  private static func quantile(_ part: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let position = part * Double(sorted.count - 1)
    let below = Int(position.rounded(.down))
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
  }
}

extension Benchmarks {
  /// Measures the chosen benchmarks and their floors, in turns.
  func results(of chosen: [Benchmark], samples: Int) async -> [BenchmarkResult] {
    let wanted = withFloors(chosen)
    var figures: [String: [Double]] = [:]
    // Warms up caches, and builds what is built once.
    for benchmark in wanted where benchmark.sampleLimit > samples { _ = await benchmark.measure() }
    for round in 0..<samples {
      for benchmark in wanted where round < benchmark.sampleLimit {
        figures[benchmark.name, default: []].append(await benchmark.measure())
      }
    }
    return wanted.map { benchmark in
      BenchmarkResult(
        benchmark: benchmark, samples: figures[benchmark.name] ?? [],
        floorSamples: benchmark.floor.flatMap { figures[$0] })
    }
  }
}
