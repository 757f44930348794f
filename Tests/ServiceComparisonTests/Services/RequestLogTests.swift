import Foundation
import ServiceComparison
import Testing

@Suite("The log of requests")
struct RequestLogTests {
  private let client = NetworkClient { _ in Data() }
  private let url = BundledResource.user.url

  @Test("A request is noted in the log in force, also when it fails")
  func records() async throws {
    let log = RequestLog()
    try await RequestLog.$current.withValue(log) {
      _ = try await client.data(from: url)
      _ = try? await NetworkClient.unimplemented.data(from: url)
    }
    #expect(log.requests == [url, url])
    _ = try await client.data(from: url)
    #expect(log.requests.count == 2)
  }

  @Test("A router notes a request once")
  func router() async throws {
    let log = RequestLog()
    try await RequestLog.$current.withValue(log) {
      _ = try await NetworkClient.standard.data(from: url)
    }
    #expect(log.requests == [url])
  }

  @Test("Two tasks with a log each do not mix")
  func parallel() async throws {
    let logs = [RequestLog(), RequestLog()]
    await withTaskGroup { group in
      for (index, log) in logs.enumerated() {
        group.addTask {
          await RequestLog.$current.withValue(log) {
            for _ in 0...index { _ = try? await client.data(from: url) }
          }
        }
      }
    }
    #expect(logs.map(\.requests.count) == [1, 2])
  }
}
