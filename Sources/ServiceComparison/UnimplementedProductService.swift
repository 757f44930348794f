/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedProductService: ProductService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  public func fetchProducts() async throws -> [Product] {
    throw UnimplementedEndpoint("ProductService.fetchProducts")
  }
}
