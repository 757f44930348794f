public import ModelObservation

/// Loads orders, and knows which one is chosen.
@MainActor public final class OrderListModel: ObservableModel {
  /// The orders, as they were loaded.
  @Observed public private(set) var orders: [Order] = []
  /// The order that is shown in detail.
  @Observed public var selected: Order?
  /// Why the load failed, where it did.
  @Observed public private(set) var errorMessage: String?
  private let orderService: any OrderService

  /// Creates a model.
  ///
  /// - Parameter values: Have the service: the container's values, or an environment's.
  public init(from values: some ServiceValues) {
    orderService = values.orderService
  }

  /// Loads the orders.
  public func load() async {
    errorMessage = nil
    do {
      orders = try await orderService.fetchOrders()
    } catch is CancellationError {
      // Whoever has left the screen is told of nothing.
    } catch {
      errorMessage = "\(error)"
    }
  }

  /// Makes the model of one order, with the same service.
  ///
  /// - Parameter order: The order.
  /// - Returns: A model.
  public func detail(of order: Order) -> OrderDetailModel {
    OrderDetailModel(order: order, orderService: orderService)
  }
}
