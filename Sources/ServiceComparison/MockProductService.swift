/// Answers from memory: with products, or with an error.
public struct MockProductService: ProductService {
  private let answer: Result<[Product], any Error>

  /// Creates a service that has products.
  ///
  /// - Parameter products: The products that every call returns.
  public init(products: [Product] = Product.preview) {
    answer = .success(products)
  }

  /// Creates a service that always fails.
  ///
  /// - Parameter error: The error that every call throws.
  public init(error: any Error) {
    answer = .failure(error)
  }

  /// Returns the products, or throws the error, that the service was made with.
  ///
  /// - Returns: The products.
  /// - Throws: The error, where the service was made with one.
  public func fetchProducts() async throws -> [Product] { try answer.get() }
}
