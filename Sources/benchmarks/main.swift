internal import Foundation

func fail(with message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
  exit(status)
}

var benchmarks = Benchmarks()
registerObservationAccess(in: &benchmarks)
registerObservationTracking(in: &benchmarks)
registerObservationGraphs(in: &benchmarks)

do {
  switch try BenchmarkArguments.parse(Array(CommandLine.arguments.dropFirst())) {
  case .help:
    print(BenchmarkArguments.helpText)
  case .list(let filter):
    for name in benchmarks.names(containing: filter) { print(name) }
  case .run(let filter, let samples):
    guard !benchmarks.names(containing: filter).isEmpty else {
      fail(with: "no case's name contains '\(filter)'; see --list", status: 1)
    }
    #if DEBUG
      fail(
        with: """
          this is a debug build, whose figures mean nothing; it measures release builds only
          swift run -c release benchmarks
          """, status: 1)
    #else
      benchmarks.run(samples: samples, filter: filter)
    #endif
  }
} catch {
  fail(
    with: "\(error)\n\(BenchmarkArguments.usage)", status: BenchmarkUsageError.exitStatus)
}
