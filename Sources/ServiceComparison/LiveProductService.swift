public import Foundation

/// Loads products through a network client.
public struct LiveProductService: ProductService {
  private let client: NetworkClient
  private let productsURL: URL

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - client: Loads the list.
  ///   - productsURL: Where the list is.
  public init(client: NetworkClient, productsURL: URL) {
    self.client = client
    self.productsURL = productsURL
  }

  /// Loads the list.
  ///
  /// - Returns: The products.
  /// - Throws: ``NetworkError``.
  public func fetchProducts() async throws -> [Product] {
    try await client.fetch([Product].self, from: productsURL)
  }
}
