/// Lists and processes orders: a service as a protocol.
public protocol OrderService: Sendable {
  /// Fetches the orders.
  ///
  /// - Returns: The orders, in the source's order.
  /// - Throws: What the variant throws.
  func fetchOrders() async throws -> [Order]

  /// Processes one order.
  ///
  /// - Parameter order: The order.
  /// - Throws: What the variant throws.
  func processOrder(_ order: Order) async throws
}
