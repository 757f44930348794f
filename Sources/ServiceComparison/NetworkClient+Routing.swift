internal import Foundation

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
