public import Foundation

/// Searches the web: a struct of closures, each of which may use any other service.
///
/// An endpoint resolves what it needs when it is called, so that nothing has to store an environment
/// inside an environment. Replace one endpoint, and the others stay.
public struct WebSearch: Sendable {
  /// Makes the address of a query's results.
  public var url: @Sendable (_ query: String) -> URL?
  /// Loads a query's results.
  public var fetch: @Sendable (_ query: String) async throws -> Data

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - url: Makes the address of a query's results.
  ///   - fetch: Loads a query's results.
  public init(
    url: @escaping @Sendable (_ query: String) -> URL?,
    fetch: @escaping @Sendable (_ query: String) async throws -> Data
  ) {
    self.url = url
    self.fetch = fetch
  }

  /// Makes the service that asks a search engine.
  ///
  /// - Parameters:
  ///   - host: The address of the search engine.
  ///   - client: Finds the network client, at each call.
  /// - Returns: A service.
  public static func live(
    host: String = "https://www.google.com", client: @escaping @Sendable () -> NetworkClient
  ) -> WebSearch {
    let address: @Sendable (String) -> URL? = { query in
      var components = URLComponents(string: host)
      components?.path = "/search"
      components?.queryItems = [URLQueryItem(name: "q", value: query)]
      return components?.url
    }
    return WebSearch(url: address) { query in
      guard let url = address(query) else { throw URLError(.badURL) }
      return try await client().data(from: url)
    }
  }

  /// Makes a service that answers from memory.
  ///
  /// - Parameter answer: Makes the results of a query.
  /// - Returns: A service.
  public static func mock(
    _ answer: @escaping @Sendable (String) -> String = { "found \($0)" }
  ) -> WebSearch {
    WebSearch {
      URL(string: "mock:///\($0.count)")
    } fetch: {
      Data(answer($0).utf8)
    }
  }

  /// The service that finds no address, and throws ``UnimplementedEndpoint``.
  public static let unimplemented = WebSearch {
    _ in
    nil
  } fetch: { _ in
    throw UnimplementedEndpoint("WebSearch.fetch")
  }
}
