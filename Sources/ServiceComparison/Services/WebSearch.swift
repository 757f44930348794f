internal import EnvironmentTree
public import Foundation
public import Injection
public import InjectionEssentials

/// Searches the web: a struct of closures, each of which may use any other service.
///
/// An endpoint resolves what it needs when it is called, so that nothing has to store an environment
/// inside an environment. Replace one endpoint, and the others stay. A mock opens nothing, and says
/// that it did.
public struct WebSearch: Sendable {
  /// Makes the address of a query's results.
  public var url: @Sendable (_ query: String) -> URL?
  /// Loads a query's results.
  public var fetch: @Sendable (_ query: String) async throws -> Data
  /// Opens a query's results where the user reads them, and says whether that could be done.
  public var open: @Sendable (_ query: String) async throws -> Bool

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - url: Makes the address of a query's results.
  ///   - fetch: Loads a query's results.
  ///   - open: Opens a query's results, and says whether that could be done.
  public init(
    url: @escaping @Sendable (_ query: String) -> URL?,
    fetch: @escaping @Sendable (_ query: String) async throws -> Data,
    open: @escaping @Sendable (_ query: String) async throws -> Bool
  ) {
    self.url = url
    self.fetch = fetch
    self.open = open
  }

  /// Makes the service that asks a search engine.
  ///
  /// - Parameters:
  ///   - host: The address of the search engine.
  ///   - client: Finds the network client, at each call.
  ///   - openURL: Finds what opens addresses, at each call.
  /// - Returns: A service, whose endpoints throw `URLError` where a query has no address.
  public static func live(
    host: String = "https://www.google.com", client: @escaping @Sendable () -> NetworkClient,
    openURL: @escaping @Sendable () -> OpenURL
  ) -> WebSearch {
    let find: @Sendable (String) throws -> URL = { query in
      var components = URLComponents(string: host)
      components?.path = "/search"
      components?.queryItems = [URLQueryItem(name: "q", value: query)]
      // It leaves `+` as it is, which a search engine takes for a space.
      let encoded = components?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
      components?.percentEncodedQuery = encoded
      guard let url = components?.url else { throw URLError(.badURL) }
      return url
    }
    return WebSearch {
      try? find($0)
    } fetch: {
      try await client().data(from: find($0))
    } open: {
      try await openURL()(find($0))
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
    } open: { _ in
      true
    }
  }

  /// The service that finds no address, and throws ``UnimplementedEndpoint``.
  public static let unimplemented = WebSearch { _ in
    nil
  } fetch: { _ in
    throw UnimplementedEndpoint("WebSearch.fetch")
  } open: { _ in
    throw UnimplementedEndpoint("WebSearch.open")
  }
}

/// The key of the service for searching the web.
public enum WebSearchKey: InjectedKey {
  /// The live variant, whose endpoints use the services of the place that calls them.
  public static var liveValue: WebSearch {
    .live {
      injected(\.networkClient)
    } openURL: {
      injected(\.openURL)
    }
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: WebSearch { .unimplemented }
  /// The variant for previews, which answers from memory.
  public static var previewValue: WebSearch { .mock() }
}

extension InjectedValues {
  /// The service for searching the web.
  public var webSearch: WebSearch {
    get { self[WebSearchKey.self] }
    set { self[WebSearchKey.self] = newValue }
  }
}

extension OpenURL {
  /// Creates the service that opens what a tree's action opens.
  init(_ action: OpenURLAction) {
    self.init { url in await open(url, by: action) }
  }
}

@MainActor private func open(_ url: URL, by action: OpenURLAction) async -> Bool {
  await withCheckedContinuation { answer in
    action(url) { answer.resume(returning: $0) }
  }
}
