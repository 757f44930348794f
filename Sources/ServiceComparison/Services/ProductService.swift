public import Foundation
public import Injection

/// Lists products: a service as a protocol.
public protocol ProductService: Sendable {
  /// Fetches the products.
  ///
  /// - Returns: The products, in the source's order.
  /// - Throws: What the variant throws.
  func fetchProducts() async throws -> [Product]
}

/// The key of the service for products.
public enum ProductServiceKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: any ProductService {
    LiveProductService(
      client: injected(\.networkClient), productsURL: injected(\.serviceLocations).products)
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: any ProductService { MockProductService() }
  /// The variant for previews, which answers from memory.
  public static var previewValue: any ProductService { MockProductService() }
}

extension InjectedValues {
  /// The service for products.
  public var productService: any ProductService {
    get { self[ProductServiceKey.self] }
    set { self[ProductServiceKey.self] = newValue }
  }
}

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

/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedProductService: ProductService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  public func fetchProducts() async throws -> [Product] {
    throw UnimplementedEndpoint("ProductService.fetchProducts")
  }
}
