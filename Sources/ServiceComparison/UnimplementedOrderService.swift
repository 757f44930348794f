/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedOrderService: OrderService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  public func fetchOrders() async throws -> [Order] {
    throw UnimplementedEndpoint("OrderService.fetchOrders")
  }

  /// Throws, always.
  public func processOrder(_ order: Order) async throws {
    throw UnimplementedEndpoint("OrderService.processOrder")
  }
}
