/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedOrderService: OrderService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  ///
  /// - Returns: Nothing: it throws.
  /// - Throws: ``UnimplementedEndpoint``.
  public func fetchOrders() async throws -> [Order] {
    throw UnimplementedEndpoint("OrderService.fetchOrders")
  }

  /// Throws, always.
  ///
  /// - Parameter order: Ignored.
  /// - Throws: ``UnimplementedEndpoint``.
  public func processOrder(_ order: Order) async throws {
    throw UnimplementedEndpoint("OrderService.processOrder")
  }
}
