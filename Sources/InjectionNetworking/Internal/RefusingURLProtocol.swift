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
}
