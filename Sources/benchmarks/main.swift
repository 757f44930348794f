internal import Foundation

func fail(with message: String, status: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("benchmarks: \(message)\n".utf8))
  exit(status)
}

// Not by `print`, which says nothing where its output is lost.
func write(_ text: String) {
  do {
    try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
  } catch {
    fail(with: "cannot write standard output: \(error.localizedDescription)", status: 1)
  }
}

var benchmarks = Benchmarks()
registerContainerReads(in: &benchmarks)
registerContainerScopes(in: &benchmarks)
registerContainerGraphs(in: &benchmarks)
registerContainerObjects(in: &benchmarks)
registerContainerBranches(in: &benchmarks)
registerContainerThreads(in: &benchmarks)
registerServerRequests(in: &benchmarks)
registerServerPreparations(in: &benchmarks)
registerObservationAccess(in: &benchmarks)
registerObservationTracking(in: &benchmarks)
registerObservationAppends(in: &benchmarks)
registerObservationGraphs(in: &benchmarks)
registerTreeChanges(in: &benchmarks)
registerBuildCosts(in: &benchmarks)

let arguments: BenchmarkArguments
do {
  arguments = try BenchmarkArguments.parse(Array(CommandLine.arguments.dropFirst()))
} catch {
  fail(
    with: "\(error)\n\(BenchmarkArguments.usage)", status: BenchmarkUsageError.exitStatus)
}

func chosen(_ benchmarks: [Benchmark], by filter: String) -> [Benchmark] {
  guard !benchmarks.isEmpty else {
    let text = "no case's name contains '\(filter)'; see --list"
    fail(with: text.split(whereSeparator: \.isNewline).joined(separator: " "), status: 1)
  }
  return benchmarks
}

switch arguments {
case .help:
  write(BenchmarkArguments.helpText)
case .list(let filter):
  for benchmark in chosen(benchmarks.listed(filter), by: filter) { write(benchmark.name) }
case .run(let filter, let samples, let format, let isCheck):
  let chosen = chosen(benchmarks.named(filter), by: filter)
  #if DEBUG
    _ = (samples, format, isCheck)
    fail(
      with: """
        this is a debug build, whose figures mean nothing; it measures release builds only
        swift run -c release benchmarks
        """, status: 1)
  #else
    let report = BenchmarkReport(
      results: await benchmarks.results(of: chosen, samples: samples), samples: samples)
    do {
      write(try report.text(in: format))
    } catch {
      fail(with: "\(error)", status: 1)
    }
    if isCheck, !report.missed.isEmpty {
      let names = report.missed.map { "'\($0.benchmark.name)'" }.joined(separator: ", ")
      fail(with: "a goal is missed by more than the noise: \(names)", status: 1)
    }
  #endif
}
