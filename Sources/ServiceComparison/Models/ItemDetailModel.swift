public import ModelObservation

/// Loads one product; its errors have a type, and some a way back.
@MainActor public final class ItemDetailModel: ObservableModel {
  /// Which product.
  public let id: String
  /// The product, where it was found.
  @Observed public private(set) var item: Product?
  /// Whether a load is under way.
  @Observed public private(set) var isLoading = false
  /// Why the last load failed, until it is dismissed.
  @Observed public var error: ItemError?
  private let productService: any ProductService

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - id: Which product.
  ///   - values: Have the service: the container's values, or an environment's.
  public init(id: String, from values: some ServiceValues) {
    self.id = id
    productService = values.productService
  }

  /// Loads the product; also the way to try again.
  public func load() async {
    isLoading = true
    error = nil
    defer { isLoading = false }
    do throws(ItemError) {
      item = try await find()
    } catch {
      self.error = error
    }
  }

  private func find() async throws(ItemError) -> Product {
    let products: [Product]
    do {
      products = try await productService.fetchProducts()
    } catch let error as NetworkError {
      throw .network(error)
    } catch {
      throw .unknown("\(error)")
    }
    guard let item = products.first(where: { $0.id == id }) else { throw .notFound(id: id) }
    return item
  }
}
