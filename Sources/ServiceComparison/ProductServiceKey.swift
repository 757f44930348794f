public import Injection

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
