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
  public static let live = live(waiting: 30)

  /// The live client, with another limit for an answer, in seconds.
  package static func live(waiting limit: Double) -> NetworkClient {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = limit
    let session = URLSession(
      configuration: configuration, delegate: Self.rejection, delegateQueue: nil)
    return NetworkClient { url in
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
        throw NetworkError.unsupportedScheme(url)
      }
      let data: Data
      let response: URLResponse
      do {
        // Schemes are the same in capitals, but not to every session.
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        components?.scheme = scheme
        (data, response) = try await session.data(from: components?.url ?? url)
      } catch let error as URLError where error.code == .cancelled {
        #if canImport(FoundationNetworking)
          // So ends a request whose challenge is rejected.
          guard Task.isCancelled else { throw NetworkError.status(url, code: 401) }
        #endif
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
  }

  #if canImport(FoundationNetworking)
    // There, a request with a challenge that nobody answers never ends.
    private static let rejection: (any URLSessionDelegate)? = Rejection()

    private final class Rejection: NSObject, URLSessionTaskDelegate {
      func urlSession(
        _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
          @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        completionHandler(.rejectProtectionSpace, nil)
      }
    }
  #else
    private static let rejection: (any URLSessionDelegate)? = nil
  #endif

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

extension NetworkClient {
  /// The client that reads `file` addresses through the file system, and refuses all others.
  ///
  /// It throws ``NetworkError/missingFile(_:)`` where there is no file, and
  /// ``NetworkError/unreadable(_:reason:)`` for a folder, a pipe, or a file that may not be read.
  public static let files = NetworkClient { url in
    guard url.isFileURL else { throw NetworkError.unsupportedScheme(url) }
    return try await read(url)
  }

  // Reading blocks its thread, so it is kept off the caller's actor, which may be the main one.
  @concurrent private static func read(_ url: URL) async throws -> Data {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw NetworkError.unreadable(url, reason: "it is a folder")
    }
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      throw NetworkError.missingFile(url)
    } catch CocoaError.fileReadNoPermission {
      // Foundation also says this of a device or a pipe, which the file system lets us read.
      let isReadable = FileManager.default.isReadableFile(atPath: url.path)
      throw NetworkError.unreadable(
        url, reason: isReadable ? "it is not a regular file" : "permission denied")
    } catch {
      throw NetworkError.unreadable(url, reason: error.localizedDescription)
    }
  }
}

extension NetworkClient {
  /// The client that serves the documents compiled into this module; see ``BundledResource``.
  public static let bundled = NetworkClient { url in
    guard url.scheme == BundledResource.scheme else { throw NetworkError.unsupportedScheme(url) }
    guard let resource = BundledResource.allCases.first(where: { $0.url == url }) else {
      throw NetworkError.missingFile(url)
    }
    return resource.data
  }
}

extension NetworkClient {
  /// The client that throws ``UnimplementedEndpoint`` whatever the address.
  public static let unimplemented = NetworkClient { _ in
    throw UnimplementedEndpoint("NetworkClient.data(from:)")
  }
}

extension NetworkClient {
  /// Joins clients into one that picks among them by the address's scheme.
  ///
  /// - Parameter clients: The client for each scheme; schemes are written in lower case.
  /// - Returns: A client that throws ``NetworkError/unsupportedScheme(_:)`` for other schemes.
  public static func routing(_ clients: [String: NetworkClient]) -> NetworkClient {
    NetworkClient { url in
      guard let client = clients[url.scheme?.lowercased() ?? ""] else {
        throw NetworkError.unsupportedScheme(url)
      }
      // The inner closure, so that a request is noted once.
      return try await client.load(url)
    }
  }

  /// The client for HTTP and for bundled documents, not for files.
  public static let standard = routing([
    "http": .live, "https": .live, BundledResource.scheme: .bundled,
  ])

  /// The client for HTTP, bundled documents and files: for a program whose user names the address.
  public static let standardAndFiles = routing([
    "http": .live, "https": .live, BundledResource.scheme: .bundled, "file": .files,
  ])
}
