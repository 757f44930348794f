internal import Foundation

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
