import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Takes every request, and fails it.
final class RefusingURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let reason = "the test's session refuses requests: override '\\.urlSession'"
    client?.urlProtocol(
      self,
      didFailWithError: URLError(
        .notConnectedToInternet, userInfo: [NSLocalizedDescriptionKey: reason]))
  }

  override func stopLoading() {}

  #if canImport(FoundationNetworking)
    private var hasFailed = false

    // Given out once: a task that is cancelled meanwhile asks for it as well, and FoundationNetworking
    // ends the process where a task fails twice. A session asks on its queue alone; the instance that
    // the cache makes is known to nobody else.
    override var client: (any URLProtocolClient)? {
      get {
        defer { hasFailed = true }
        return hasFailed ? nil : super.client
      }
      set { super.client = newValue }
    }
  #endif
}

#if canImport(FoundationNetworking)
  /// Fails data and upload tasks inside `resume()`, before a `Task` that awaits them can cancel them.
  ///
  /// Later they would fail on the session's queue, and wait there for the `Task`'s lock, which is held
  /// by who cancels it and waits for that queue. A download asks no cache.
  // Unchecked as its superclass is: it stores nothing of its own.
  final class RefusingURLCache: URLCache, @unchecked Sendable {
    override func getCachedResponse(
      for task: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
    ) {
      // A task may be cancelled without having been resumed.
      guard task.state == .running else { return completionHandler(nil) }
      RefusingURLProtocol(task: task, cachedResponse: nil, client: nil).startLoading()
    }
  }
#endif
