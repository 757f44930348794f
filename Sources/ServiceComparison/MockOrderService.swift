internal import Synchronization

/// Has orders in memory, and notes which were processed.
public final class MockOrderService: OrderService {
  private let orders: [Order]
  private let done = Mutex<[Order]>([])

  /// Creates a service.
  ///
  /// - Parameter orders: The orders that it has.
  public init(orders: [Order] = Order.preview) {
    self.orders = orders
  }

  /// The orders that were processed.
  public var processed: [Order] { done.withLock(\.self) }

  /// Gives the orders.
  ///
  /// - Returns: The orders.
  public func fetchOrders() async throws -> [Order] { orders }

  /// Notes the order.
  ///
  /// - Parameter order: The order.
  /// - Throws: Nothing.
  public func processOrder(_ order: Order) async throws { done.withLock { $0.append(order) } }
}
