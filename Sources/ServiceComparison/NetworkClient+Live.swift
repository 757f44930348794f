internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension NetworkClient {
  /// The client that speaks HTTP and HTTPS, through `URLSession`.
  ///
  /// Nothing is cached and no cookies are kept between processes. A status other than 2xx is
  /// ``NetworkError/status(_:code:)``; every other scheme, `file` in particular, is refused with
  /// ``NetworkError/unsupportedScheme(_:)``, so that an address from outside never opens a file.
  public static let live = NetworkClient { url in
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw NetworkError.unsupportedScheme(url)
    }
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await session.data(from: url)
    } catch let error as URLError where error.code == .cancelled {
      throw CancellationError()
    } catch {
      throw NetworkError.unreachable(url, reason: Self.reason(of: error))
    }
    guard let response = response as? HTTPURLResponse else {
      throw NetworkError.unreachable(url, reason: "the answer is not HTTP")
    }
    guard (200..<300).contains(response.statusCode) else {
      throw NetworkError.status(url, code: response.statusCode)
    }
    return data
  }

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 30
    return URLSession(configuration: configuration)
  }()

  // `localizedDescription` is a generic sentence with a number on Linux, so the frequent causes
  // are named here.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? URLError else { return error.localizedDescription }
    return switch error.code {
    case .cannotConnectToHost: "the connection was refused"
    case .cannotFindHost, .dnsLookupFailed: "no such host"
    case .timedOut: "no answer in time"
    case .notConnectedToInternet: "there is no network"
    case .networkConnectionLost: "the connection was lost"
    case .badURL, .unsupportedURL: "not an address that HTTP can reach"
    default: error.localizedDescription
    }
  }
}
