import Foundation
import Injection
import TestSupport
import Testing

@Suite("Server: load")
struct ServerLoadTests {
  @Test("10,000 requests at 64 connections: each answer is its request's, and nothing stays")
  func load() async {
    // In a process of its own, as a server is: outside every test, with no other objects.
    await #expect(processExitsWith: .success) {
      let load = ServerLoad(requests: requestCount)
      try await load.run()
      #expect(load.failures == [])
      #expect(load.answered == load.requests)
    }
  }
}

/// `INJECTION_SERVER_REQUESTS` says otherwise; under the thread sanitizer there are fewer.
private let requestCount =
  ProcessInfo.processInfo.environment["INJECTION_SERVER_REQUESTS"].flatMap { Int($0) }
  ?? (dlsym(nil, "__tsan_init") == nil ? 10_000 : 1_000)
