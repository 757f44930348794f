public import ModelObservation

/// Processes one order.
@MainActor public final class OrderDetailModel: ObservableModel {
  /// The order.
  public let order: Order
  /// Whether it is being processed.
  @Observed public private(set) var isProcessing = false
  /// Why that failed, where it did.
  @Observed public private(set) var errorMessage: String?
  private let orderService: any OrderService

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - orderService: Processes it.
  public init(order: Order, orderService: any OrderService) {
    self.order = order
    self.orderService = orderService
  }

  /// Processes the order.
  ///
  /// - Returns: Whether it succeeded.
  public func process() async -> Bool {
    isProcessing = true
    defer { isProcessing = false }
    do {
      try await orderService.processOrder(order)
      return true
    } catch {
      errorMessage = "\(error)"
      return false
    }
  }
}
