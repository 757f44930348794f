public import Injection

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension InjectedValues {
  /// The session that requests are made with.
  ///
  /// Live and in previews `URLSession.shared`. In tests the first read is an issue, and gives a
  /// session of the test's own whose requests fail: no test sends one by mistake (see
  /// `URLSession.refusing`).
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: InjectedKey {
  static var liveValue: URLSession { .shared }
  static var previewValue: URLSession { liveValue }
  static var testValue: URLSession {
    IssueReporter.missingTestValue(Self.self, instead: "every request fails")
    return .refusing
  }
}

extension URLSession {
  /// A session whose requests all fail with `URLError.notConnectedToInternet`, at once.
  ///
  /// It never reaches the network, the cache or a file. That goes for data, upload and download
  /// tasks; web sockets and streams are no requests that a `URLProtocol` is asked for.
  ///
  /// On Linux, a download that is cancelled as it fails may never end, by a fault of
  /// FoundationNetworking; data and upload tasks have failed when they have been resumed.
  public static var refusing: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RefusingURLProtocol.self]
    #if canImport(FoundationNetworking)
      configuration.urlCache = RefusingURLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    #endif
    return URLSession(configuration: configuration)
  }
}
