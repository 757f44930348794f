import Foundation
import Injection
import InjectionNetworking
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The URL session")
struct URLSessionTests {
  @Test("The live session is the shared one", arguments: [InjectedContext.live, .preview])
  func live(context: InjectedContext) {
    withInjectedValues {
      $0.context = context
    } operation: {
      #expect(injected(\.urlSession) === URLSession.shared)
    }
  }

  @Test("An override is what the code uses")
  func overridden() {
    let session = URLSession(configuration: .ephemeral)
    withInjectedValues {
      $0.urlSession = session
    } operation: {
      #expect(injected(\.urlSession) === session)
    }
  }

  @Test("A refusing session fails each request, and reaches nothing")
  func refusing() async throws {
    // Nobody could be reached here anyway; the error tells the two apart.
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    let session = URLSession.refusing
    let requests: [() async throws -> Void] = [
      { _ = try await session.data(from: url) },
      { _ = try await session.upload(for: URLRequest(url: url), from: Data()) },
      { _ = try await session.download(from: url) },
    ]
    for request in requests {
      let error = await #expect(throws: URLError.self) { try await request() }
      #expect(error?.code == .notConnectedToInternet)
    }
    #expect(URLSession.refusing.configuration.urlCache !== URLCache.shared)
  }

  #if os(Linux)
    @Test("A request of a refusing session may be cancelled as it fails")
    func cancelled() async {
      await #expect(processExitsWith: .success) {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let session = URLSession.refusing
        for _ in 0..<100 {
          let load = Task { try await session.data(from: url) }
          load.cancel()
          await #expect(throws: URLError.self) { try await load.value }
          // To resume twice would end the process, too.
          await withCheckedContinuation { ended in
            let download = session.downloadTask(with: url) { _, _, _ in ended.resume() }
            download.resume()
            download.cancel()
          }
        }
      }
    }

    @Test("A refused request has failed before a task that awaits it can cancel it")
    func failsAtOnce() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:9/"))
      let session = URLSession.refusing
      let upload = session.uploadTask(with: URLRequest(url: url), from: Data())
      for task in [session.dataTask(with: url), upload] {
        task.resume()
        #expect(task.state == .completed)
      }
      let error = await withCheckedContinuation { ended in
        session.dataTask(with: url) { ended.resume(returning: $2) }.cancel()
      }
      #expect((error as? URLError)?.code == .cancelled, "It was never resumed.")
    }
  #endif

  @Test("A test's session is its own; its first read is an issue")
  func testValue() async throws {
    let report = try await issueReport {
      let session = injected(\.urlSession)
      #expect(session !== URLSession.shared)
      #expect(session === injected(\.urlSession))
      let url = try #require(URL(string: "https://example.com/"))
      await #expect(throws: URLError.self) { _ = try await session.data(from: url) }
    }
    #expect(
      report.contains(
        "no test value for URLSessionKey, read through 'urlSession': every request fails, "))
    #expect(report.components(separatedBy: "no test value").count == 2)
  }
}
