/// Lists products: a service as a protocol.
public protocol ProductService: Sendable {
  /// Fetches the products.
  ///
  /// - Returns: The products, in the source's order.
  /// - Throws: What the variant throws.
  func fetchProducts() async throws -> [Product]
}
