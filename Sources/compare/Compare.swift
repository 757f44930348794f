internal import Foundation
internal import Injection
internal import ServiceComparison

@main
enum Compare {
  static func main() async {
    do {
      switch try CompareArguments.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: print(CompareArguments.helpText)
      case .run(let data, let graph): try await run(data: data, graph: graph)
      }
    } catch let error as CompareUsageError {
      fail(with: "\(error)\n\(CompareArguments.usage)", status: CompareUsageError.exitStatus)
    } catch {
      fail(with: "\(error)".onOneLine, status: 1)
    }
  }

  private static func run(data: URL?, graph: GraphFile?) async throws {
    if let data {
      // Files are served here only because the person at the command line named one.
      prepareInjectedValues {
        $0.networkClient = .standardAndFiles
        $0.serviceLocations = ServiceLocations(landmarks: data)
      }
    }

    let service = injected(\.landmarkService)
    try await service.fetchLandmarks()
    let (count, omissions) = await (service.store.landmarks.count, service.store.omissions)
    let report = await ScopeReport.measure()

    let noun = count == 1 ? "landmark" : "landmarks"
    let address = injected(\.serviceLocations).landmarks.displayText
    print("The live service loaded \(count) \(noun) from \(address).")
    for omission in omissions { print("Left out: \(omission.onOneLine).") }
    print()
    print(report.table.text)
    if let graph {
      try graph.write(
        InjectedValues.recordGraph { (injected(\.landmarkService), injected(\.userService)) })
    }
    if let error = report.firstError { throw error }
  }

  private static func fail(with message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("compare: \(message)\n".utf8))
    exit(status)
  }
}
